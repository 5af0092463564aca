package prompt

import (
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/scan"
)

// maxPart is how large a part of a chapter gets, in tokens, as long as it has
// blocks to be cut between.
const maxPart = 1500

// stretch is a part of a text, by its lines.
type stretch struct {
	from, to int
	title    string // of its heading
	level    int    // of the heading that it begins with; 0 for none
}

// stretches returns the blocks of a text that are in no container, each with
// the blank lines behind it. Together they are the text.
func (p *prose) stretches() []stretch {
	text, tree := p.text, p.tree()
	list := []stretch{{}}
	for n := tree.Nodes[0].First; n != 0; n = tree.Nodes[n].Next {
		d := &tree.Nodes[n]
		b := stretch{from: strings.LastIndexByte(text[:d.Start], '\n') + 1}
		if d.Kind == scan.KindHeading {
			b.level, b.title = int(d.Level), strings.Join(strings.Fields(tree.Text(n)), " ")
		}
		last := &list[len(list)-1]
		if b.from > last.from {
			last.to = b.from
			list = append(list, b)
		} else if len(list) == 1 {
			*last = b
		}
	}
	list[0].from = 0
	list[len(list)-1].to = len(text)
	return list
}

// highest returns the level of the highest heading of some blocks, or 0.
func highest(list []stretch) int {
	level := 0
	for _, b := range list {
		if b.level > 0 && (level == 0 || b.level < level) {
			level = b.level
		}
	}
	return level
}

// cutAt cuts blocks before each heading of a level.
func cutAt(list []stretch, level int) [][]stretch {
	var cuts [][]stretch
	from := 0
	for i, b := range list {
		if i > from && level > 0 && b.level == level {
			cuts = append(cuts, list[from:i])
			from = i
		}
	}
	return append(cuts, list[from:])
}

// join makes one stretch of blocks.
func join(list []stretch) stretch {
	s := list[0]
	s.to = list[len(list)-1].to
	return s
}

// parts cuts the text of a chapter into its parts, the same ones for the same
// text: at its highest headings, and where what is under one is still long, so
// that each part is as large as may be, between blocks. Together they are the
// text.
func (p *prose) parts() []stretch {
	list, text := p.stretches(), p.text
	var out []stretch
	for _, cut := range cutAt(list, highest(list)) {
		whole := join(cut)
		if estimate(text[whole.from:whole.to]) <= maxPart {
			out = append(out, whole)
			continue
		}
		out = append(out, pack(text, cut)...)
	}
	return out
}

// pack joins blocks as long as they fit a part. A heading does not stay behind
// when what is under it moves on.
func pack(text string, list []stretch) []stretch {
	var out []stretch
	from, size := 0, 0
	for i, b := range list {
		cost := estimate(text[b.from:b.to])
		if size+cost > maxPart && i > from {
			cut := i
			for cut > from+1 && list[cut-1].level > 0 && i-cut < maxHeadings {
				cut--
			}
			if list[from].level == 0 || cut > from+1 || i > from+1 {
				out = append(out, titled(join(list[from:cut]), list[0].title))
				from, size = cut, 0
				for _, moved := range list[cut:i] {
					size += estimate(text[moved.from:moved.to])
				}
			}
		}
		size += cost
	}
	return append(out, titled(join(list[from:]), list[0].title))
}

// maxHeadings is how many headings in a row move on with what is under them.
const maxHeadings = 3

// titled gives a stretch without a heading of its own the one that it is under.
func titled(s stretch, title string) stretch {
	if s.title == "" {
		s.title = title
	}
	return s
}
