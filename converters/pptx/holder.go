package pptx

import (
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// holder is a placeholder (ISO/IEC 29500-1, 19.3.1.36). Its kind is "" for a
// shape that is none.
type holder struct {
	kind   string // ST_PlaceholderType
	index  string
	frame  drawing.Frame
	fill   drawing.Paint
	levels *drawing.Levels
}

// readHolder reads the element p:nvPr of a shape.
func readHolder(t *xmlread.Tree, nvPr xmlread.NodeID) holder {
	ph := t.Child(nvPr, drawing.P, "ph")
	if ph == 0 {
		return holder{}
	}
	h := holder{kind: t.Attr(ph, xmlread.None, "type"), index: t.Attr(ph, xmlread.None, "idx")}
	if h.kind == "" {
		h.kind = "obj"
	}
	if h.index == "" {
		h.index = "0"
	}
	return h
}

// isTitle reports whether a placeholder holds the title of its slide.
func (h *holder) isTitle() bool { return h.kind == "title" || h.kind == "ctrTitle" }

// isFurniture reports whether a placeholder holds what every slide shows.
func (h *holder) isFurniture() bool {
	switch h.kind {
	case "dt", "ftr", "hdr", "sldNum":
		return true
	}
	return false
}

// family returns the kind under which a master has a placeholder.
func (h *holder) family() string {
	switch {
	case h.isTitle():
		return "title"
	case h.isFurniture(), h.kind == "sldImg":
		return h.kind
	}
	return "body"
}

// key is what a placeholder is found by.
type key struct {
	by   keyKind
	name string
}

type keyKind uint8

const (
	byFamily keyKind = iota
	byIndex
	byKind
)

// key is what placeholders of slide and layout have in common: the family of
// those that a slide has once, the index of the others.
func (h *holder) key() key {
	if f := h.family(); f != "body" {
		return key{byFamily, f}
	}
	return key{byIndex, h.index}
}

// index makes the placeholders of a page fast to find: by their keys, kinds
// and families, the first of each.
func (p *page) index() {
	p.byKey = make(map[key]int, 2*len(p.holders))
	for i := range p.holders {
		h := &p.holders[i]
		for _, key := range [...]key{h.key(), {byKind, h.kind}, {byFamily, h.family()}} {
			if _, ok := p.byKey[key]; !ok {
				p.byKey[key] = i
			}
		}
	}
}

// find returns the first placeholder that one of the keys leads to, or nil.
func (p *page) find(keys ...key) *holder {
	if p == nil {
		return nil
	}
	for _, key := range keys {
		if i, ok := p.byKey[key]; ok {
			return &p.holders[i]
		}
	}
	return nil
}

// inherit gives a placeholder of a slide the place and the fill that layout and
// master have for it, and returns the styles of its text, the nearest first.
func (d *deck) inherit(sh *shape, layout *page) []*drawing.Levels {
	if sh.holder.kind == "" {
		return nil
	}
	master := layout
	styles := make([]*drawing.Levels, 0, 4)
	if layout != nil && layout.master != nil {
		master = layout.master
		styles = sh.from(layout.find(sh.holder.key(), key{byKind, sh.holder.kind}), styles)
	}
	styles = sh.from(master.find(key{byFamily, sh.holder.family()}), styles)
	if master != nil {
		switch sh.holder.family() {
		case "title":
			styles = append(styles, master.title)
		case "body":
			styles = append(styles, master.body)
		default:
			styles = append(styles, master.other)
		}
	}
	return append(styles, d.defaults)
}

// from takes the place and the fill of a placeholder unless the shape has its
// own, and adds its styles.
func (sh *shape) from(h *holder, styles []*drawing.Levels) []*drawing.Levels {
	if h == nil {
		return styles
	}
	if !sh.frame.Known {
		sh.frame = h.frame
	}
	if sh.fill.Kind == drawing.PaintUnset {
		sh.fill = h.fill
	}
	return append(styles, h.levels)
}
