package odf

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/visible"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/odf/pack"
	"github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// para is a paragraph while it is read. It is used again and again.
type para struct {
	text   *wordtext.Paragraph
	build  *builder
	beside []document.Block // comments, text boxes
	space  bool             // a blank that follows joins the one before
	hides  visible.Way      // how all of it is hidden
}

// inliner reads what is in a paragraph.
type inliner struct {
	r *reader
	p *para
}

// newPara returns an empty paragraph; free gives it back.
func (r *reader) newPara() *para {
	return &para{text: r.doc.build.NewParagraph(), build: r.doc.build, space: true}
}

func (p *para) free() { p.build.Done(p.text) }

// putComment adds a comment, which comes after the paragraph.
func (p *para) putComment(a *document.Annotation) { p.beside = append(p.beside, a) }

// reset empties a paragraph.
func (p *para) reset() {
	p.text.Reset()
	*p = para{text: p.text, build: p.build, space: true}
}

// add adds text as it is in the source: white space collapses to one
// blank (ODF 1.3 part 3, 6.1.2).
func (p *para) add(text string, run wordtext.Run) {
	start := 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			p.space = false
			continue
		}
		if c == ' ' && !p.space {
			p.space = true
			continue
		}
		p.write(text[start:i], run)
		if !p.space {
			p.write(" ", run)
			p.space = true
		}
		start = i + 1
	}
	p.write(text[start:], run)
}

// put adds characters that are no white space to collapse.
func (p *para) put(text string, run wordtext.Run) {
	p.write(text, run)
	p.space = false
}

func (p *para) write(text string, run wordtext.Run) {
	if text != "" {
		p.build.Text(p.text, text, run)
	}
}

// node adds a node.
func (p *para) node(n document.Inline, run wordtext.Run) {
	if _, ok := n.(*document.NoteRef); ok {
		run.Styles = run.Styles.Without(document.Superscript)
	}
	p.space = false
	p.build.Node(p.text, n, run)
}

// maxBytes is how many bytes a character has at most.
const maxBytes = 4

// fits returns the error for a paragraph whose text alone is more than the
// whole may give, or that takes more nodes.
func (x inliner) fits() error {
	if x.r.doc.build.failed != nil {
		return x.r.doc.build.failed
	}
	most := x.r.doc.env.Limits.Get(converters.LimitText)
	if n := int64(x.p.text.Len()); n > maxBytes*most {
		return &converters.LimitError{Limit: converters.LimitText, Value: (n + maxBytes - 1) / maxBytes, Max: most, Pos: x.r.pos()}
	}
	return nil
}

// isBlank reports whether a text says nothing.
func isBlank(text string) bool { return strings.TrimSpace(text) == "" }

// describe says what a paragraph is by its style, and where it is.
func (p *para) describe(st *style.Style, at place) {
	p.text.Pos, p.text.Level, p.text.Align = at.pos, int8(min(at.level, wordtext.NoLevel)-1), st.Align
	p.text.Kind = kindOf(st.Role)
	p.text.Border = p.text.Border || st.Role == style.RoleRule
	if st.Has&style.HasLeft != 0 {
		p.text.Left = st.Left / perTwip
	}
	p.text.First = st.First / perTwip
}

// perTwip is how many hundredths of a point a twip has.
const perTwip = 5

// kindOf returns what the paragraphs in a style of a role are.
func kindOf(role style.Role) wordtext.Kind {
	switch role {
	case style.RoleQuote:
		return wordtext.Quote
	case style.RoleCode:
		return wordtext.Code
	case style.RoleListing:
		return wordtext.Listing
	case style.RoleTerm:
		return wordtext.Term
	case style.RoleDetail:
		return wordtext.Detail
	}
	return wordtext.PlainText
}

// flow puts paragraphs, tables and what else is in a text after one
// another as blocks.
type flow struct {
	text *wordtext.Flow
	r    *reader
	head bool // the first paragraph is in a style for heads of tables
	any  bool // a paragraph was seen
}

// newFlow returns the flow of a story, of a cell where there is one.
func (r *reader) newFlow(cell *wordtext.Cell) *flow {
	return &flow{text: r.doc.build.NewFlow(cell), r: r}
}

// place is where a paragraph is, and of what it is part.
type place struct {
	pos    document.Pos
	level  int // of a heading, 0 for none
	item   *itemRef
	number string // of a heading
	id     string
}

// link returns a link, nil where it leads nowhere.
func (r *reader) link(href string) (*wordtext.Link, error) {
	href = strings.TrimSpace(href)
	if href == "" {
		return nil, nil
	}
	return &wordtext.Link{URL: href}, r.hold(holdLink)
}

// veil reads content that is hidden: it is left out, or shown in labels, or as if
// it were not hidden.
func (f *flow) veil(how visible.Way, read func(*flow) error) error {
	r := f.r
	pos := r.pos()
	if r.doc.When(how) == converters.KeepHidden {
		r.doc.Hide(how, pos)
		return read(f)
	}
	inner := r.newFlow(nil)
	if r.doc.Drops(how) {
		some, err := pack.SaysSome(r.s)
		if some {
			r.doc.Hide(how, pos)
		}
		return err
	}
	if err := read(inner); err != nil {
		return err
	}
	if blocks := inner.text.Blocks(); len(blocks) > 0 {
		r.doc.Hide(how, pos)
		for _, b := range r.doc.Label(how).LabelBlocks(blocks) {
			f.text.PutApart(b)
		}
	}
	return nil
}
