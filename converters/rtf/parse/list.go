package parse

import (
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/rtf/numbering"
)

// lists are the lists of the document.
type lists struct {
	table  numbering.Table
	listed map[int32]bool    // by \ls: lists whose paragraphs carry their markers
	word6  []numbering.Word6 // by number, from 1
}

// item says which item the current paragraph begins or continues, if any.
func (r *reader) item(f *wordtext.Flow) {
	p, x := &r.pars, r.story.text
	marker, begins := r.markerOf(f)
	if !begins {
		if r.story.listed || p.list > 0 {
			x.Item = wordtext.Item{Counted: true, List: p.list, Level: p.listLevel}
			return
		}
		typed := 0
		if marker, typed = typedMarker(p, x.Bytes()); typed == 0 {
			return
		}
		x.Cut(typed)
		x.Kind = wordtext.PlainText
	}
	if r.table.IsBullet(p.list, p.listLevel) && len(marker) <= 1 && strings.ContainsFunc(marker, isWord) {
		marker = numbering.Bullet
	}
	x.Item = wordtext.Item{Counted: true, Marker: marker, List: p.list, Level: p.listLevel, Left: p.left}
	if p.list == 0 { // its indent alone says which list it is in
		x.Item.List, x.Item.Level = -1-p.left, 0
	}
}

// markerOf returns the marker of an item that the current paragraph begins: the one
// that it carries, or that its list gives it.
func (r *reader) markerOf(f *wordtext.Flow) (marker string, begins bool) {
	s, p := r.story, &r.pars
	switch {
	case s.listed:
		return s.marker, s.marker != ""
	case p.list > 0:
		if r.listed[p.list] {
			return "", false
		}
		return r.table.Next(p.list, p.listLevel)
	case p.marker == bulletMarker:
		return numbering.Bullet, true
	case p.word6 > 0:
		return r.word6Marker(f), true
	}
	return "", false
}

// word6Marker returns the marker of a paragraph in a list of Word 6 that does not
// carry it: one more than that of the item before it in the same list.
func (r *reader) word6Marker(f *wordtext.Flow) string {
	s := r.story
	l := &r.word6[r.pars.word6-1]
	if s.word6 != r.pars.word6 || !f.InList() {
		s.word6, s.next = r.pars.word6, l.Start
	}
	s.next++
	return l.Marker(s.next - 1)
}

func isWord(c rune) bool { return isLetter(c) || '0' <= c && c <= '9' }

func isLetter(c rune) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// maxTyped is how many bytes a typed marker may have.
const maxTyped = 16

// typedMarker returns the marker of a paragraph that hangs, and has a marker and a
// tab in its first line: a list that a program wrote out. The second result is where
// the text behind them begins, 0 for no such paragraph.
func typedMarker(p *pars, text []byte) (string, int) {
	if p.first >= 0 || p.left+p.first < 0 {
		return "", 0
	}
	before, _, ok := strings.Cut(string(text[:min(len(text), maxTyped)]), "\t")
	marker := strings.TrimSpace(before)
	if !ok || before == "" || !isTyped(marker) {
		return "", 0
	}
	return marker, len(before) + 1
}

// isTyped reports whether a text is a bullet or a number.
func isTyped(m string) bool {
	if c, size := utf8.DecodeRuneInString(m); size == len(m) {
		return strings.ContainsRune("•◦▪‣·–—-*●○■□➢✓\uF0B7\uF0A7\uF0D8o", c)
	}
	body := strings.TrimPrefix(strings.TrimRight(m, ".)"), "(")
	if len(body) == len(m) || body == "" || len(body) > 8 {
		return false
	}
	for _, part := range strings.Split(body, ".") {
		digits := strings.Trim(part, "0123456789") == "" && part != ""
		roman := strings.Trim(strings.ToLower(part), "ivxlcdm") == "" && part != ""
		if !digits && !roman && !(len(part) == 1 && isLetter(rune(part[0]))) {
			return false
		}
	}
	return true
}

// headingNumber returns the number in front of a heading that it carries, or that
// its list gives it.
func (r *reader) headingNumber() string {
	marker := r.story.marker
	if !r.story.listed && r.pars.list > 0 {
		marker, _ = r.table.Next(r.pars.list, r.pars.listLevel)
	}
	return marker
}
