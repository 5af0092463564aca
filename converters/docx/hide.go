package docx

import (
	"errors"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/docx/lid"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordml"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
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
	grounds := [...]int32{chars.Ground, 0, st.ground, st.doc.paper.page}
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
		st.doc.Hide(how, st.pos)
		how = visible.Shown
	}
	if how == visible.Shown && st.seen.beneath {
		return visible.StyleUnsure
	}
	return how
}

// findLids finds the paragraphs of a part that lie under shapes. What is wrong with the
// part is told where it is read.
func findLids(st *story) error {
	styles, err := st.doc.pkg.Text(st.doc.pkg.Part(st.doc.defs.Parts.Main, "styles"))
	if err != nil {
		styles = "" // it is told where it is read, too
	}
	st.seen.under, err = lid.Find(lid.Part{Text: st.seen.text, Styles: styles, Main: st.doc.paper.source, Open: func(text string) *xmlread.Scanner {
		return xmlread.New(st.doc.ctx, st.doc.env, xmlread.Source{Part: st.pos.Part, Text: text, Spaces: st.doc.defs.Parts.Spaces})
	}})
	if errors.Is(err, converters.ErrCorrupt) {
		return nil
	}
	return err
}

// warningTable lists the format's own warnings.
func warningTable() []converters.WarningInfo {
	out := visible.Warnings(visible.Text, visible.Deleted, visible.Shape, visible.Note, visible.OffPage, visible.Size, visible.Opacity, visible.Color, visible.Cell, visible.Unsure, visible.StyleUnsure)
	out = append(out, lost.Warnings(lost.Object, lost.Furniture, lost.ChartUnread, lost.Chunk, lost.Phantom, lost.Part)...)
	return append(out, ooxml.Warnings()...)
}
