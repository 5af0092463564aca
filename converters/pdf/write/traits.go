package write

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

// Traits are what is known of a document before its blocks are made.
type Traits struct {
	Env    *converters.Env
	Words  Lexicon
	Whole  Lexicon               // of those, the ones that are surely whole
	Links  map[int][]pdfium.Link // of each page
	Notes  map[NoteKey]bool      // those that have a body
	Breaks bool                  // words are broken at the ends of lines
	Trails bool                  // lines that end between words end with a space
	Spaced bool                  // there are spaces between scripts with and without spaces
	Rights map[int]float64       // where the text of each page ends
	Labels Labels
}

// Lexicon is the words of a document, to tell a hyphen that belongs to a word
// from one that only ends its line.
type Lexicon map[string]bool

// Learn adds the words of lines, without those at their ends.
func (x Lexicon) Learn(lines []layout.Line) {
	for i := range lines {
		ws := lines[i].Words
		for j := range ws {
			if !ws[j].Hyphen && (j > 0 || len(ws) == 1) {
				x[bare(ws[j].Text)] = true
			}
		}
	}
}

// LearnWhole adds the words of lines that are surely whole: with spaces, or
// other words, on both sides.
func (x Lexicon) LearnWhole(lines []layout.Line) {
	for i := range lines {
		if t := lines[i].Table; t != nil {
			for _, row := range t.Rows {
				for j := range row {
					x.learnInner(row[j].Words)
				}
			}
		}
		x.learnInner(lines[i].Words)
	}
}

// learnInner adds those of some words that are between others on their line.
func (x Lexicon) learnInner(ws []glyph.Word) {
	for j := 1; j+1 < len(ws); j++ {
		w := &ws[j]
		const level = .3 // of the size
		if !w.Glued && !ws[j+1].Glued && math.Abs(w.Base-ws[j-1].Base) < level*w.Face.Size && math.Abs(w.Base-ws[j+1].Base) < level*w.Face.Size {
			x[bare(w.Text)] = true
		}
	}
}

// bare is a word without what surrounds it.
func bare(s string) string {
	return strings.ToLower(strings.TrimFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
}

// SpacesScripts reports whether a document has spaces between scripts without
// spaces and others, as Chinese often has, and Japanese has not.
func SpacesScripts(pages []*layout.Sheet) bool {
	with, without := 0, 0
	for _, s := range pages {
		for i := range s.Lines {
			ws := s.Lines[i].Words
			for j := range ws {
				without += scriptTurns(ws[j].Text)
				if j == 0 {
					continue
				}
				end, _ := utf8.DecodeLastRuneInString(ws[j-1].Text)
				if next := script.FirstRune(ws[j].Text); script.IsWide(end) != script.IsWide(next) && script.IsAlnum(end) && script.IsAlnum(next) {
					with += script.Flag(!ws[j].Glued)
					without += script.Flag(ws[j].Glued)
				}
			}
		}
	}
	return with > without
}

// scriptTurns counts where a text goes from one kind of script to the other.
func scriptTurns(s string) int {
	n := 0
	last := rune(0)
	for _, r := range s {
		if last != 0 && script.IsWide(r) != script.IsWide(last) && script.IsAlnum(r) && script.IsAlnum(last) {
			n++
		}
		last = r
	}
	return n
}

// BreaksWords reports whether a document breaks words at the ends of lines: it
// does so often, or once in a word that is unbroken elsewhere.
func BreaksWords(pages []*layout.Sheet, words Lexicon) bool {
	broken, all := 0, 0
	for _, s := range pages {
		for i := range s.Lines {
			l := &s.Lines[i]
			if l.Table != nil || len(l.Words) < 4 {
				continue
			}
			all++
			last := &l.Words[len(l.Words)-1]
			if !last.Hyphen || i+1 >= len(s.Lines) || len(s.Lines[i+1].Words) == 0 {
				continue
			}
			broken++
			stem, follow := strings.TrimRight(last.Text, "-\u00ad\u2010"), s.Lines[i+1].Words[0].Text
			if strings.HasSuffix(last.Text, "\u00ad") || len(stem) > 1 && words[bare(stem+follow)] {
				return true
			}
		}
	}
	const often = 25 // one in so many lines
	return broken >= 2 && broken*often >= all
}

// SpacesTrail reports whether a document has the spaces at which its lines
// break. Without one, a line breaks inside a word.
func SpacesTrail(pages []*layout.Sheet, producer string) bool {
	with, all := 0, 0
	for _, s := range pages {
		for i := range s.Lines {
			l := &s.Lines[i]
			if l.Table != nil {
				w, a := trails(l.Table)
				with, all = with+w, all+a
				continue
			}
			if len(l.Words) < 3 || l.Words.Fixed() || i+1 == len(s.Lines) || !turnsTo(l, &s.Lines[i+1]) {
				continue
			}
			last := &l.Words[len(l.Words)-1]
			if r, _ := utf8.DecodeLastRuneInString(last.Text); last.Hyphen || script.IsWide(r) {
				continue
			}
			all++
			with += script.Flag(last.Source.Trail)
		}
	}
	if all < 5 || strings.Contains(producer, "LibreOffice") && with > 0 {
		return strings.Contains(producer, "LibreOffice") // which always does
	}
	return with*10 >= all*8
}

// turnsTo reports whether the next line continues a sentence.
func turnsTo(l *layout.Line, next *layout.Line) bool {
	if len(next.Words) == 0 || !unicode.IsLower(script.FirstRune(next.Words[0].Text)) || script.Ends(l.Words.Text()) {
		return false
	}
	step := next.Base - l.Base
	return step > .5*l.Size && step < 2*l.Size && math.Abs(l.Size-next.Size) < .1*l.Size && min(l.Box.X1, next.Box.X1) > max(l.Box.X0, next.Box.X0)
}

// trails counts the lines of several words in the cells of a table that others
// follow, and those of them that end with a space.
func trails(t *layout.Table) (with, all int) {
	for _, row := range t.Rows {
		for i := range row {
			ws := row[i].Words
			start := 0
			for j := 1; j < len(ws); j++ {
				if ws[j].Base < ws[j-1].Base+.5*ws[j].Face.Size {
					continue
				}
				if r, _ := utf8.DecodeLastRuneInString(ws[j-1].Text); j-start > 1 && script.InWord(r) && script.InWord(script.FirstRune(ws[j].Text)) && !script.IsWide(r) && !script.IsWide(script.FirstRune(ws[j].Text)) {
					all++
					with += script.Flag(ws[j-1].Source.Trail)
				}
				start = j
			}
		}
	}
	return with, all
}
