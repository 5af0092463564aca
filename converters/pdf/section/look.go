package section

import (
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/script"
	"github.com/seed353dc258/backstory/document"
)

// candidate is a paragraph that may be a heading.
type candidate struct {
	para  *layout.Para
	text  string
	chars int
	bold  bool
	f     *finder
	first bool // of its page
}

// isHeading reports whether a paragraph looks like a heading.
func (f *finder) isHeading(p *layout.Para, first bool) bool {
	c := candidate{para: p, text: p.Text(), bold: p.All(document.Strong), f: f, first: first}
	c.chars = script.RuneCount(c.text)
	switch {
	case !c.isTitle():
		return false
	case p.Size >= f.body*headingLarger:
		return !(p.Item.Marker == "-" && !c.bold) && (c.bold || p.Size >= f.body*1.18 || !script.Ends(c.text))
	}
	return (c.bold || c.isNumbered() && (c.isCapital() || c.isSlanted() || c.isSmall())) && c.standsOut()
}

// isSlanted reports whether a text is in italics on a line of its own, behind the letter
// or the numbers of a part of a section; below Roman numbers and letters, behind a figure.
func (c *candidate) isSlanted() bool {
	number, _, _ := strings.Cut(c.text, " ")
	return c.para.All(document.Emphasis) && len(c.para.Lines) == 1 && c.para.Gap > .25*c.para.Size && (c.f.roman || !script.HasDigit(number) || strings.Contains(strings.TrimSuffix(number, "."), "."))
}

// isSmall reports whether the words of a text behind its number are in a font of small
// capitals, as its name says.
func (c *candidate) isSmall() bool {
	words := c.para.Lines[0].Words
	if len(c.para.Lines) > 1 || len(words) < 2 || words[1].Face.Font == nil || c.para.Gap <= .25*c.para.Size {
		return false
	}
	name := words[1].Face.Font.Name
	return strings.Contains(name, "CSC") || strings.Contains(name, "SmallC") || strings.Contains(name, "SmCp")
}

// smallCapitals returns the size of the capitals of a line in small capitals, that of the
// body or larger; 0 for other text.
func smallCapitals(p *layout.Para, body float64) float64 {
	if len(p.Lines) != 1 || p.Size > body || p.Size < .6*body || strings.ContainsFunc(p.Text(), unicode.IsLower) {
		return 0
	}
	words, size := p.Lines[0].Words, 0.0
	for i := range words {
		if w := &words[i]; unicode.IsUpper(script.FirstRune(w.Text)) {
			if next := i + 1; next < len(words) && words[next].Glued && words[next].Face.Size < .9*w.Face.Size {
				size = w.Face.Size
			} else if w.Face.Size > .9*body && !isNumbered(w.Text+" A") {
				return 0
			}
		}
	}
	if size < .94*body {
		return 0
	}
	return size
}

// isCapital reports whether a text has capital letters alone, as headings in small
// capitals have.
func (c *candidate) isCapital() bool {
	const least = 4 // letters
	n := 0
	for _, r := range c.text {
		if unicode.IsLower(r) {
			return false
		}
		n += script.Flag(unicode.IsUpper(r))
	}
	return n >= least && c.para.Gap > .25*c.para.Size
}

// isTitle reports whether a text can be a heading, however it is set: short, with words,
// and neither an entry of a table of contents nor a sentence.
func (c *candidate) isTitle() bool {
	if c.para.Item.Entry || c.chars == 0 || c.chars > headingChars || len(c.para.Lines) > headingLines || c.bold && isPair(c.para) {
		return false
	}
	if !isWorded(c.text) || strings.Contains(c.text, ". . .") || strings.Contains(c.text, "....") {
		return false
	}
	return script.LastRune(c.text) != '.' || c.chars <= boldChars || c.isNumbered()
}

// standsOut reports whether a text that is bold, and no larger than others, is a
// heading.
func (c *candidate) standsOut() bool {
	if c.chars > boldChars || len(c.para.Lines) > 2 || c.para.Size < c.least()*c.f.body && smallCapitals(c.para, c.f.body) == 0 || c.para.Item.Marker == "-" && !c.isNumbered() {
		return false
	}
	switch script.LastRune(c.text) {
	case '：', '。', '.', ',', ';':
		return false
	case ':':
		return c.isNumbered()
	}
	return c.isNumbered() || c.para.Item.Marker == "" && (c.first || c.para.Gap > .25*c.para.Size)
}

// least returns how small a text that stands out may be, in parts of the body: bold or
// in italics, and with a number, somewhat smaller.
func (c *candidate) least() float64 {
	if c.isNumbered() && (c.bold || c.isSlanted()) {
		return .85
	}
	return .97
}

// isNumbered reports whether a text begins with the number of a heading.
func (c *candidate) isNumbered() bool { return isNumbered(c.text) }

// isPair reports whether a paragraph that is bold, as far as it has letters, is a
// name and a number that is not bold.
func isPair(p *layout.Para) bool {
	words := p.Last().Words
	last := &words[len(words)-1]
	return !last.Face.Styles.Has(document.Strong) && script.HasDigit(last.Text)
}

// isWorded reports whether a text has a word: two letters, or one of a script
// without spaces.
func isWorded(text string) bool {
	n := 0
	for _, r := range text {
		if n += script.Flag(unicode.IsLetter(r)); n > 1 || n == 1 && script.IsWide(r) {
			return true
		}
	}
	return false
}
