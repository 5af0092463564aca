package sml

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/symbolfont"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// What marks parts of a stored text, from [sheet.FirstMark] to [sheet.LastMark].
// [Decode] takes these characters out of what a workbook says.
const (
	MarkUp     = 0x0E // superscript from here on
	MarkDown   = 0x0F // subscript
	MarkPlain  = 0x10 // neither
	MarkFaint  = 0x12 // in a colour that cannot be seen on white, up to the next mark
	MarkStruck = 0x13 // struck out
	MarkImage  = 0x14 // what follows is the alternative text of a picture
	MarkTiny   = 0x15 // smaller than can be seen
)

// Item is the text of a shared string or of an inline one: its runs in order, without the phonetic reading. Runs above or
// below the line are marked.
type Item struct {
	// Faint reports whether a colour, by its attributes, cannot be seen on white.
	Faint  func(attr func(string) string) bool
	Text   []byte
	Rich   bool // it has marks
	Unseen bool // some of it cannot be seen, if only on white
	mark   byte // of the run, 0 for none
	marked byte // the last mark that was written
	font   symbolfont.Font
}

// Read reads it behind its start tag.
func (it *Item) Read(s *Scanner) error {
	it.Text, it.Rich, it.Unseen, it.mark, it.marked = it.Text[:0], false, false, 0, 0
	it.font = symbolfont.Unset
	return s.Inner(func() error {
		switch string(s.Name) {
		case "t":
			return it.run(s)
		case "rPh", "phoneticPr", "extLst":
			return s.Skip()
		case "r":
			it.mark, it.font = 0, symbolfont.Unset
		case "rFont":
			it.font = symbolfont.Of(s.Attrs.Get("val"))
		default:
			it.property(s)
		}
		return nil
	})
}

// property notes what a run looks like.
func (it *Item) property(s *Scanner) {
	switch string(s.Name) {
	case "color":
		if get := s.Attrs.Get; it.mark != MarkTiny && it.Faint(get) {
			it.mark, it.Unseen = MarkFaint, true
		}
	case "sz":
		if Less(s.Attrs.Get("val"), visible.MinSize) {
			it.mark, it.Unseen = MarkTiny, true
		}
	case "strike":
		if v := s.Attrs.Get("val"); it.mark == 0 && (v == "" || Bool(v)) {
			it.mark = MarkStruck
		}
	case "vertAlign":
		switch v := s.Attrs.Get("val"); {
		case it.mark == MarkFaint || it.mark == MarkTiny: // what hides a run counts
		case v == "superscript":
			it.mark = MarkUp
		case v == "subscript":
			it.mark = MarkDown
		}
	}
}

// run reads the text of a t element.
func (it *Item) run(s *Scanner) error {
	if s.Empty {
		return nil
	}
	if it.mark != it.marked {
		it.marked, it.Rich = it.mark, true
		mark := it.mark
		if mark == 0 {
			mark = MarkPlain
		}
		it.Text = append(it.Text, mark)
	}
	start := len(it.Text)
	err := s.Content(func(text []byte, raw bool) {
		if raw {
			it.Text = append(it.Text, text...)
		} else {
			it.Text = Decode(it.Text, text)
		}
	})
	if it.font.HasSymbols() {
		it.Text = append(it.Text[:start], it.font.Text(string(it.Text[start:]))...)
	}
	return err
}

// Content gives the text of the element whose start tag was read: piece by
// piece, raw where nothing is to be decoded. Elements inside are passed over.
func (s *Scanner) Content(visit func(text []byte, raw bool)) error {
	if s.Empty {
		return nil
	}
	depth := s.Depth
	for {
		k, err := s.Next()
		if err != nil {
			return err
		}
		if k == EOF {
			return nil
		}
		if len(s.Text) > 0 {
			visit(s.Text, k == Data)
		}
		if k == End && s.Depth < depth {
			return nil
		}
		if k == Start {
			if err := s.Skip(); err != nil {
				return err
			}
		}
	}
}

// IsBlank reports whether a text has nothing but white space.
func IsBlank(text []byte) bool {
	for _, c := range text {
		if c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return false
		}
	}
	return true
}

// marks are the characters that change how the text behind them looks.
const marks = "\x0E\x0F\x10\x13\x14\x16\n"

// Inlines returns a text with marks.
func Inlines(env *converters.Env, text string) []document.Inline {
	runs := env.Runs()
	styles := document.Styles(0)
	for text != "" {
		i := strings.IndexAny(text, marks)
		if i < 0 {
			runs.Text(text, styles)
			break
		}
		if i > 0 {
			runs.Text(text[:i], styles)
		}
		switch text[i] {
		case '\n':
			runs.Inline(converters.Make(env, &document.Break{}), styles)
		case MarkUp:
			styles = document.Styles(0).With(document.Superscript)
		case MarkDown:
			styles = document.Styles(0).With(document.Subscript)
		case MarkStruck:
			styles = document.Styles(0).With(document.Strike)
		case sheet.LastMark:
			styles = document.Styles(0).With(document.Hidden)
		case MarkImage:
			runs.Inline(converters.Make(env, &document.Image{Alt: text[i+1:]}), 0)
			return runs.Inlines()
		default:
			styles = 0
		}
		text = text[i+1:]
	}
	return runs.Inlines()
}
