package build

import (
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/rtf/model"
	"github.com/seed353dc258/backstory/converters/rtf/numbering"
	"github.com/seed353dc258/backstory/document"
)

// openList is a list that may get more items.
type openList struct {
	list    *document.List
	leveled bool  // key is a level, not an indent
	key     int32 // how deep the list is
	left    int32 // indent of the text of its items
}

// item returns the open item of a list.
func (o *openList) item() *document.Item { return &o.list.Items[len(o.list.Items)-1] }

// close ends the lists beyond the first n.
func (f *flow) close(n int) { f.lists = f.lists[:n] }

// item begins an item if the paragraph is one by its properties, or goes on
// with an open one. It reports whether it did.
func (f *flow) item(p *model.Paragraph) bool {
	marker, begins := f.markerOf(p)
	if !begins {
		return (p.Listed || p.List > 0) && f.goOn(p)
	}
	if f.Lists.IsBullet(p.List, p.Level) && len(marker) <= 1 && strings.ContainsFunc(marker, isWord) {
		marker = numbering.Bullet
	}
	o := openList{leveled: p.List > 0, key: int32(p.Level), left: p.Left}
	if !o.leveled {
		o.key = p.Left
	}
	f.begin(o, marker, posOf(p))
	return true
}

// markerOf returns the marker of an item that a paragraph begins: the one that it
// carries, or that its list gives it.
func (f *flow) markerOf(p *model.Paragraph) (marker string, begins bool) {
	switch {
	case p.Listed:
		return p.Marker, p.Marker != ""
	case p.List > 0:
		if f.Listed[p.List] {
			return "", false
		}
		return f.Lists.Next(p.List, p.Level)
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
	l := &f.Word6[p.Word6-1]
	if f.word6 != p.Word6 || len(f.lists) == 0 {
		f.word6, f.next = p.Word6, l.Start
	}
	f.next++
	return l.Marker(f.next - 1)
}

func isWord(c rune) bool { return isLetter(c) || '0' <= c && c <= '9' }

func isLetter(c rune) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// goOn takes a paragraph into the open item of its level, if there is one.
func (f *flow) goOn(p *model.Paragraph) bool {
	for len(f.lists) > 1 && f.lists[len(f.lists)-1].leveled && f.lists[len(f.lists)-1].key > int32(p.Level) && f.lists[len(f.lists)-1].left > p.Left {
		f.close(len(f.lists) - 1)
	}
	return len(f.lists) > 0
}

// begin begins an item in the open list of its depth, or in a new one.
func (f *flow) begin(o openList, marker string, pos document.Pos) {
	if len(f.lists) > 0 && f.lists[0].leveled != o.leveled {
		f.close(0)
	}
	for len(f.lists) > 0 && f.lists[len(f.lists)-1].key > o.key {
		f.close(len(f.lists) - 1)
	}
	if n := len(f.lists); n == 0 || f.lists[n-1].key < o.key && n < numbering.Levels {
		o.list = &document.List{Pos: pos}
		f.put(o.list)
		f.lists = append(f.lists, o)
	}
	top := &f.lists[len(f.lists)-1]
	top.left = o.left
	f.apart()
	top.list.Items = append(top.list.Items, document.Item{Marker: marker})
}

// leaveLists ends the open lists whose text is set deeper than a paragraph.
func (f *flow) leaveLists(p *model.Paragraph) {
	n := len(f.lists)
	if p.Left == 0 || p.First < 0 || p.Kind == model.Quote {
		n = 0
	}
	for n > 0 && p.Left < f.lists[n-1].left {
		n--
	}
	if n < len(f.lists) {
		f.close(n)
		f.apart()
	}
}

// maxTyped is how many bytes a typed marker may have.
const maxTyped = 16

// typedItem begins an item if the paragraph hangs, and a marker and a tab
// are in its first line: a list that a program wrote out.
func (f *flow) typedItem(p *model.Paragraph) bool {
	if p.First >= 0 || p.Left+p.First < 0 {
		return false
	}
	i := strings.IndexByte(p.Text[:min(len(p.Text), maxTyped)], '\t')
	if i <= 0 || !isTyped(strings.TrimSpace(p.Text[:i])) {
		return false
	}
	marker := strings.TrimSpace(p.Text[:i])
	cut(p, i+1)
	p.Listed = true
	f.begin(openList{key: p.Left, left: p.Left}, marker, posOf(p))
	return true
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
