package glyph

import (
	"slices"
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
	"github.com/seed353dc258/backstory/document"
)

const (
	maxActual   = 400 // characters of a text that may replace what is shown
	actualApart = .5  // of the characters that may differ
)

// replace puts texts in the place of the words that they are the text of, where they
// say the same. Where they do not, what is shown counts, and the text is added where
// hidden text is kept; there are as many of those as hidden says.
func replace(words []Word, policy converters.HiddenPolicy) (out []Word, hidden int) {
	blank := blankGlyphs(words)
	out = make([]Word, 0, len(words))
	for i := range words {
		a := words[i].Source.Actual
		if a == nil || a.Unsure {
			out = append(out, words[i])
			continue
		}
		g := glyphsOf(words, i)
		if g == nil {
			continue // of a text that is there already
		}
		text := strings.Join(strings.Fields(a.Text), " ")
		tofu := blank[words[i].Face.Font] != 0 && isOnly(g.text, blank[words[i].Face.Font])
		if a.False || !g.unmapped && !tofu && !Agree(text, g.text) {
			hidden++
			out = append(out, g.words...)
			if policy != converters.DropHidden && text != "" {
				w := g.words[len(g.words)-1]
				w.Text, w.Source.Actual, w.Glued = text, nil, false
				if policy == converters.MarkHidden {
					w.Label = document.Hidden
				}
				out = append(out, w)
			}
			continue
		}
		w := g.words[0]
		for _, o := range g.words[1:] {
			w.Box = w.Box.Union(o.Box)
			w.End, w.Source.Trail, w.Hyphen = o.End, o.Source.Trail, o.Hyphen
		}
		if w.Text = text; text != "" {
			out = append(out, w)
		}
	}
	return out, hidden
}

// glyphs are the words that one text stands for.
type glyphs struct {
	words    []Word
	text     string
	unmapped bool
}

// actualNear is how far apart the words that one text stands for may be: a
// vowel sign may come after the next letter.
const actualNear = 4

// glyphsOf returns the words that the text of words[i] stands for, and takes
// them; nil where they were taken with an earlier one.
func glyphsOf(words []Word, i int) *glyphs {
	a := words[i].Source.Actual
	if words[i].Text == "" {
		return nil
	}
	var g glyphs
	for k, last := i, i; k < len(words) && k-last < actualNear; k++ {
		w := &words[k]
		if w.Source.Actual != a {
			continue
		}
		g.words = append(g.words, *w)
		g.text += w.Text
		g.unmapped = g.unmapped || w.Source.Unmapped
		if last = k; k > i {
			w.Text = ""
		}
	}
	return &g
}

// blankGlyphs returns, for each font, the character that its glyph for
// characters which it lacks seems to be: the only one of the font that stands
// for several others. A program that sets a text in a font without its
// characters says there what it meant.
func blankGlyphs(words []Word) map[*pdfium.Font]rune {
	type use struct {
		glyph rune
		text  string
		many  bool
	}
	uses := map[*pdfium.Font]*use{}
	for i := range words {
		w := &words[i]
		if w.Source.Actual == nil || w.Source.Actual.False || w.Source.Actual.Unsure || Agree(w.Text, w.Source.Actual.Text) {
			continue
		}
		u := uses[w.Face.Font]
		if u == nil {
			u = &use{glyph: script.FirstRune(w.Text), text: w.Source.Actual.Text}
			uses[w.Face.Font] = u
		}
		if !isOnly(w.Text, u.glyph) {
			u.glyph = 0
		}
		u.many = u.many || u.text != w.Source.Actual.Text
	}
	out := map[*pdfium.Font]rune{}
	for f, u := range uses {
		if u.many {
			out[f] = u.glyph
		}
	}
	return out
}

// isOnly reports whether a text is one character, once or again and again.
func isOnly(s string, r rune) bool { return strings.Trim(s, string(r)) == "" }

// Agree reports whether two texts say nearly the same, apart from what is
// neither letter nor digit.
func Agree(a, b string) bool {
	x, y := signs(a), signs(b)
	if len(x) > maxActual || len(y) > maxActual {
		return string(x) == string(y)
	}
	most := max(len(x), len(y))
	if len(x) <= maxCluster && isCluster(x) && shares(x, y) || len(y) <= maxCluster && isCluster(y) && shares(y, x) {
		return true // the pieces of a cluster do not say much
	}
	return most == 0 || float64(distance(x, y)) <= actualApart*float64(most)
}

// signs returns the letters and digits of a text.
func signs(s string) []rune {
	var out []rune
	for _, r := range s {
		if lig, ok := script.Ligature(r); ok {
			out = append(out, []rune(lig)...)
		} else if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsSymbol(r) || unicode.IsMark(r) {
			out = append(out, unicode.ToLower(r))
		}
	}
	return out
}

// maxCluster is how many characters a cluster of an Indic script has.
const maxCluster = 8

// isCluster reports whether there is a mark among characters.
func isCluster(text []rune) bool { return slices.ContainsFunc(text, unicode.IsMark) }

// shares reports whether two texts have a character in common.
func shares(a, b []rune) bool {
	return slices.ContainsFunc(a, func(r rune) bool { return slices.Contains(b, r) })
}

// distance returns how many characters have to change, come or go to make one
// text of another.
func distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		before := row[0]
		row[0] = i + 1
		for j, y := range b {
			cost := before
			if x != y {
				cost++
			}
			before = row[j+1]
			row[j+1] = min(row[j+1]+1, row[j]+1, cost)
		}
	}
	return row[len(b)]
}
