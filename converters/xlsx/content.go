package xlsx

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/document"
)

// What marks parts of a stored text, from [sheet.FirstMark] to [sheet.LastMark].
// Decode takes these characters out of what a workbook says.
const (
	markUp     = 0x0E // superscript from here on
	markDown   = 0x0F // subscript
	markPlain  = 0x10 // neither
	markFaint  = 0x12 // in a colour that cannot be seen on white, up to the next mark
	markStruck = 0x13 // struck out
	markImage  = 0x14 // what follows is the alternative text of a picture
	markTiny   = 0x15 // smaller than can be seen
)

// Flags of cells that only this format has.
const (
	flagFaint sheet.Flags = sheet.OwnFlags << iota // in the colour of its ground
	flagTiny                                       // smaller than can be seen
	flagBlank                                      // its format shows nothing
)

// marks are the characters that change how the text behind them looks.
const marks = "\x0E\x0F\x10\x13\x14\n"

// Inlines implements [sheet.Format].
func (sh *worksheet) Inlines(_ *sheet.Cell, text string) []document.Inline {
	var runs document.Runs
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
			runs.Inline(&document.Break{}, styles)
		case markUp:
			styles = document.Styles(0).With(document.Superscript)
		case markDown:
			styles = document.Styles(0).With(document.Subscript)
		case markStruck:
			styles = document.Styles(0).With(document.Strike)
		case markImage:
			runs.Inline(&document.Image{Alt: text[i+1:]}, 0)
			return runs.Inlines()
		default:
			styles = 0
		}
		text = text[i+1:]
	}
	return runs.Inlines()
}
