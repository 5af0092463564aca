package ppt

import (
	"encoding/binary"
	"slices"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/officeart"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// The kinds of placeholders (2.13.22).
const (
	holderImage       = 5 // of the slide, on notes
	holderDate        = 7
	holderHeader      = 10
	holderNotesImage  = 11
	holderTitle       = 13
	holderCenterTitle = 15
	holderUpright     = 17
)

// shapes returns the shapes of a slide, groups apart.
func (r *slideReader) shapes(slide []byte) []shape {
	d, ok := officeart.Find(slide, kindDrawing)
	if !ok {
		return nil
	}
	art, ok := officeart.Find(d.Body, officeart.KindDrawing)
	if !ok {
		return nil
	}
	return r.gather(nil, art.Body, drawing.Frame{}, 0)
}

// gather adds the shapes of a container, those of a group in the place of the group.
func (r *slideReader) gather(out []shape, b []byte, around drawing.Frame, depth int) []shape {
	r.deck.check(r.deck.env.Check(converters.LimitDepth, int64(depth), r.pos))
	for x, rest, ok := officeart.Next(b); ok && r.deck.step(1); x, rest, ok = officeart.Next(rest) {
		switch x.Kind {
		case officeart.KindGroup:
			out = r.group(out, x.Body, around, depth)
		case officeart.KindShape:
			s := r.shape(x.Body)
			if depth > 1 && around.Known {
				s.frame = around
			}
			if !s.Group && !s.Deleted {
				out = append(out, s)
			}
			r.deck.check(r.deck.env.Spend(converters.LimitNodes, 8, r.pos))
		}
	}
	return out
}

// group adds the shapes of a group, or the table that it is.
func (r *slideReader) group(out []shape, b []byte, around drawing.Frame, depth int) []shape {
	first, _ := officeart.Find(b, officeart.KindShape)
	whole := r.shape(first.Body)
	if whole.Hidden {
		if r.deck.Hide(visible.Shape, r.pos) {
			return out
		}
	}
	if depth > 0 && isTable(first.Body) {
		whole.cells = r.cells(b)
		return append(out, whole)
	}
	if depth > 0 && !around.Known {
		around = whole.frame
	}
	return r.gather(out, b, around, depth+1)
}

// shape reads a shape.
func (r *slideReader) shape(b []byte) shape {
	s := shape{Shape: officeart.ReadShape(b)}
	for x, rest, ok := officeart.Next(b); ok; x, rest, ok = officeart.Next(rest) {
		switch x.Kind {
		case officeart.KindAnchor:
			s.frame = frameOf(x.Body, true)
		case officeart.KindChild:
			if !s.frame.Known {
				s.frame = frameOf(x.Body, false)
			}
		case officeart.KindClient:
			if h, ok := officeart.Find(x.Body, kindHolder); ok && len(h.Body) > 4 {
				s.holder = h.Body[4]
			}
		case officeart.KindTextbox:
			s.text = r.textOf(x.Body)
		}
	}
	return s
}

// frameOf reads where a shape is: on a slide from its top (2.12.8), in a group from its
// left ([MS-ODRAW], 2.2.39).
func frameOf(b []byte, onSlide bool) drawing.Frame {
	var v [4]int64
	switch {
	case len(b) >= 16:
		for i := range v {
			v[i] = int64(int32(long(b, 4*i)))
		}
	case len(b) >= 8:
		for i := range v {
			v[i] = int64(int16(binary.LittleEndian.Uint16(b[2*i:])))
		}
	default:
		return drawing.Frame{}
	}
	if onSlide {
		v[0], v[1] = v[1], v[0]
	}
	return drawing.Frame{X: v[0] * unit, Y: v[1] * unit, W: (v[2] - v[0]) * unit, H: (v[3] - v[1]) * unit, Known: true}
}

// textOf returns the text of a shape, which may be in the outline of the slide (2.9.76).
func (r *slideReader) textOf(b []byte) *rawText {
	var texts []rawText
	for x, rest, ok := officeart.Next(b); ok && r.deck.step(1+len(x.Body)/16); x, rest, ok = officeart.Next(rest) {
		if x.Kind == kindOutlineRef {
			if i := long(x.Body, 0); int64(i) < int64(len(r.outline)) {
				texts = append(texts, r.outline[i])
			}
			continue
		}
		texts = addText(texts, x)
	}
	if len(texts) == 0 {
		return nil
	}
	return &texts[0]
}

// isTitle reports whether a shape is the title of its slide.
func (s *shape) isTitle() bool {
	return s.text != nil && (s.holder == holderTitle || s.holder == holderCenterTitle || s.holder == holderUpright ||
		s.holder == 0 && (s.text.kind == textTitle || s.text.kind == textCenterTitle))
}

// isFurniture reports whether a shape is a header, a footer, a date or a number.
func (s *shape) isFurniture() bool { return s.holder >= holderDate && s.holder <= holderHeader }

// firstLine returns where about the first line of a shape is.
func (s *shape) firstLine() drawing.Frame {
	f := s.frame
	f.H = min(f.H, drawing.Inch/2)
	return f
}

// content returns the title of a slide and its blocks, in the order of reading.
func (r *slideReader) content(shapes []shape) (title string, out []document.Block) {
	shapes = slices.DeleteFunc(shapes, func(s shape) bool { return !s.says() && s.cells == nil && !s.Picture })
	drawing.Arrange(shapes, false, func(s shape) drawing.Frame { return s.frame })
	for i := range shapes {
		s := &shapes[i]
		if s.isTitle() && title == "" && !r.ofNotes && !s.Hidden {
			title = s.text.line()
			continue
		}
		out = append(out, r.put(s)...)
	}
	return title, out
}

// says reports whether there is text in a shape.
func (s *shape) says() bool { return s.text != nil && s.text.line() != "" }

// put returns the blocks of a shape.
func (r *slideReader) put(s *shape) []document.Block {
	switch {
	case r.ofNotes && (s.holder == holderImage || s.holder == holderNotesImage):
		return nil
	case s.isFurniture():
		if s.says() {
			r.deck.Lose(lost.SlideFurniture, r.pos)
		}
		return nil
	}
	how := visible.Shown
	switch {
	case s.Hidden:
		how = visible.Shape
	case !r.ofNotes && s.frame.IsOutside(r.deck.frame, s.firstLine):
		how = visible.OffPage
	}
	if how == visible.Shown {
		return r.shown(s)
	}
	if r.deck.Hide(how, r.pos) {
		return nil
	}
	return r.deck.Label(how).LabelBlocks(r.shown(s))
}

// shown returns what a shape shows.
func (r *slideReader) shown(s *shape) []document.Block {
	switch {
	case s.cells != nil:
		return r.table(s.cells)
	case s.says():
		return r.blocks(s.text)
	}
	return []document.Block{converters.Make(r.deck.env, &document.Paragraph{Pos: r.pos, Inlines: []document.Inline{converters.Make(r.deck.env, &document.Image{Alt: s.Alt})}})}
}
