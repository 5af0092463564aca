package lid

import (
	"github.com/seed353dc258/backstory/converters/internal/paper"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// reader reads the parts of a document.
type reader struct {
	s      *xmlread.Scanner
	sheet  *paper.Sheet
	styles styles
	pages  pages
	begun  bool // there was a paragraph
	feet   feet
}

// feet are the notes of the page that came last.
type feet struct {
	notes []note
	page  float64 // its top
	moved int     // texts, by notes below them
}

// note is a note at the foot of a page: the texts in it, and its height.
type note struct {
	from, to int
	high     float64
}

func newReader() *reader {
	return &reader{
		sheet:  &paper.Sheet{Width: usualWidth, Height: usualHeight, Margin: paper.Rect{Left: usualMargin, Top: usualMargin, Right: usualMargin, Bottom: usualMargin}},
		styles: styles{map[key]style{}, map[key]style{}, map[key]*look{}},
		pages:  pages{layouts: map[string]layout{}, masters: map[string]master{}},
	}
}

// A page of which nothing is said.
const (
	usualWidth  = 595
	usualHeight = 842
	usualMargin = 57
)

// pages are what pages look like.
type pages struct {
	layouts map[string]layout
	masters map[string]master
	first   string // the master page that came first
	over    []part // what is drawn on each page
	covered int    // so many pages have it
	inHead  bool   // a header is read
}

// layout is how large a page is.
type layout struct {
	paper.Rect // its margins
	wide, high float64
	head, foot float64 // the room for headers and footers
}

// master is a master page.
type master struct {
	layout     string
	head, foot bool
	over       []part
}

// para is a paragraph that is read.
type para struct {
	paper.Paragraph
	flow   *paper.Flow
	floats []float
	notes  []note
	hidden bool
}

// float is a shape that is in a paragraph or on a page.
type float struct {
	look   *look
	anchor string
	at     paper.Rect // by what it says itself
	level  int64      // 0 is that of the text
	page   float64    // that it is on, from 0, where the anchor is one
	before float64    // how long the text in front of it is
	lids   []part     // what nothing is seen through
	mark   int        // the texts in it
	marked int
}

// part is a part of a shape that nothing is seen through.
type part struct {
	paper.Rect
	level int64
}
