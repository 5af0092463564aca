package section

import (
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/script"
	"github.com/seed353dc258/backstory/document"
)

// splitRunIns parts headings from the paragraphs that they begin: what is bold or in italics
// from the start to a point or a colon, behind a number that says to be below
// another heading's, or named by the outline.
func (f *finder) splitRunIns(paras []layout.Para) []layout.Para {
	first := false
	for i := range paras {
		if p := &paras[i]; !isNoHeading(p) && f.isHeading(p, false) {
			text := p.Text()
			first, f.roman = first || depthOf(text, false) == 1, f.roman || strings.HasPrefix(text, "I. ")
		}
	}
	if !first && f.count == 0 {
		return paras
	}
	out := make([]layout.Para, 0, len(paras))
	for _, p := range paras {
		line, word := runIn(&p)
		if word == 0 {
			out = append(out, p)
			continue
		}
		head, rest := p.Cut(line, word)
		text := head.Text()
		below := first && depthOf(text, false) > 1 || f.roman && bracketed().MatchString(text)
		if !below && f.levelOf(text, p.At.Page) == 0 {
			out = append(out, p)
			continue
		}
		head.Level = -1
		out = append(out, head, rest)
	}
	return out
}

// runIn returns the line and the word of it at which the text begins behind words that
// look otherwise, and that end with a point or a colon; the word is 0 where there are
// no such words.
func runIn(p *layout.Para) (line, word int) {
	const most = 2 // lines of the heading
	if isNoHeading(p) || p.Tag.Tagged || p.Item.Marker == "-" || p.Lines[0].RTL {
		return 0, 0
	}
	first := p.Lines[0].Words
	at := script.Flag(isLabel(first[0].Text) && len(first) > 1)
	style := styleOf(&first[at])
	last := ""
	for i := range p.Lines[:min(most, len(p.Lines))] {
		words := p.Lines[i].Words
		for k := at; k < len(words) && style != 0; k++ {
			if w := &words[k]; !w.Face.Styles.Has(style) && script.HasLetter(w.Text) {
				if k == 0 || w.Glued || !strings.ContainsAny(last[max(len(last)-1, 0):], ".:") {
					return 0, 0
				}
				return i, k
			}
			last = words[k].Text
		}
		at = 0
	}
	return 0, 0
}

// styleOf returns the style of a word that makes it a heading in a line of text; 0 for none.
func styleOf(w *glyph.Word) document.Style {
	switch {
	case !unicode.IsUpper(script.FirstRune(w.Text)):
	case w.Face.Styles.Has(document.Strong):
		return document.Strong
	case w.Face.Styles.Has(document.Emphasis):
		return document.Emphasis
	}
	return 0
}

// isLabel reports whether a word is a number such as 2.1 or 1).
func isLabel(s string) bool { return script.HasDigit(s) && !script.HasLetter(s) }
