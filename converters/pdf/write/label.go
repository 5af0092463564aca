package write

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/gate"
)

// labelLongest is how many characters a page's label has at most; a longer one
// says more than which page it is.
const labelLongest = 16

// Labels is what the document calls its pages, where that is not their number
// (PDF 32000-1, 12.4.2).
type Labels map[int]string

// LabelsOf returns the labels of pages. They are asked for last: where that goes
// wrong in the engine, in a tree of them that has no end, the pages have none,
// and all else is known.
func LabelsOf(d *pdfium.Document, pages []int) Labels {
	out := Labels{}
	for _, page := range pages {
		label := d.Label(page)
		if d.Err() != nil {
			return Labels{}
		}
		out.add(page, label)
	}
	return out
}

// add takes in the label of a page.
func (l Labels) add(page int, label string) {
	var gate gate.Gate
	label = strings.TrimSpace(gate.Line(label))
	if label != "" && label != strconv.Itoa(page) && utf8.RuneCountInString(label) <= labelLongest {
		l[page] = label
	}
}

// Pos returns the place of a box on a page, to a tenth of a point; the zero box is the page.
func (l Labels) Pos(page int, b pdfium.Box) document.Pos {
	pos := document.Pos{Page: int32(page), Box: document.Rect{X0: tenth(b.X0), Y0: tenth(b.Y0), X1: tenth(b.X1), Y1: tenth(b.Y1)}}
	if label := l[page]; label != "" {
		pos.Part = "page label " + label
	}
	return pos
}

// IsLabel reports whether a line is what the document calls the page, and
// nothing else.
func IsLabel(text, label string) bool {
	return label != "" && strings.Trim(text, " -–—|·•[]()") == label
}

func tenth(x float64) float32 { return float32(math.Round(x*10) / 10) }
