// Package lid finds the paragraphs of a document of Word that lie under shapes which
// nothing is seen through: pictures, and boxes with a fill, in front of the text and
// with no text around them.
//
//   - lid.go: the text of a part
//   - shape.go, graphic.go, vml.go: shapes
//   - place.go: where they are
//   - style.go: how high and how wide text is
package lid

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/paper"
	"github.com/seed353dc258/backstory/converters/internal/wordml"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// Part is a part of a document, with what its text takes from others.
type Part struct {
	Open   func(text string) *xmlread.Scanner
	Text   string
	Styles string // the part with the styles
	Main   string // the part that says how large the pages are
}

// Find returns by their offsets in the part the paragraphs under shapes. The errors are
// those of the scanners.
func Find(p Part) (map[int]bool, error) {
	if !mayCover(p.Text) {
		return nil, nil
	}
	r := &reader{s: p.Open(p.Text), sheet: pages(p.Main), unfilled: map[string]bool{}}
	_ = r.styles.open(p.Open(p.Styles)) // without them text is of a usual size; a budget that is over ends what follows
	body := r.sheet.Body()
	err := r.s.Walk(func() error {
		switch r.s.Local() {
		case "document", "background":
			return nil
		}
		return r.flow(&body)
	})
	return r.sheet.Under(), err
}

// mayCover reports whether shapes can be in front of the text of a part: names of
// elements are written as they are, whatever their prefixes.
func mayCover(text string) bool {
	for _, name := range [...]string{"anchor", "pict", "object"} {
		for rest := text; ; {
			at := strings.Index(rest, name)
			if at < 0 {
				break
			}
			end := at + len(name)
			if at > 0 && strings.IndexByte(":</", rest[at-1]) >= 0 && end < len(rest) && strings.IndexByte("> \t\r\n", rest[end]) >= 0 {
				return true
			}
			rest = rest[end:]
		}
	}
	return false
}

// flow reads what is in an element that holds paragraphs.
func (r *reader) flow(f *paper.Flow) error {
	return r.s.Each(func() error { return r.inFlow(f) })
}

func (r *reader) inFlow(f *paper.Flow) error {
	switch {
	case r.s.Space() == wordml.NsMC:
		return r.understood(func() error { return r.flow(f) })
	case r.s.Space() != wordml.NsW:
		return r.s.Skip()
	}
	switch r.s.Local() {
	case "p":
		return r.paragraph(f)
	case "tbl":
		return r.table(f)
	case "sdt", "sdtContent", "customXml", "ins", "moveTo":
		return r.flow(f)
	}
	return r.s.Skip()
}

// understood calls read for the content of the branch that is understood.
func (r *reader) understood(read func() error) error {
	if r.s.Local() != "AlternateContent" {
		return r.s.Skip()
	}
	var choice ooxml.Alternative
	return r.s.Each(func() error {
		if !choice.Take(r.s, wordml.Understood...) {
			return r.s.Skip()
		}
		return read()
	})
}

// paragraph reads a paragraph.
func (r *reader) paragraph(f *paper.Flow) error {
	r.sheet.Settle(f)
	x := para{flow: f}
	r.styles.use(&x.Paragraph, "")
	x.Key = r.s.Offset()
	if err := r.inPara(&x); err != nil {
		return err
	}
	top, line := r.sheet.Put(f, &x.Paragraph)
	down := 0.0
	for i := range x.floats {
		down = max(down, r.put(&x, &x.floats[i], top, line))
	}
	f.Y += down
	return nil
}

// inPara reads what is in a paragraph.
func (r *reader) inPara(x *para) error {
	return r.s.Each(func() error {
		switch r.s.Space() {
		case wordml.NsMC:
			return r.understood(func() error { return r.inPara(x) })
		case wordml.NsW:
			return r.piece(x)
		}
		return r.s.Skip()
	})
}

// piece reads an element of a paragraph.
func (r *reader) piece(x *para) error {
	switch r.s.Local() {
	case "pPr":
		return r.styles.paragraph(r.s, &x.Paragraph)
	case "rPr":
		return x.runProps(r.s)
	case "t", "sym", "noBreakHyphen":
		text, err := r.s.InnerText()
		if !x.vanished {
			x.Write(text)
		}
		return err
	case "tab", "ptab":
		x.Tab()
	case "br", "cr":
		if kind, _ := r.s.Attr(wordml.NsW, "type"); kind == "page" && x.flow.Paged {
			r.sheet.NextPage(x.flow)
		} else {
			x.Break()
		}
	case "drawing", "pict", "object":
		return r.drawing(x)
	case "r":
		x.vanished = false
		return r.inPara(x)
	case "hyperlink", "fldSimple", "smartTag", "sdt", "sdtContent", "customXml", "ins", "moveTo", "dir", "bdo", "ruby", "rubyBase":
		return r.inPara(x)
	}
	return r.s.Skip()
}

// runProps reads how large the text of a run is, and whether it takes room.
func (x *para) runProps(s *xmlread.Scanner) error {
	return s.Each(func() error {
		if wordml.Is(s, "vanish") {
			x.vanished = wordml.Toggled(s)
		}
		if n, ok := wordml.Number(wordml.Value(s)); ok && wordml.Is(s, "sz") && n > 0 {
			x.Size = max(x.Size, float64(n)/2)
		}
		return s.Skip()
	})
}

// table reads a table.
func (r *reader) table(f *paper.Flow) error {
	var grid []float64
	left := f.Left
	return r.s.Each(func() error {
		switch {
		case wordml.Is(r.s, "tblPr"):
			return r.s.Each(func() error {
				if wordml.Is(r.s, "tblInd") {
					left += twips(r.s, "w")
				}
				return r.s.Skip()
			})
		case wordml.Is(r.s, "tblGrid"):
			return r.s.Each(func() error {
				grid = append(grid, twips(r.s, "w"))
				return r.s.Skip()
			})
		case wordml.Is(r.s, "tr"):
			row := paper.Flow{Left: left, Width: f.Width, Y: f.Y, Paged: f.Paged}
			bottom, err := r.row(row, grid)
			f.Y = bottom
			return err
		}
		return r.s.Skip()
	})
}

// cellPad is the room at the sides of a cell, in points.
const cellPad = 5.4

// row reads a row, and returns where it ends.
func (r *reader) row(at paper.Flow, grid []float64) (float64, error) {
	bottom, column := at.Y, 0
	err := r.s.Each(func() error {
		switch {
		case wordml.Is(r.s, "trPr"):
			return r.s.Each(func() error {
				if wordml.Is(r.s, "trHeight") {
					bottom = max(bottom, at.Y+twips(r.s, "val"))
				}
				return r.s.Skip()
			})
		case wordml.Is(r.s, "tc"):
			cell := paper.Flow{Left: at.Left + cellPad, Y: at.Y, Paged: at.Paged}
			width := 0.0
			err := r.s.Each(func() error {
				if wordml.Is(r.s, "tcPr") {
					return readCell(r.s, grid, &column, &width)
				}
				cell.Width = max(width-2*cellPad, cellPad)
				return r.inFlow(&cell)
			})
			at.Left += width
			bottom = max(bottom, cell.Y)
			return err
		}
		return r.s.Skip()
	})
	return bottom, err
}

// readCell reads how wide a cell is.
func readCell(s *xmlread.Scanner, grid []float64, column *int, width *float64) error {
	own, span := 0.0, int32(1)
	err := s.Each(func() error {
		switch {
		case wordml.Is(s, "tcW"):
			if kind, _ := s.Attr(wordml.NsW, "type"); kind != "pct" && kind != "auto" {
				own = twips(s, "w")
			}
		case wordml.Is(s, "gridSpan"):
			span, _ = wordml.Number(wordml.Value(s))
		}
		return s.Skip()
	})
	for range min(max(span, 1), 64) {
		if *column < len(grid) {
			*width += grid[*column]
		}
		*column++
	}
	if *width == 0 {
		*width = own
	}
	return err
}
