package pptx

import (
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// layout returns the layout of a slide, or the master of a notes page.
func (d *deck) layout(rels *ooxml.Relations, kind string) (*page, error) {
	part := d.pkg.Part(rels, kind)
	if part == "" {
		return nil, nil
	}
	if p, ok := d.pages[part]; ok {
		return p, nil
	}
	d.pages[part] = nil // for layouts that lead to themselves
	p, err := d.readPage(part)
	if err != nil {
		return nil, err
	}
	d.pages[part] = p
	return p, nil
}

// readPage reads a layout or a master.
func (d *deck) readPage(part string) (*page, error) {
	s, err := d.open(part)
	if s == nil || err != nil {
		return nil, err
	}
	defer d.release(s)
	p := &page{}
	if s.Name(xmlread.Root).Local == "sldLayout" {
		if p.master, err = d.layout(s.links.all(), "slideMaster"); err != nil {
			return nil, err
		}
		p.bare = s.Attr(xmlread.Root, xmlread.None, "showMasterSp") == "0"
	} else if err := d.readMaster(p, s); err != nil {
		return nil, err
	}
	root := s.Child(xmlread.Root, drawing.P, "cSld")
	p.ground = readGround(s.Tree, s.Child(root, drawing.P, "bg"))
	d.readHolders(p, s, s.Child(root, drawing.P, "spTree"), drawing.Space{})
	p.index()
	return p, d.failed
}

// readMaster reads the styles and the colours of a master.
func (d *deck) readMaster(p *page, s *source) error {
	styles := s.Child(xmlread.Root, drawing.P, "txStyles")
	p.title = drawing.ReadLevels(s.Tree, s.Child(styles, drawing.P, "titleStyle"))
	p.body = drawing.ReadLevels(s.Tree, s.Child(styles, drawing.P, "bodyStyle"))
	p.other = drawing.ReadLevels(s.Tree, s.Child(styles, drawing.P, "otherStyle"))
	if notes := s.Child(xmlread.Root, drawing.P, "notesStyle"); notes != 0 {
		p.body = drawing.ReadLevels(s.Tree, notes)
	}
	part := d.pkg.Part(s.links.all(), "theme")
	if part == "" {
		return nil
	}
	var theme drawing.Theme
	err := d.pkg.ReadHead(part, drawing.Spaces(), func(scanner *xmlread.Scanner) (err error) {
		theme, err = drawing.ReadTheme(scanner)
		return err
	})
	if err != nil {
		return d.tolerate(err)
	}
	p.theme = theme.Mapped(s.Tree, s.Child(xmlread.Root, drawing.P, "clrMap"))
	return nil
}

// readHolders reads the placeholders of a layout or a master, and what else
// covers its ground.
func (d *deck) readHolders(p *page, s *source, tree xmlread.NodeID, space drawing.Space) {
	drawing.Each(s.Tree, tree, func(n xmlread.NodeID) {
		if d.failed != nil {
			return
		}
		sh := d.scratch.shape(s, n, space)
		if sh == nil {
			return
		}
		d.hold(nodesShape)
		switch {
		case sh.kind == kindGroup:
			d.readHolders(p, s, n, sh.inner)
		case sh.holder.kind != "":
			sh.holder.frame, sh.holder.fill = sh.frame, sh.looks.fill
			sh.holder.levels = drawing.ReadLevels(s.Tree, s.Child(sh.text, drawing.A, "lstStyle"))
			if sh.holder.levels != nil {
				d.hold(nodesLevels)
			}
			p.holders = append(p.holders, sh.holder)
		default:
			if sh.looks.fill.Kind != drawing.PaintUnset && !sh.looks.fill.IsClear() {
				p.covers = append(p.covers, cover{sh.frame, sh.looks.fill})
			}
			if sh.text != 0 && !sh.hidden && hasText(s.Tree, sh.text) {
				d.Lose(lost.FixedText, onSlide(0))
			}
		}
	})
}

// colors returns the theme that the colours of a page are looked up in.
func (p *page) colors() drawing.Theme {
	switch {
	case p == nil:
		return drawing.Theme{}
	case p.master != nil:
		return p.master.theme
	}
	return p.theme
}

// readGround returns the background that an element p:bg gives.
func readGround(t *xmlread.Tree, bg xmlread.NodeID) drawing.Paint {
	if properties := t.Child(bg, drawing.P, "bgPr"); properties != 0 {
		return drawing.ReadPaint(t, properties)
	}
	ref := t.Child(bg, drawing.P, "bgRef")
	if ref == 0 {
		return drawing.Paint{}
	}
	paint := drawing.ReadColor(t, ref)
	if idx := t.Attr(ref, xmlread.None, "idx"); idx != "1001" {
		paint.Kind = drawing.PaintOther // a gradient or a picture of the theme
	}
	return paint
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
func (p *presentation) inherit(sh *shape, layout *page) []*drawing.Levels {
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
	return append(styles, p.defaults)
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
	if sh.looks.fill.Kind == drawing.PaintUnset {
		sh.looks.fill = h.fill
	}
	return append(styles, h.levels)
}
