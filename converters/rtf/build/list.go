package build

import (
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/rtf/model"
	"github.com/seed353dc258/backstory/converters/rtf/numbering"
)

// item tells which item a paragraph starts or continues, if any. It returns
// how many bytes of its text are the marker of the item.
func (f *flow) item(x *wordtext.Paragraph, p *model.Paragraph) int {
	marker, begins := f.markerOf(p)
	typed := 0
	if !begins {
		if p.Listed || p.List > 0 {
			x.Item = wordtext.Item{Counted: true, List: p.List, Level: p.Level}
			return 0
		}
		if marker, typed = typedMarker(p); typed == 0 {
			return 0
		}
		x.Kind = wordtext.PlainText
	}
	if f.b.Lists.IsBullet(p.List, p.Level) && len(marker) <= 1 && strings.ContainsFunc(marker, isWord) {
		marker = numbering.Bullet
	}
	x.Item = wordtext.Item{Counted: true, Marker: marker, List: p.List, Level: p.Level, Left: p.Left}
	if p.List == 0 { // its indent alone says which list it is in
		x.Item.List, x.Item.Level = -1-p.Left, 0
	}
	return typed
}

// markerOf returns the marker of an item that a paragraph begins: the one that it
// carries, or that its list gives it.
func (f *flow) markerOf(p *model.Paragraph) (marker string, begins bool) {
	switch {
	case p.Listed:
		return p.Marker, p.Marker != ""
	case p.List > 0:
		if f.b.Listed[p.List] {
			return "", false
		}
		return f.b.Lists.Next(p.List, p.Level)
	case p.Bullet:
		return numbering.Bullet, true
	case p.Word6 > 0:
		return f.word6Marker(p), true
	}
	return "", false
}

// word6Marker returns the marker of a paragraph in a list of Word 6 that does not
// carry it: one more than that of the item before it in the same list.
func (f *flow) word6Marker(p *model.Paragraph) string {
	l := &f.b.Word6[p.Word6-1]
	if f.word6 != p.Word6 || !f.InList() {
		f.word6, f.next = p.Word6, l.Start
	}
	f.next++
	return l.Marker(f.next - 1)
}

func isWord(c rune) bool { return isLetter(c) || '0' <= c && c <= '9' }

func isLetter(c rune) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// maxTyped is how many bytes a typed marker may have.
const maxTyped = 16

// typedMarker returns the marker of a paragraph that hangs, and has a marker and a
// tab in its first line: a list that a program wrote out. The second result is where
// the text behind them begins, 0 for no such paragraph.
func typedMarker(p *model.Paragraph) (string, int) {
	if p.First >= 0 || p.Left+p.First < 0 {
		return "", 0
	}
	i := strings.IndexByte(p.Text[:min(len(p.Text), maxTyped)], '\t')
	if i <= 0 || !isTyped(strings.TrimSpace(p.Text[:i])) {
		return "", 0
	}
	return strings.TrimSpace(p.Text[:i]), i + 1
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
func (b *builder) headingNumber(p *model.Paragraph) string {
	marker := p.Marker
	if !p.Listed && p.List > 0 {
		marker, _ = b.Lists.Next(p.List, p.Level)
	}
	return marker
}
