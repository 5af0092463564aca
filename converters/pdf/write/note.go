package write

import (
	"strconv"

	"github.com/seed353dc258/backstory/converters/pdf/layout"
)

// NoteKey is a mark of a note on its page.
type NoteKey struct {
	Page int
	Mark string
}

// id returns what the note is called in the document.
func (k NoteKey) id() string { return strconv.Itoa(k.Page) + "-" + k.Mark }

// TakeNotes takes the footnotes out of the paragraphs: those that begin with a
// mark which is in the text of their page, too.
func TakeNotes(paras []layout.Para) (rest, notes []layout.Para) {
	marks := marksOf(paras)
	taken := map[NoteKey]bool{}
	for i := range paras {
		p := &paras[i]
		key := NoteKey{Page: p.At.Page}
		if len(p.Lines) > 0 && p.Table == nil && p.Level == 0 && !p.Code {
			key.Mark = layout.NoteMark(&p.Lines[0])
		}
		if key.Mark == "" || !marks[key] || taken[key] {
			rest = append(rest, *p)
			continue
		}
		taken[key] = true
		notes = append(notes, *p)
	}
	return rest, notes
}

// marksOf returns the marks of notes that are in a text.
func marksOf(paras []layout.Para) map[NoteKey]bool {
	marks := map[NoteKey]bool{}
	for i := range paras {
		for j := range paras[i].Lines {
			l := &paras[i].Lines[j]
			for k := range l.Words {
				if (j > 0 || k > 0) && layout.IsNoteMark(&l.Words[k], l) && !layout.IsPower(l.Words, k) {
					marks[NoteKey{l.Page, l.Words[k].Text}] = true
				}
			}
		}
	}
	return marks
}
