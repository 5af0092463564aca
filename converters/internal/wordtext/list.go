package wordtext

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// item begins an item if a list numbers the paragraph. It reports whether the
// paragraph belongs to an item.
func (f *Flow) item(x *Paragraph) bool {
	item := &x.Item
	if !item.Counted {
		return false
	}
	if item.Marker == "" { // it belongs to the open item of its level, if there is one
		for n := len(f.lists); n > 1 && f.lists[n-1].level > item.Level; n-- {
			f.lists = f.lists[:n-1]
			f.apart()
		}
		return len(f.lists) > 0
	}
	f.begin(openList{num: item.List, own: item.Level, left: item.Left, count: countOf(item.Marker), number: item.Number, marker: item.Marker}, x)
	return true
}

// depth returns how deep an item is: at the level of its list, or deeper where
// it is set in from the item before it, as lists are that a program made for
// one depth each.
func (l openLists) depth(o openList) int8 {
	if len(l) > maxDepth {
		return o.own
	}
	for n := len(l); n > 0; n-- {
		top := &l[n-1]
		switch {
		case top.num == o.num && top.own == o.own:
			return top.level
		case top.num != o.num && top.own >= o.own && o.left > top.left+indentDeeper:
			return top.level + 1
		}
	}
	return o.own
}

// maxDepth is how deep lists may be that are set in from one another.
const maxDepth = 18

// indentDeeper is how much an item is set in that belongs to the item before
// it, in twips.
const indentDeeper = 200

// begin begins an item in the open list of its depth, or in a new one.
func (f *Flow) begin(o openList, x *Paragraph) {
	f.settle()
	o.level = f.lists.depth(o)
	for n := len(f.lists); n > 0 && f.lists[n-1].level > o.level; n-- {
		f.lists = f.lists[:n-1]
	}
	if n := len(f.lists); n > 0 && f.lists[n-1].level == o.level && !f.lists[n-1].takes(o) {
		f.lists = f.lists[:n-1]
	}
	if n := len(f.lists); n == 0 || f.lists[n-1].level < o.level {
		o.list = converters.Make(f.Env, &document.List{Pos: x.Pos})
		f.Put(o.list)
		f.lists = append(f.lists, o)
	}
	top := &f.lists[len(f.lists)-1]
	o.list, o.boxes = top.list, top.boxes
	*top = o
	f.apart()
	f.charge(nodesItem, x.Pos)
	top.list.Items = append(top.list.Items, converters.Make(f.Env, document.Item{Marker: o.marker}))
}

// takes reports whether an item continues a list: a bullet with bullets, a
// number with the number before it.
func (l *openList) takes(o openList) bool {
	if l.count >= 0 && o.count >= 0 {
		return o.count == l.count+1
	}
	if l.count != o.count || l.num == o.num {
		return l.count == o.count
	}
	return o.count == noCount && l.marker == o.marker || o.number > 1 && o.number == l.number+1
}

const (
	noCount  = -1 // a bullet
	notCount = -2 // a number that Markdown does not know
)

// countOf returns the number that Markdown reads in a marker.
func countOf(marker string) int {
	if !strings.ContainsFunc(marker, isCounted) {
		return noCount
	}
	digits := strings.TrimRight(marker, ".)")
	n, err := strconv.Atoi(digits)
	if err != nil || len(digits)+1 != len(marker) || n < 0 {
		return notCount
	}
	return n
}

func isCounted(c rune) bool { return unicode.IsLetter(c) && c != 'o' || unicode.IsDigit(c) }

// indentNear is how far the text of a paragraph may be from that of an item
// to belong to it, in twips.
const indentNear = 60

// leaveLists ends the open lists whose text is set deeper than a paragraph
// that has no marker. Blank ones leave no list.
func (f *Flow) leaveLists(x *Paragraph, blank bool) {
	n := len(f.lists)
	if n == 0 || blank && x.Left == 0 {
		return
	}
	if f.lists[0].boxes {
		if !x.Box {
			f.lists = f.lists[:0]
			f.apart()
		} else {
			f.begin(openList{count: noCount, marker: Bullet, boxes: true}, x)
		}
		return
	}
	if x.Left <= 0 || x.First < 0 || x.Kind == Quote || x.Kind == Term || x.Kind == Detail {
		n = 0
	}
	for n > 0 && x.Left+indentNear < f.lists[n-1].left {
		n--
	}
	if n < len(f.lists) {
		f.lists = f.lists[:n]
		f.apart()
	}
}
