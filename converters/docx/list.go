package docx

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// item begins an item if a list numbers the paragraph. It reports whether the
// paragraph belongs to an item.
func (f *flow) item(x *para) bool {
	if !x.marker.set || x.marker.num == 0 {
		return false
	}
	level := max(x.marker.level, 0)
	marker, at, ok := f.reader.lists.count(x.marker.num, level)
	if shown := strings.TrimSpace(x.marker.shown); shown != "" && marker != bullet {
		marker, ok = shown[:min(len(shown), maxShown)], true
	}
	if !ok {
		return false
	}
	left := x.left
	if !x.hasLeft && at != nil && at.hasLeft {
		left = at.left
	}
	if marker == "" {
		return f.goOn(level)
	}
	f.begin(openList{num: x.marker.num, own: level, left: left, count: countOf(marker)}, marker, x)
	return true
}

// maxShown is how many bytes of a marker that a document gives are read.
const maxShown = 64

// goOn takes a paragraph that its list shows no marker for into the open item
// of its level. It reports whether there is one.
func (f *flow) goOn(level int8) bool {
	for n := len(f.lists); n > 1 && f.lists[n-1].level > level; n-- {
		f.lists = f.lists[:n-1]
		f.apart()
	}
	return len(f.lists) > 0
}

// depth returns how deep an item is: at the level of its list, or deeper where
// it is set in from the item before it, as lists are that a program made for
// one depth each.
func (f *flow) depth(o openList) int8 {
	if len(f.lists) > 2*levelCount {
		return o.own
	}
	for n := len(f.lists); n > 0; n-- {
		top := &f.lists[n-1]
		switch {
		case top.num == o.num && top.own == o.own:
			return top.level
		case top.num != o.num && top.own >= o.own && o.left > top.left+indentDeeper:
			return top.level + 1
		}
	}
	return o.own
}

// indentDeeper is how much an item is set in that belongs to the item before
// it, in twips.
const indentDeeper = 200

// begin begins an item in the open list of its depth, or in a new one.
func (f *flow) begin(o openList, marker string, x *para) {
	f.settle()
	o.level = f.depth(o)
	for n := len(f.lists); n > 0 && f.lists[n-1].level > o.level; n-- {
		f.lists = f.lists[:n-1]
	}
	if n := len(f.lists); n > 0 && f.lists[n-1].level == o.level && !f.lists[n-1].takes(o) {
		f.lists = f.lists[:n-1]
	}
	if n := len(f.lists); n == 0 || f.lists[n-1].level < o.level {
		o.list = &document.List{Pos: x.pos}
		f.put(o.list)
		f.lists = append(f.lists, o)
	}
	top := &f.lists[len(f.lists)-1]
	top.left, top.count, top.num, top.own = o.left, o.count, o.num, o.own
	f.apart()
	f.charged(nodesItem)
	top.list.Items = append(top.list.Items, document.Item{Marker: marker})
}

// takes reports whether an item goes on with a list: a bullet with bullets, a
// number with the number before it.
func (l *openList) takes(o openList) bool {
	if l.count >= 0 && o.count >= 0 {
		return o.count == l.count+1
	}
	return l.count == o.count && (l.num == o.num || o.count == noCount)
}

const (
	noCount  = -1 // a bullet
	notCount = -2 // a number that Markdown does not know
)

// countOf returns the number that Markdown reads in a marker.
func countOf(marker string) int {
	if marker == bullet {
		return noCount
	}
	digits := strings.TrimRight(marker, ".)")
	n, err := strconv.Atoi(digits)
	if err != nil || len(digits)+1 != len(marker) || n < 0 {
		return notCount
	}
	return n
}

// indentNear is how far the text of a paragraph may stand from that of an item
// to belong to it, in twips.
const indentNear = 60

// leaveLists ends the open lists whose text is set deeper than a paragraph
// that has no marker. Blank ones leave no list.
func (f *flow) leaveLists(x *para, blank bool) {
	n := len(f.lists)
	if n == 0 || blank && x.left == 0 {
		return
	}
	if f.lists[0].boxes {
		if !x.box {
			f.lists = f.lists[:0]
			f.apart()
		} else {
			f.begin(openList{count: noCount, boxes: true}, bullet, x)
		}
		return
	}
	if x.left <= 0 || x.first < 0 || x.kind == kindQuote || x.kind == kindTerm || x.kind == kindDetail {
		n = 0
	}
	for n > 0 && x.left+indentNear < f.lists[n-1].left {
		n--
	}
	if n < len(f.lists) {
		f.lists = f.lists[:n]
		f.apart()
	}
}
