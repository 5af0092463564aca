package drawing

import "github.com/seed353dc258/backstory/document"

// Blocks returns the paragraphs of a text body as paragraphs and nested lists.
func Blocks(paras []Para, pos document.Pos) []document.Block {
	f := flow{pos: pos}
	for _, p := range paras {
		f.put(p)
	}
	return f.out
}

// flow sets paragraphs into the lists that are open.
type flow struct {
	pos  document.Pos
	out  []document.Block
	open []openList // the innermost last
}

type openList struct {
	list    *document.List
	level   int
	ordered bool
}

// put adds a paragraph. One with a marker goes into the list of its level. One
// without goes into the open item above its level.
func (f *flow) put(p Para) {
	for n := len(f.open); n > 0 && f.ends(f.open[n-1], p); n-- {
		f.open = f.open[:n-1]
	}
	block := document.Block(&document.Paragraph{Pos: f.pos, Inlines: p.Inlines})
	if p.TeX != "" {
		block = &document.MathBlock{Pos: f.pos, TeX: p.TeX}
	}
	if p.Marker == "" {
		f.add(block)
		return
	}
	if n := len(f.open); n == 0 || f.open[n-1].level < p.Level {
		list := &document.List{Pos: f.pos}
		f.add(list)
		f.open = append(f.open, openList{list, p.Level, p.Marker != Bullet})
	}
	list := f.open[len(f.open)-1].list
	list.Items = append(list.Items, document.Item{Marker: p.Marker, Blocks: []document.Block{block}})
}

// ends reports whether a paragraph ends a list.
func (f *flow) ends(o openList, p Para) bool {
	switch {
	case o.level != p.Level:
		return o.level > p.Level
	case p.Marker == "":
		return true
	}
	return o.ordered != (p.Marker != Bullet)
}

// add appends a block to the innermost open item.
func (f *flow) add(b document.Block) {
	if len(f.open) == 0 {
		f.out = append(f.out, b)
		return
	}
	items := f.open[len(f.open)-1].list.Items
	last := &items[len(items)-1]
	last.Blocks = append(last.Blocks, b)
}
