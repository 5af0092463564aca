package pdf

import (
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/document"
)

// noteKey is a mark of a note on its page.
type noteKey struct {
	page int
	mark string
}

// id returns what the note is called in the document.
func (k noteKey) id() string { return strconv.Itoa(k.page) + "-" + k.mark }

// markMost is the length of a mark, in bytes.
const markMost = 6

// noteMark returns the mark of a note that a line begins with: a small raised
// number or sign, and text after it.
func noteMark(l *line) string {
	if len(l.words) < 2 || !isNoteMark(&l.words[0], l) {
		return ""
	}
	return l.words[0].text
}

// isNoteMark reports whether a word is raised and small, and a number or sign.
func isNoteMark(w *word, l *line) bool {
	if len(w.text) > markMost || !raised(0, w, l).Has(document.Superscript) {
		return false
	}
	for _, r := range w.text {
		if (r < '0' || r > '9') && r != '*' && r != '†' && r != '‡' && r != '§' {
			return false
		}
	}
	return true
}

// isPower reports whether a raised number belongs to a single letter or a number
// before it, as in a formula.
func isPower(words []word, k int) bool {
	if k == 0 || !hasDigit(words[k].text) || words[k].box.X0-words[k-1].box.X1 > .25*words[k-1].size {
		return false
	}
	before := words[k-1].text
	r, _ := utf8.DecodeLastRuneInString(before)
	return unicode.IsDigit(r) || runeCount(before) == 1 && unicode.IsLetter(r) && !isWide(r) && (k < 2 || !words[k-1].glued || !hasLetter(words[k-2].text))
}

// takeNotes takes the footnotes out of the paragraphs: those that begin with a
// mark which stands in the text of their page, too.
func takeNotes(paras []para) (rest, notes []para) {
	marks := map[noteKey]bool{}
	for i := range paras {
		for j := range paras[i].lines {
			l := &paras[i].lines[j]
			for k := range l.words {
				if (j > 0 || k > 0) && isNoteMark(&l.words[k], l) && !isPower(l.words, k) {
					marks[noteKey{l.page, l.words[k].text}] = true
				}
			}
		}
	}
	taken := map[noteKey]bool{}
	for i := range paras {
		p := &paras[i]
		key := noteKey{page: p.page}
		if len(p.lines) > 0 && p.table == nil && p.level == 0 && !p.code {
			key.mark = noteMark(&p.lines[0])
		}
		if key.mark == "" || !marks[key] || taken[key] {
			rest = append(rest, *p)
			continue
		}
		taken[key] = true
		notes = append(notes, *p)
	}
	return rest, notes
}

// notesOf makes the bodies of notes.
func (b *builder) notesOf(notes []para) []document.Block {
	var out []document.Block
	for i := range notes {
		p := &notes[i]
		key := noteKey{p.page, noteMark(&p.lines[0])}
		p.lines[0].words[1].glued = true
		out = append(out, &document.Note{Pos: b.posOf(p), Kind: document.Footnote, ID: key.id(), Blocks: []document.Block{b.paragraph(p, 1)}})
	}
	return out
}
