package pdf

import (
	"regexp"
	"strings"
	"sync"
	"unicode"

	"github.com/seed353dc258/backstory/document"
)

// bullets are the characters that programs set before an item.
const bullets = "•◦▪▫‣⁃∙●○■□◆◇➢➤►▶✓✔–—-*·o☐☒☑\uf0b7\uf0a7\uf0d8\uf0fc\uf076\uf02d\u25e6"

// marker matches a number before an item.
var markerForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\(?([0-9]{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]|[0-9]{1,2}(\.[0-9]{1,2}){1,3}\.?|\[[0-9]{1,3}\])$`)
})

// isBullet reports whether a word is a bullet alone. A font of signs may say
// nothing of what its bullet means: that is a control character then, or one
// for private use.
func isBullet(s string) bool {
	r := firstRune(s)
	return runeCount(s) == 1 && (strings.Contains(bullets, s) || r >= 0x80 && r < 0xA0 || r >= 0xE000 && r <= 0xF8FF)
}

// isMarker reports whether a line is a marker alone.
func isMarker(l *line) bool {
	return len(l.words) == 1 && (isBullet(l.words[0].text) || markerForm().MatchString(l.words[0].text))
}

// markerOf returns the marker that a line begins with, and how many words it
// takes; 0 for none.
func markerOf(l *line) (string, int) {
	if len(l.words) < 2 || l.words[1].glued && !isBullet(l.words[0].text) && !unicode.IsLetter(firstRune(l.words[1].text)) {
		return "", 0
	}
	first := l.words[0].text
	if l.rtl {
		first = turnMarker(first)
	}
	if isBullet(first) {
		if first == "o" && l.words[1].box.X0-l.words[0].box.X1 < .6*l.size {
			return "", 0
		}
		if (first == "-" || first == "–" || first == "—") && l.words[1].glued {
			return "", 0
		}
		return "-", 1
	}
	if !markerForm().MatchString(first) {
		return "", 0
	}
	if runeCount(first) == 2 && first[1] == '.' && first[0] >= 'A' && l.words[1].box.X0-l.words[0].box.X1 < .5*l.size {
		return "", 0 // an initial
	}
	return first, 1
}

// turnMarker puts the point of a number behind it that stands before it in a text
// from right to left.
func turnMarker(s string) string {
	if n := len(s) - 1; n > 0 && n <= 3 && s[0] == '.' && strings.Trim(s[1:], "0123456789") == "" {
		return s[1:] + "."
	}
	return s
}

// listBuilder makes lists of items that follow one another.
type listBuilder struct {
	root  *document.List
	stack []openList
}

type openList struct {
	list  *document.List
	depth int     // that the structure says
	x     float64 // of the markers
	textX float64
}

// add adds an item at the depth that its indent says.
func (b *listBuilder) add(pos document.Pos, p *para, blocks []document.Block) {
	x := p.box.X0
	if p.lines[0].rtl {
		x = -p.lines[0].box.X1
	}
	slack := .7 * p.size
	for len(b.stack) > 0 && b.stack[len(b.stack)-1].depth > p.depth {
		b.stack = b.stack[:len(b.stack)-1]
	}
	deeper := len(b.stack) > 0 && p.depth > b.stack[len(b.stack)-1].depth
	for !deeper && len(b.stack) > 0 && b.stack[len(b.stack)-1].depth == p.depth && x < b.stack[len(b.stack)-1].x-slack {
		b.stack = b.stack[:len(b.stack)-1]
	}
	if len(b.stack) == 0 || deeper || x > b.stack[len(b.stack)-1].x+slack {
		l := &document.List{Pos: pos}
		switch {
		case len(b.stack) > 0 && len(b.stack) < 8:
			top := b.stack[len(b.stack)-1].list
			item := &top.Items[len(top.Items)-1]
			item.Blocks = append(item.Blocks, l)
		case b.root == nil:
			b.root = l
		default:
			l = b.root
		}
		b.stack = append(b.stack, openList{l, p.depth, x, p.textX})
	}
	top := &b.stack[len(b.stack)-1]
	top.textX = p.textX
	top.list.Items = append(top.list.Items, document.Item{Marker: p.marker, Task: p.task, Blocks: blocks})
}

// takes reports whether a paragraph belongs to the last item: it begins where
// the item's text does.
func (b *listBuilder) takes(p *para) bool {
	if b.root == nil || len(b.stack) == 0 {
		return false
	}
	if p.goesOn {
		for len(b.stack) > 1 && b.stack[len(b.stack)-1].depth > p.depth {
			b.stack = b.stack[:len(b.stack)-1]
		}
		return true
	}
	if p.tagged || len(p.lines) == 0 || p.lines[0].rtl {
		return false
	}
	top := b.stack[len(b.stack)-1]
	return abs(p.box.X0-top.textX) < .6*p.size && top.textX > top.x+.5*p.size
}

// last returns the blocks of the last item.
func (b *listBuilder) last() *[]document.Block {
	l := b.stack[len(b.stack)-1].list
	return &l.Items[len(l.Items)-1].Blocks
}
