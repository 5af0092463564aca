package drawing

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// Blocks returns the paragraphs of a text body as paragraphs and nested lists.
func Blocks(env *converters.Env, paras []Para, pos document.Pos) []document.Block {
	f := flow{env: env, pos: pos}
	for i := range paras {
		f.put(&paras[i])
	}
	f.endCode()
	return f.out
}

// flow sets paragraphs into the lists that are open.
type flow struct {
	env  *converters.Env
	pos  document.Pos
	out  []document.Block
	open []openList // the innermost last

	code  *document.CodeBlock // that the next line of code joins, or nil
	lines []byte              // of it
}

type openList struct {
	list    *document.List
	level   int
	left    EMU // where the text of its last item stands
	ordered bool
}

// put adds a paragraph. One with a marker goes into the list of its level. One
// without goes into the open item above its level.
func (f *flow) put(p *Para) {
	for n := len(f.open); n > 0 && f.ends(f.open[n-1], p); n-- {
		f.endCode()
		f.open = f.open[:n-1]
	}
	if p.Marker == "" {
		f.addPlain(p)
		return
	}
	f.endCode()
	if n := len(f.open); n == 0 || f.open[n-1].level < p.Level {
		list := converters.Make(f.env, &document.List{Pos: f.pos})
		f.add(list)
		f.open = append(f.open, openList{list: list, level: p.Level, ordered: p.Marker != Bullet})
	}
	top := &f.open[len(f.open)-1]
	top.left = p.left
	top.list.Items = append(top.list.Items, converters.Make(f.env, document.Item{Marker: p.Marker, Blocks: []document.Block{f.block(p)}}))
}

// block returns a paragraph as a block.
func (f *flow) block(p *Para) document.Block {
	if p.TeX != "" {
		return converters.Make(f.env, &document.MathBlock{Pos: f.pos, TeX: p.TeX})
	}
	return converters.Make(f.env, &document.Paragraph{Pos: f.pos, Inlines: p.Inlines})
}

// addPlain adds a paragraph without marker. Lines of code that follow one
// another are one block.
func (f *flow) addPlain(p *Para) {
	switch {
	case p.Code == "":
		f.endCode()
		f.add(f.block(p))
	case f.code != nil:
		f.lines = append(append(f.lines, '\n'), p.Code...)
	default:
		f.code = converters.Make(f.env, &document.CodeBlock{Pos: f.pos})
		f.lines = append(f.lines[:0], p.Code...)
		f.add(f.code)
	}
}

// endCode ends the block of code that is open.
func (f *flow) endCode() {
	if f.code != nil {
		f.code.Text = string(f.lines)
		f.code = nil
	}
}

// ends reports whether a paragraph ends a list. One without marker does not,
// if it is below the text of the list's last item.
func (f *flow) ends(o openList, p *Para) bool {
	if p.Marker == "" && !p.hanging && p.left > 0 && p.left >= o.left && p.Level <= o.level {
		return false
	}
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
