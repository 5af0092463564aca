package lid

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	odfstyle "github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/paper"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// indent is how far in the text of a list is, in points.
const indent = 18

// flow reads what is in an element that holds paragraphs, inside so many lists.
func (r *reader) flow(f *paper.Flow, lists int) error {
	return r.s.Each(func() error { return r.inFlow(f, lists) })
}

func (r *reader) inFlow(f *paper.Flow, lists int) error {
	switch r.s.Space() {
	case ns.Text:
		switch r.s.Local() {
		case "p", "h":
			return r.paragraph(f, lists)
		case "list":
			return r.flow(f, lists+1)
		case "list-item", "list-header", "section", "numbered-paragraph", "table-of-content", "illustration-index", "table-index",
			"object-index", "user-index", "alphabetical-index", "bibliography", "index-body", "index-title":
			return r.flow(f, lists)
		}
	case ns.Table:
		if r.s.Local() == "table" {
			return r.table(f)
		}
	case ns.Draw:
		fl, err := r.shape(0)
		r.put(&para{flow: f}, &fl, f.Y, 0)
		return err
	case ns.Style: // the regions of a header
		return r.flow(f, lists)
	}
	return r.s.Skip()
}

// paragraph reads a paragraph.
func (r *reader) paragraph(f *paper.Flow, lists int) error {
	name := r.s.Value(ns.Text, "style-name")
	if name == "" {
		name = "Standard"
	}
	l := r.styles.get("paragraph", name)
	r.begin(f, name, l)
	r.feet.settle(r.sheet, f)
	x := para{flow: f, hidden: l[hidden] > 0}
	x.Paragraph = paper.Paragraph{
		Key: r.s.Offset(), Size: l[size], Line: l[line], Least: l[least],
		Margin: paper.Rect{Left: l[left], Top: l[before], Right: l[right], Bottom: l[after]},
		Align:  document.Align(l[align]), Stops: r.styles.stopsOf(name),
	}
	if l[exact] > 0 {
		x.Line, x.Exact = l[exact], true
	}
	if lists > 0 && x.Margin.Left < indent {
		x.Margin.Left += indent * float64(min(lists, odfstyle.MaxLevels))
	}
	if err := r.inline(&x); err != nil {
		return err
	}
	if ink, wide := x.Ink(), f.Width-x.Margin.Left-x.Margin.Right; ink < wide { // one line, with its letters at its foot
		x.Margin.Top += max(x.Least-1.2*x.Size, 0)
		x.Least = min(x.Least, 1.2*x.Size)
		if l[first] > 0 && ink+l[first] < wide {
			x.Margin.Left += l[first]
		}
	}
	top, high := r.sheet.Put(f, &x.Paragraph)
	r.pages.cover(r.sheet, f)
	for _, n := range x.notes {
		r.feet.put(r.sheet, n, r.sheet.PageOf(top))
	}
	pushed := 0.0
	for i := range x.floats {
		pushed = max(pushed, r.put(&x, &x.floats[i], top, high))
	}
	if f.Y += pushed; l[nextPage] > 0 && f.Paged {
		r.sheet.NextPage(f)
	}
	return nil
}

// inline reads what is in a paragraph.
func (r *reader) inline(x *para) error {
	for {
		kind, err := r.s.Next()
		switch {
		case err != nil:
			return err
		case kind == xmlread.Text:
			text, err := r.s.Text()
			if err != nil {
				return err
			}
			if !x.hidden {
				x.Write(squeezed(text))
			}
		case kind == xmlread.Start:
			if err := r.piece(x); err != nil {
				return err
			}
		case kind == xmlread.End || kind == xmlread.EOF:
			return nil
		}
	}
}

// squeezed returns text with one blank in place of several.
func squeezed(text string) string {
	out := strings.Join(strings.Fields(text), " ")
	if strings.HasSuffix(text, " ") {
		out += " "
	}
	return out
}

// piece reads an element in a paragraph.
func (r *reader) piece(x *para) error {
	s := r.s
	switch s.Space() {
	case ns.Draw:
		return r.floating(x)
	case ns.Office:
		return s.Skip()
	case ns.Text:
		switch s.Local() {
		case "s":
			x.Write(strings.Repeat(" ", odfstyle.Count(s.Value(ns.Text, "c"), 256)))
		case "tab":
			x.Tab()
		case "line-break":
			x.Break()
		case "note":
			return r.note(x)
		case "ruby-text", "script", "hidden-text", "change":
		case "span":
			return r.span(x)
		default:
			return r.inline(x)
		}
		return s.Skip()
	}
	return r.inline(x)
}

// floating reads a shape in a paragraph.
func (r *reader) floating(x *para) error {
	f, err := r.shape(x.Ink())
	if f.anchor == "as-char" {
		x.Least = max(x.Least, f.at.Bottom-f.at.Top)
		for range min(int((f.at.Right-f.at.Left)/x.Size), 64) {
			x.Write("–")
		}
	}
	switch {
	case f.anchor == "as-char" && f.mark == f.marked: // nothing depends on it
	case len(x.floats) < paper.MaxFloats:
		x.floats = append(x.floats, f)
	default:
		r.sheet.Crowd()
	}
	return err
}

// span reads a piece of text in a style of its own.
func (r *reader) span(x *para) error {
	name, outer := r.s.Value(ns.Text, "style-name"), x.hidden
	l := r.styles.get("text", name)
	if st, ok := r.styles.find(key{"text", name}); ok && len(st.said) > 0 && l[size] != 12 {
		x.Size = max(x.Size, l[size])
	}
	x.hidden = outer || l[hidden] > 0
	err := r.inline(x)
	x.hidden = outer
	return err
}

// note reads a note. Those at the foot of a page are laid out from its own top.
func (r *reader) note(x *para) error {
	if !x.flow.Paged || r.s.Value(ns.Text, "note-class") == "endnote" || len(x.notes) >= paper.MaxFloats {
		return r.s.Skip()
	}
	n := note{from: r.sheet.Mark()}
	foot := paper.Flow{Left: r.sheet.Margin.Left, Width: r.sheet.Column()}
	err := r.s.Each(func() error {
		if r.s.Local() != "note-body" {
			return r.s.Skip()
		}
		return r.flow(&foot, 0)
	})
	n.to, n.high = r.sheet.Mark(), foot.Y
	x.notes = append(x.notes, n)
	return err
}

// put puts a note at the foot of a page, below those that are there.
func (x *feet) put(sheet *paper.Sheet, n note, page float64) {
	if page != x.page {
		x.page, x.notes = page, x.notes[:0]
	}
	sheet.Lift(n.from, n.to, 0, page+sheet.Height-sheet.Margin.Bottom-n.high, 0)
	for _, above := range x.notes {
		if x.moved += above.to - above.from; n.high == 0 || x.moved > maxMoved {
			break
		}
		sheet.Lift(above.from, above.to, 0, -n.high, 0)
	}
	if len(x.notes) < maxNotes {
		x.notes = append(x.notes, n)
	}
}

// maxNotes bounds the notes of a page that those below them move, maxMoved their texts in
// all.
const (
	maxNotes = 64
	maxMoved = 1 << 22
)

// settle judges the texts of pages that are over, after which notes of these stay where
// they are.
func (x *feet) settle(sheet *paper.Sheet, f *paper.Flow) {
	before := sheet.Mark()
	if sheet.Settle(f); sheet.Mark() < before {
		x.notes = x.notes[:0]
	}
}
