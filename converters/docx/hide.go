package docx

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordml"
)

// hides returns how text with some properties is hidden.
func (st *story) hides(chars *wordml.Chars, x *para) visible.Way {
	f := chars.Facts()
	f.Marked = st.hidden
	if x != nil {
		f.OffPage, f.Flat = f.OffPage || x.props.Off, x.props.Flat
	}
	switch {
	case st.deleted > 0:
		f.Marked = visible.Deleted
	case f.Marked == visible.Shown && (chars.IsVanished() || st.silent > 0):
		f.Marked = visible.Text
	}
	grounds := [...]int32{chars.Ground, 0, st.ground, st.page}
	if x != nil {
		grounds[1] = x.props.Ground
	}
	for _, g := range grounds {
		if g != 0 {
			f.Ground = visible.Paint(g)
			break
		}
	}
	how := f.Judge()
	if how == visible.Unsure {
		st.Hide(how, st.pos)
		return visible.Shown
	}
	return how
}

// warningTable lists the format's own warnings.
func warningTable() []converters.WarningInfo {
	out := visible.Warnings(visible.Text, visible.Deleted, visible.Shape, visible.Note, visible.OffPage, visible.Size, visible.Opacity, visible.Color, visible.Cell, visible.Unsure)
	out = append(out, lost.Warnings(lost.Object, lost.Furniture, lost.ChartUnread, lost.Chunk, lost.Phantom, lost.Part)...)
	return append(out, ooxml.Warnings()...)
}
