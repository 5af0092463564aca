package docx

import (
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordml"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// para is a paragraph while it is read.
type para struct {
	*wordtext.Paragraph
	props    wordml.Paragraph
	drawings int     // in it
	extras   []extra // what is beside it
	ruled    bool    // a line across the page is drawn in it
	unseen   visible.Way
}

// extra is what is beside a paragraph: blocks, or a comment.
type extra struct {
	blocks  []document.Block
	comment string
}

// paragraph reads a paragraph (17.3.1.22). One whose end was deleted runs on
// into the next one.
func (st *story) paragraph(f *flow) error {
	x := f.joined
	f.joined = nil
	st.countParagraph()
	if x == nil {
		x = &para{Paragraph: st.build.NewParagraph()}
		x.Marks = append(x.Marks, f.marks...)
		f.marks = f.marks[:0]
		x.Pos = st.pos
		x.props = st.defs.Styled("", &st.within)
	}
	err := st.children(&place{para: x})
	st.endCodes()
	if err == nil {
		err = st.late
	}
	if err != nil {
		return err
	}
	if x.props.Removed && st.When(visible.Deleted) == converters.DropHidden {
		x.props.Removed = false
		f.joined = x
		return nil
	}
	return f.add(x)
}

// put adds text with some properties.
func (st *story) put(x *para, text string, chars *wordml.Chars) {
	if text == "" || st.coding > 0 {
		return
	}
	r := chars.Run()
	if how := st.hides(chars, x); how != visible.Shown {
		if how != x.unseen && strings.TrimSpace(text) != "" {
			x.unseen = how
			st.Hide(how, st.pos)
		}
		if st.When(how) == converters.DropHidden {
			return
		}
		r.Hidden = st.When(how) == converters.MarkHidden
	} else {
		x.unseen = visible.Shown
	}
	if err := st.env.Spend(converters.LimitText, int64(utf8.RuneCountInString(text)), st.pos); err != nil {
		st.fail(err)
		return
	}
	r.Link = st.current()
	st.build.Text(x.Paragraph, text, r)
}

// putNode adds a node.
func (st *story) putNode(x *para, node document.Inline, r wordtext.Run) {
	if st.coding > 0 {
		return
	}
	r.Link = st.current()
	st.build.Node(x.Paragraph, node, r)
}

// current returns the link around the current text, or nil.
func (st *story) current() *wordtext.Link {
	if st.link != nil {
		return st.link
	}
	for i := len(st.fields) - 1; i >= 0; i-- {
		if t := st.fields[i].link; t != nil && !st.fields[i].coding {
			return t
		}
	}
	return nil
}
