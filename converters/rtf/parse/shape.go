package parse

import (
	"slices"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/rtf/token"
	"github.com/seed353dc258/backstory/document"
)

// enterShape returns an act that begins a shape or a picture.
func enterShape(drawn bool) func(*reader, token.Token) {
	return func(r *reader, _ token.Token) {
		r.opened.shapes.open = append(r.opened.shapes.open, shape{
			drawn: drawn, around: r.text.hiddenAround(), depth: len(r.out.outer), beside: len(r.out.story.par.beside), notes: len(r.out.notes), pictures: len(r.opened.shapes.pictures),
		})
		r.at.begin(toNothing, roleShape)
		r.hold(1)
	}
}

// last returns the innermost shape that is open, or nil.
func (s *shapes) last() *shape {
	if n := len(s.open); n > 0 {
		return &s.open[n-1]
	}
	return nil
}

// setBox returns an act for a side of a shape.
func setBox(side int) func(*reader, token.Token) {
	return func(r *reader, t token.Token) {
		if s := r.opened.shapes.last(); s != nil {
			s.box[side] = t.Num
			s.placed = s.placed || side == len(s.box)-1
		}
	}
}

// maxRule is the height of a rectangle that is a line, in twips.
const maxRule = 60

// isRule reports whether the shape is a line across the page.
func (s *shape) isRule() bool {
	high, wide := s.box[3]-s.box[1], s.box[2]-s.box[0]
	return s.rule || s.kind == "1" && high >= 0 && high < maxRule && wide > 50*maxRule
}

// anchor returns the place of a shape.
func (s *shape) anchor() drawing.Anchor {
	const twip = drawing.Point / 20
	reach := func(from, to int) drawing.Reach {
		return drawing.Reach{At: int64(clip(from)) * twip, Size: int64(clip(to)-clip(from)) * twip, Known: s.placed}
	}
	return drawing.Anchor{Across: reach(s.box[0], s.box[2]), Down: reach(s.box[1], s.box[3])}
}

// maxPage is the longest side of a page in Word.
const maxPage = 22 * drawing.Inch

// hides returns how the shape is hidden: it says so, it is on no page, or the
// text is hidden that it is in.
func (s *shape) hides() visible.Way {
	at := s.anchor()
	switch {
	case s.hidden:
		return visible.Shape
	case at.IsOff(maxPage):
		return visible.OffPage
	}
	return s.around
}

// hide returns how text in the shapes that are open is hidden.
func (s *shapes) hide() visible.Way {
	for i := range s.open {
		one := &s.open[i]
		if how := one.hides(); how != visible.Shown {
			return how
		}
		if at := one.anchor(); one.placed && !one.fits && at.IsTooSmall(drawing.FitClip) {
			return visible.Size
		}
	}
	return visible.Shown
}

// hideBoxes hides the text boxes of a shape that says behind them that it is
// hidden.
func (o *stories) hideBoxes(s *shape, how visible.Way) {
	all := &o.story.par.beside
	boxes := (*all)[min(s.beside, len(*all)):]
	seen := func(b beside) bool { return b.comment == nil && !b.hidden }
	if !slices.ContainsFunc(boxes, seen) {
		return
	}
	o.sight.hide(how)
	o.hideNotes(s.notes, how)
	switch {
	case o.sight.drops(how):
		kept := slices.DeleteFunc(boxes, seen)
		*all = (*all)[:len(*all)-len(boxes)+len(kept)]
	case o.sight.marks(how):
		for i := range boxes {
			if seen(boxes[i]) {
				boxes[i].hidden = true
				document.Hidden.LabelBlocks(boxes[i].blocks)
			}
		}
	}
}

// hideNotes hides the notes from the first one on that are in text boxes: not
// those whose sign is in the text around the shape.
func (o *stories) hideNotes(first int, how visible.Way) {
	for i := range o.notes[first:] {
		n := &o.notes[first+i]
		if n.depth <= len(o.outer) || n.hidden {
			continue
		}
		switch {
		case o.sight.drops(how):
			n.dropped, n.Blocks = true, nil
		case o.sight.marks(how):
			n.hidden = true
			document.Hidden.LabelBlocks(n.Blocks)
		}
	}
}

// called notes the name of a property of the shape.
func (s *shape) called(name string) {
	if s != nil {
		s.name = name
	}
}

// say takes the value of the property that was named last.
func (s *shape) say(value string) {
	if s == nil {
		return
	}
	switch s.name {
	case "wzDescription":
		s.alt = value
	case "fFitShapeToText":
		s.fits = value != "0"
	case "fHidden":
		s.hidden = value != "0"
	case "fHorizRule", "fStandardHR":
		s.rule = s.rule || value == "1"
	case "shapeType":
		s.kind = value
	case "pib":
		s.drawn = true
	}
	s.name = ""
}

// holds reports whether the story that has so many around it is in a shape, beside its
// text boxes.
func (s *shapes) holds(depth int) bool {
	last := s.last()
	return last != nil && last.depth == depth
}

// leaveShape shows what a shape is described by, or counts it. What is in another
// shape waits for that: it may say behind it that nobody sees it.
func (r *reader) leaveShape() {
	open := &r.opened.shapes
	s, waiting := *open.last(), &open.pictures
	open.open = open.open[:len(open.open)-1]
	how := s.hides()
	itself := how == visible.Shape || how == visible.OffPage
	if itself {
		r.out.hideBoxes(&s, how)
	}
	// What is seen and has no description is that of the shape around it.
	nameless := itself && s.drawn && len(*waiting) == s.pictures && open.holds(len(r.out.outer))
	if s.alt != "" || nameless {
		*waiting = append(*waiting, picture{alt: s.alt})
	}
	inside := (*waiting)[s.pictures:]
	for i := range inside {
		if inside[i].how == visible.Shown {
			inside[i].how = how
		}
	}
	if open.holds(len(r.out.outer)) {
		if outer := open.last(); len(inside) == 0 {
			outer.drawn, outer.rule = outer.drawn || s.drawn, outer.rule || s.isRule() && !s.drawn
		}
		return
	}
	r.showShape(&s, inside, how)
	clear(inside)
	*waiting = (*waiting)[:s.pictures]
}

// showShape shows a shape that is in no other, and the pictures in it.
func (r *reader) showShape(s *shape, inside []picture, how visible.Way) {
	switch {
	case len(inside) > 0:
		for _, p := range inside {
			r.text.addPicture(p)
		}
	case how == visible.Shown && s.isRule():
		r.out.story.par.rule = true
	case s.drawn && r.opened.objects == 0:
		r.text.addPicture(picture{how: how})
	}
}

// addPicture adds a picture that may be hidden to the current paragraph.
func (w *writer) addPicture(p picture) {
	if p.how != visible.Shown {
		if w.out.sight.countStretch(p.how); w.out.sight.drops(p.how) {
			return
		}
	}
	w.addNode(converters.Make(w.out.src.env, &document.Image{Alt: p.alt}), p.how != visible.Shown && w.out.sight.marks(p.how))
}

// addNode adds a node to the current paragraph, in brackets if it is hidden and no sign
// of a note, whose text has them.
func (w *writer) addNode(n document.Inline, hidden bool) {
	s := w.out.story
	if s.par.line == 0 {
		s.par.line = w.out.src.lex.Line
	}
	s.par.shown = w.visible() || s.par.shown
	run := w.out.sight.run
	run.Code, run.Mono = false, false
	w.out.nodes++
	w.out.src.hold(costNode)
	_, isNote := n.(*document.NoteRef)
	if isNote {
		run.Styles = run.Styles.Without(document.Superscript)
	}
	switch {
	case isNote:
		run.Label = 0
	case hidden && run.Label == 0:
		run.Label = document.Hidden
	}
	w.out.words.Node(s.par.text, n, run)
}

// setEndnote makes the note that is open an endnote.
func setEndnote(r *reader, _ token.Token) {
	if r.at.role == roleFootnote && len(r.out.notes) > 0 {
		r.out.notes[r.at.from].Kind = document.Endnote
	}
}
