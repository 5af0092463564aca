package section

import (
	"cmp"
	"math"
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

// setLevels gives the title and the other headings their levels: these by how they look,
// then by their numbers, and below the title where there is one.
func (f *finder) setLevels(title, heads []*layout.Para) {
	for _, p := range title {
		f.heads.forget(p)
		p.Level = 1
	}
	rank(heads, f.heads.looks)
	f.byNumber(heads)
	if title != nil {
		f.belowTitle(heads)
	}
}

// rank gives the headings that the outline does not name their levels.
func rank(heads []*layout.Para, looks map[look]int) {
	known := map[look]int{}
	for _, p := range heads {
		if p.Level > 0 {
			if old, ok := known[lookOf(p)]; !ok || p.Level < old {
				known[lookOf(p)] = p.Level
			}
		}
	}
	var order []look
	for l := range looks {
		order = append(order, l)
	}
	slices.SortFunc(order, func(a, b look) int {
		return cmp.Or(cmp.Compare(b.size, a.size), cmp.Compare(script.Flag(b.bold), script.Flag(a.bold)))
	})
	levels := map[look]int{}
	next := 1
	for _, l := range order {
		level, ok := known[l]
		if !ok {
			level = next
		}
		levels[l] = min(level, 6)
		next = min(level+1, 6)
	}
	for _, p := range heads {
		if p.Level < 0 {
			p.Level = levels[lookOf(p)]
		}
	}
}

// byNumber gives headings that begin with a number the levels that their numbers say:
// 1., 1.1, or I., A., 1. Those of the least depth have the level that most of them have, of
// those that the outline names where it names some.
func (f *finder) byNumber(heads []*layout.Para) {
	depth := func(p *layout.Para) int { return depthOf(p.Text(), f.roman) }
	outlined := slices.ContainsFunc(heads, func(p *layout.Para) bool { return f.heads.named[p] && depth(p) > 0 })
	known := slices.DeleteFunc(slices.Clone(heads), func(p *layout.Para) bool { return depth(p) == 0 || outlined && !f.heads.named[p] })
	if len(known) == 0 {
		return
	}
	var votes [7]int
	least, deepest := depth(slices.MinFunc(known, func(a, b *layout.Para) int { return cmp.Compare(depth(a), depth(b)) })), 6
	for _, p := range known {
		if depth(p) == least {
			votes[p.Level]++
		} else {
			deepest = min(deepest, p.Level)
		}
	}
	base := slices.Index(votes[:], slices.Max(votes[:]))
	if !outlined {
		base = min(base, deepest)
	}
	for _, p := range heads {
		if d := depth(p); d > 0 && !f.heads.named[p] {
			p.Level = min(max(base+d-least, 1), 6)
		}
	}
}

// belowTitle sets headings below the title: the highest of those whose level is known, by
// the outline or their numbers, are of the second level, or else the highest of all.
func (f *finder) belowTitle(heads []*layout.Para) {
	known := slices.DeleteFunc(slices.Clone(heads), func(p *layout.Para) bool { return !f.heads.isSettled(p) })
	if len(known) < settledOnes {
		known = heads
	}
	top := math.MaxInt
	for _, p := range known {
		above := 0
		if !f.heads.named[p] {
			above = max(depthOf(p.Text(), f.roman)-1, 0)
		}
		top = min(top, max(p.Level-above, 1))
	}
	for _, p := range heads {
		p.Level = min(max(p.Level-top, 0)+2, 6)
	}
}
