package rtf

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// shape is a picture or a drawn shape that is open.
type shape struct {
	drawn    bool        // it is a picture, or has one
	pictures int         // how many pictures waited when it began
	around   visible.Way // how the text is hidden that it stands in
	depth    int         // how many stories are around it
	boxes    int         // how many stories stood beside the paragraph when it began
	notes    int         // and how many notes there were
	veiled   bool        // it says that it is hidden
	rule     bool        // it is a line across the page
	box      [4]int
	placed   bool // it says where it ends
	fits     bool // it grows with its text
	kind     string
	name     string
	alt      string
}

// picture is what a shape shows, by its description.
type picture struct {
	alt string
	how visible.Way
}

// lineMost is the height of a rectangle that is a line, in twips.
const lineMost = 60

// isRule reports whether the shape is a line across the page.
func (s *shape) isRule() bool {
	high, wide := s.box[3]-s.box[1], s.box[2]-s.box[0]
	return s.rule || s.kind == "1" && high >= 0 && high < lineMost && wide > 50*lineMost
}

func itoa(n int) string { return strconv.Itoa(n) }

// hides returns how the shape is hidden: it says so, it is on no page, or the
// text is hidden that it stands in.
func (s *shape) hides() visible.Way {
	left, top, right, bottom := s.box[0], s.box[1], s.box[2], s.box[3]
	switch {
	case s.veiled:
		return visible.Shape
	case left < right && right <= -maxMargin, top < bottom && bottom <= -maxMargin, left >= maxPage, top >= maxPage:
		return visible.OffPage
	}
	return s.around
}

// veils returns how text in the shapes that are open is hidden.
func (r *reader) veils() visible.Way {
	for i := range r.shapes {
		s := &r.shapes[i]
		if how := s.hides(); how != visible.Shown {
			return how
		}
		if s.placed && !s.fits && (s.box[0] == s.box[2] || s.box[1] == s.box[3]) {
			return visible.Size
		}
	}
	return visible.Shown
}

// veilBoxes hides the text boxes of a shape that says behind them that it is
// hidden.
func (r *reader) veilBoxes(s *shape, how visible.Way) {
	boxes := r.story.extras[min(s.boxes, len(r.story.extras)):]
	seen := func(e extra) bool { return e.kind == extraBox && !e.veiled }
	if !slices.ContainsFunc(boxes, seen) {
		return
	}
	r.Hide(how, lineAt(r.line))
	r.veilNotes(s.notes, how)
	switch r.When(how) {
	case converters.DropHidden:
		kept := slices.DeleteFunc(boxes, seen)
		r.story.extras = r.story.extras[:len(r.story.extras)-len(boxes)+len(kept)]
	case converters.MarkHidden:
		for i := range boxes {
			if boxes[i].kind == extraBox {
				r.markExtra(&boxes[i])
			}
		}
	}
}

// veilNotes hides the notes from the first one on that stand in text boxes: not
// those whose sign is in the text around the shape.
func (r *reader) veilNotes(first int, how visible.Way) {
	for i := range r.notes[first:] {
		n := &r.notes[first+i]
		if n.depth <= len(r.stories) || n.veiled {
			continue
		}
		switch r.When(how) {
		case converters.DropHidden:
			n.dropped, n.items = true, nil
		case converters.MarkHidden:
			n.veiled = true
			n.items = r.marked(n.items)
		}
	}
}

// shapeName notes the name of a property of the shape.
func (r *reader) shapeName(name string) {
	if n := len(r.shapes); n > 0 {
		r.shapes[n-1].name = name
	}
}

// shapeValue takes the value of the property that was named last.
func (r *reader) shapeValue(value string) {
	n := len(r.shapes)
	if n == 0 {
		return
	}
	s := &r.shapes[n-1]
	switch s.name {
	case "wzDescription":
		s.alt = value
	case "fFitShapeToText":
		s.fits = value != "0"
	case "fHidden":
		s.veiled = value != "0"
	case "fHorizRule", "fStandardHR":
		s.rule = s.rule || value == "1"
	case "shapeType":
		s.kind = value
	case "pib":
		s.drawn = true
	}
	s.name = ""
}

// inShape reports whether the story at hand is in a shape, beside its text boxes.
func (r *reader) inShape() bool {
	n := len(r.shapes)
	return n > 0 && r.shapes[n-1].depth == len(r.stories)
}

// leaveShape shows what a shape is described by, or counts it. What is in another
// shape waits for that: it may say behind it that nobody sees it.
func (r *reader) leaveShape() {
	last := len(r.shapes) - 1
	s := r.shapes[last]
	r.shapes = r.shapes[:last]
	how := s.hides()
	itself := how == visible.Shape || how == visible.OffPage
	if itself {
		r.veilBoxes(&s, how)
	}
	// What is seen and has no description is that of the shape around it.
	nameless := itself && s.drawn && len(r.pictures) == s.pictures && r.inShape()
	if s.alt != "" || nameless {
		r.pictures = append(r.pictures, picture{alt: s.alt})
	}
	inside := r.pictures[s.pictures:]
	if how != visible.Shown {
		for i := range inside {
			if inside[i].how == visible.Shown {
				inside[i].how = how
			}
		}
	}
	switch {
	case r.inShape():
		if outer := &r.shapes[last-1]; len(inside) == 0 {
			outer.drawn, outer.rule = outer.drawn || s.drawn, outer.rule || s.isRule() && !s.drawn
		}
		return
	case len(inside) > 0:
		for _, p := range inside {
			r.picture(p)
		}
	case how == visible.Shown && s.isRule():
		r.story.rule = true
	case s.drawn && r.object == 0:
		r.picture(picture{how: how})
	}
	clear(inside)
	r.pictures = r.pictures[:s.pictures]
}

// picture adds a picture that may be hidden to the current paragraph. A
// description that is longer than people write is parted as text is.
func (r *reader) picture(p picture) {
	if p.how != visible.Shown {
		r.countStretch(p.how)
		if r.When(p.how) == converters.DropHidden {
			return
		}
	}
	for more := true; more; {
		alt, rest := partOf(p.alt)
		r.node(&document.Image{Alt: alt})
		if p.how != visible.Shown && r.When(p.how) == converters.MarkHidden {
			r.story.runs[len(r.story.runs)-1].hidden = true
		}
		if more = rest != ""; more {
			r.endPara()
		}
		p.alt = rest
	}
}

// node adds a node to the current paragraph.
func (r *reader) node(n document.Inline) {
	s := r.story
	if len(s.runs) >= runsMost {
		r.endPara()
	}
	if s.line == 0 {
		s.line = r.line
	}
	s.shown = r.visible() || s.shown
	styles := r.format.styles
	if _, ok := n.(*document.NoteRef); ok {
		styles = styles.Without(document.Superscript)
	}
	r.nodes = append(r.nodes, n)
	s.runs = append(s.runs, run{end: int32(len(s.text)), node: int32(len(r.nodes)), link: r.format.link, styles: styles, hidden: r.format.hidden})
	r.hold(nodeCost)
}

// timeWord notes a part of a date.
func (r *reader) timeWord(t token) { r.clock[t.word-wYear] = t.num }

// clockText writes a date as the file has it: years to minutes.
func clockText(c [5]int) string {
	if c[0] <= 0 || c[0] > 9999 || c[1] == 0 || c[2] == 0 {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02dT%02d:%02d", c[0], c[1]%100, c[2]%100, c[3]%100, c[4]%100)
}

// minutes reads the date of an annotation, DTTM: from the lowest bit 6 bits of
// minutes, 5 of hours, 5 of days, 4 of months, 9 of years since 1900.
func minutes(text string) string {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n == 0 {
		return ""
	}
	v := uint32(n)
	return clockText([5]int{
		int(v>>20&0x1FF) + 1900, int(v >> 16 & 0xF), int(v >> 11 & 0x1F), int(v >> 6 & 0x1F), int(v & 0x3F),
	})
}
