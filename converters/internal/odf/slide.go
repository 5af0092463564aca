package odf

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/internal/oneline"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/odf/pack"
	"github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// slide is a draw:page while it is read (ODF 1.3 part 3, 10.2.4).
type slide struct {
	r       *reader
	title   string
	titleAt document.Pos
	level   int // how the shape with the title was chosen; 0 for none
	shapes  []slideShape
	notes   []document.Block
	extra   []document.Block // comments
	ground  visible.Paint    // behind all shapes
	covers  []cover          // the text before it so far
	laid    []laid           // shapes with what is in them
	moves   bool             // shapes may go away
}

// slides reads an office:presentation.
func (f *flow) slides() error {
	r := f.r
	r.deck.slide = true
	number := 0
	var blocks []document.Block
	err := r.s.Each(func() error {
		if r.s.Space() != ns.Draw || r.s.Local() != "page" {
			return r.s.Skip()
		}
		var err error
		number++
		blocks, err = (&slide{r: r}).appendTo(blocks, number)
		return err
	})
	if err != nil {
		return err
	}
	if r.deck.said || r.doc.depth > 0 { // slides without anything are no text
		for _, b := range blocks {
			f.text.Put(b)
		}
	}
	return nil
}

// appendTo reads a slide and appends it, unless it is hidden and left out.
func (s *slide) appendTo(out []document.Block, number int) ([]document.Block, error) {
	r := s.r
	if err := r.doc.env.Spend(converters.LimitNodes, 1, r.pos()); err != nil {
		return out, err
	}
	r.page = number
	name, _ := r.s.Attr(ns.Draw, "style-name")
	pageName, _ := r.s.Attr(ns.Draw, "name")
	hidden := r.styles.Get(style.FamilyPage, name).Has&style.IsHidden != 0
	pos := r.pos()
	if hidden && r.doc.When(visible.Slide) == converters.DropHidden {
		some, err := pack.SaysSome(r.s)
		if some {
			r.doc.Hide(visible.Slide, pos)
		}
		return out, err
	}
	r.text.ground, r.deck.under = visible.Unknown, visible.Unknown
	master, _ := r.s.Attr(ns.Draw, "master-page-name")
	r.deck.size = r.doc.common.Pages.SizeOf(master)
	s.ground = s.groundOf(name, master)
	if err := s.parts(); err != nil {
		return out, err
	}
	s.underLids()
	if !s.titleAt.IsZero() {
		pos = s.titleAt
	}
	section := converters.Make(r.doc.env, &document.Section{Pos: pos, Kind: document.SectionSlide, Number: number, Title: s.title})
	if hidden {
		r.doc.Hide(visible.Slide, pos)
		section.Label = r.doc.Label(visible.Slide)
	}
	r.deck.said = r.deck.said || s.title != "" || len(s.shapes)+len(s.extra)+len(s.notes) > 0 // the page's name says nothing alone
	drawing.Arrange(s.shapes, false, func(sh slideShape) drawing.Frame { return sh.Frame })
	if s.title == "" {
		section.Title = strings.TrimSpace(section.Title + " " + s.guessTitle(pageName))
	}
	for _, sh := range s.shapes {
		section.Blocks = append(section.Blocks, sh.blocks...)
	}
	section.Blocks = drawing.OneOfMany(section.Blocks)
	section.Blocks = append(section.Blocks, s.extra...)
	if len(s.notes) > 0 {
		section.Blocks = append(section.Blocks, converters.Make(r.doc.env, &document.Section{Pos: pos, Kind: document.SectionSpeakerNotes, Blocks: s.notes}))
	}
	section.Label.LabelBlocks(section.Blocks)
	if r.doc.depth > 0 {
		return append(out, section.Blocks...), nil
	}
	return append(out, section), nil
}

// underLids labels what lies under other shapes of a slide, unless they may go away.
func (s *slide) underLids() {
	var seen []laid
	for _, l := range s.laid {
		if !s.moves {
			seen = s.over(seen, l)
		}
	}
}

// over labels the texts of shapes that lie under a new one, and its text if it lies under
// one of them; and returns all.
func (s *slide) over(list []laid, added laid) []laid {
	if len(list) >= maxLaid || !added.opaque && len(added.blocks) == 0 {
		return list
	}
	list = append(list, added)
	last := &list[len(list)-1]
	for i := range list[:len(list)-1] {
		other := &list[i]
		if last.covers(other) {
			s.underLid(other)
		}
		if other.covers(last) {
			s.underLid(last)
		}
	}
	return list
}

// underLid labels the text of a shape once.
func (s *slide) underLid(l *laid) {
	if len(l.blocks) == 0 {
		return
	}
	s.r.doc.Hide(visible.StyleUnsure, s.r.pos())
	s.r.doc.Label(visible.StyleUnsure).LabelBlocks(l.blocks)
	l.blocks = nil
}

// groundOf returns the colour behind all shapes of a slide in a style, which
// follows a master page.
func (s *slide) groundOf(name, master string) visible.Paint {
	m := s.r.doc.common.Pages.Master(master)
	if m.Covered {
		return visible.Unknown
	}
	return s.r.styles.SlideGround(name, m.Ground)
}

// parts reads the shapes, notes and comments of a slide.
func (s *slide) parts() error {
	return s.r.s.Each(func() error {
		switch space, local := s.r.s.Space(), s.r.s.Local(); {
		case space == ns.Presentation && local == "notes":
			return s.speakerNotes()
		case (space == ns.Office || space == ns.Ext) && local == "annotation":
			return s.r.annotation(func(a *document.Annotation) { s.extra = append(s.extra, a) })
		case space == ns.Office && local == "forms":
			return s.r.control.read(s.r.s)
		case space == ns.Draw && local == "layer-set":
			return s.r.s.Skip()
		case local == "par" || local == "animations":
			s.moves = true
		case space == ns.Draw || space == ns.ThreeD:
			return s.shape(0)
		}
		return s.r.s.Skip()
	})
}

// titleOf returns the text of a title as one line.
func titleOf(blocks []document.Block) string {
	return strings.Join(strings.Fields(wordtext.CellText(document.Cell{Blocks: blocks})), " ")
}

// One over maxTop is which part of a slide's height a title may begin in, and
// maxTitle how long it may be, in bytes, where no shape says that it is one.
const (
	maxTop   = 4
	maxTitle = 120
)

// guessTitle returns the title of a slide whose shapes do not say which is it:
// a line at the top, the name that somebody gave the slide, or the first line
// of its only text.
func (s *slide) guessTitle(pageName string) string {
	if title := s.topTitle(); title != "" {
		return title
	}
	if pageName = strings.TrimSpace(pageName); !isNumbered(pageName) {
		return pageName
	}
	if len(s.shapes) != 1 || len(s.shapes[0].blocks) < 2 {
		return ""
	}
	title := plainLine(s.shapes[0].blocks[0])
	if title != "" {
		s.shapes[0].blocks = s.shapes[0].blocks[1:]
	}
	return title
}

// isNumbered reports whether the name of a slide is one that programs give:
// nothing, or a word and a number, such as "page1" or "Folie 3".
func isNumbered(name string) bool {
	word := strings.TrimRight(name, "0123456789")
	return name == "" || len(word) < len(name) && !strings.ContainsAny(strings.TrimSpace(word), " ")
}

// plainLine returns the text of a paragraph that can be a title, or "".
func plainLine(b document.Block) string {
	p, ok := b.(*document.Paragraph)
	if !ok {
		return ""
	}
	for _, in := range p.Inlines {
		switch in.(type) {
		case *document.Text, *document.Styled:
		default:
			return ""
		}
	}
	title := strings.Join(strings.Fields(document.InlineText(p.Inlines)), " ")
	if len(title) > maxTitle || document.LabelIn(p.Inlines) != 0 {
		return ""
	}
	return title
}

// topTitle takes the title of a slide whose shapes do not say which is it: one
// line of text, at the top, at least half as wide as the slide, with something
// below it.
func (s *slide) topTitle() string {
	if len(s.shapes) < 2 || len(s.shapes[0].blocks) != 1 || !s.r.deck.size.Known {
		return ""
	}
	top := &s.shapes[0]
	if top.Y >= s.r.deck.size.H/maxTop || top.W < s.r.deck.size.W/2 {
		return ""
	}
	title := plainLine(top.blocks[0])
	if title == "" {
		return ""
	}
	s.shapes = s.shapes[1:]
	return title
}

// speakerNotes reads the notes of a slide: their text, without the picture of
// the slide, its number and the like.
func (s *slide) speakerNotes() error {
	f := s.r.newFlow(nil)
	err := s.r.s.Each(func() error {
		class, _ := s.r.s.Attr(ns.Presentation, "class")
		empty, _ := s.r.s.Attr(ns.Presentation, "placeholder")
		switch {
		case s.r.s.Space() != ns.Draw || leftOut(class, empty == "true") || s.r.s.Local() == "page-thumbnail":
			return s.r.s.Skip()
		}
		return f.drawn()
	})
	if err != nil {
		return err
	}
	s.notes = f.text.Blocks()
	return nil
}

// slideShape is a shape with content, and where it is.
type slideShape struct {
	blocks []document.Block
	drawing.Frame
}

// leftOut reports whether a shape is a placeholder that nobody filled, or one
// for the footer, the date, the number of the slide.
func leftOut(class string, placeholder bool) bool {
	switch class {
	case "header", "footer", "date-time", "page-number", "page":
		return true
	}
	return placeholder
}

// maxName is how many characters of a shape's name a place has.
const maxName = 60

// shape reads a shape on a slide.
func (s *slide) shape(depth int) error {
	class, _ := s.r.s.Attr(ns.Presentation, "class")
	if leftOut(class, s.r.s.Value(ns.Presentation, "placeholder") == "true") {
		return s.r.s.Skip()
	}
	defer func(around string) { s.r.deck.shapeName = around }(s.r.deck.shapeName)
	s.r.deck.shapeName = s.r.tag().name(class)
	if s.r.tag().isHidden() || s.r.tag().onHiddenLayer() {
		return s.veil(visible.Shape)
	}
	if local := s.r.s.Local(); local == "a" || local == "g" && class != "title" {
		return s.group(depth)
	}
	if s.r.s.Local() == "page-thumbnail" {
		return s.r.s.Skip()
	}
	at := slideShape{Frame: s.r.tag().frame()}
	if s.offPage(at.Frame) {
		return s.veil(visible.OffPage)
	}
	return s.shown(at, class)
}

// shown reads a shape that is seen, which is in no group.
func (s *slide) shown(at slideShape, class string) error {
	line, over, lid := s.r.tag().isLine(), cover{at.Frame, s.r.tag().fill()}, s.r.tag().lay(len(s.laid))
	s.r.deck.under = s.behind(&over)
	sh, err := s.r.shape()
	s.r.deck.under = visible.Unknown
	if err != nil {
		return err
	}
	if sh.picture || len(sh.blocks) > 0 && over.fill == visible.Auto && class == "" && !line && sh.tabled() {
		over.fill = visible.Unknown
	}
	s.cover(over)
	if line && len(sh.blocks) == 0 {
		sh.picture = false
	}
	blocks := sh.asBlocks()
	lid.blocks, lid.opaque = blocks, lid.opaque && !sh.picture
	s.laid = append(s.laid, lid)
	if len(blocks) == 0 {
		return nil
	}
	if class == "title" && s.level == 0 {
		if title := titleOf(blocks); title != "" {
			s.title, s.level, s.titleAt = title, 1, s.r.pos()
			return nil
		}
	}
	at.blocks = blocks
	s.shapes = append(s.shapes, at)
	return nil
}

// name returns what the shape that is the event is called in places.
func (a atShape) name(class string) string {
	name, _ := a.r.s.Attr(ns.Draw, "name")
	if name == "" {
		name = class
	}
	if name == "" {
		return "shape without a name"
	}
	return "shape " + strconv.Quote(oneline.Short(name, maxName))
}

// cover is a shape that is in front of others.
type cover struct {
	drawing.Frame
	fill visible.Paint // visible.Auto for none
}

// maxCovers bounds how many shapes are looked at for what is behind another
// one.
const maxCovers = 64

// cover puts a shape in front of those so far, unless it is filled with nothing.
func (s *slide) cover(c cover) {
	if c.fill != visible.Auto {
		s.covers = append(s.covers, c)
	}
}

// behind returns the colour behind a shape: that of the one in front of which it
// is as a whole, or of the slide. Where that is not so, it cannot be told.
func (s *slide) behind(c *cover) visible.Paint {
	if len(s.covers) > maxCovers || c.W <= 0 {
		return visible.Unknown
	}
	for i := len(s.covers) - 1; i >= 0; i-- {
		switch o := &s.covers[i]; {
		case c.X >= o.X+o.W || o.X >= c.X+c.W || c.Y >= o.Y+o.H || o.Y >= c.Y+max(c.H, drawing.Point):
		case o.Contains(c.Frame):
			return o.fill
		default:
			return visible.Unknown
		}
	}
	return s.ground
}

// group reads the shapes of a group. Their places are those of the page.
func (s *slide) group(depth int) error {
	var title, alt string
	before := len(s.shapes)
	pos := s.r.pos()
	err := s.r.s.Each(func() error {
		var err error
		switch space, local := s.r.s.Space(), s.r.s.Local(); {
		case space == ns.Svg && local == "title":
			title, err = pack.PlainText(s.r.s)
		case space == ns.Svg && local == "desc":
			alt, err = pack.PlainText(s.r.s)
		case space == ns.Draw && local != "glue-point":
			return s.shape(depth + 1)
		default:
			return s.r.s.Skip()
		}
		return err
	})
	if err != nil {
		return err
	}
	label := (&shape{title: title, alt: alt}).label()
	if label != "" && len(s.shapes) == before {
		image := converters.Make(s.r.doc.env, &document.Paragraph{Pos: pos, Inlines: []document.Inline{converters.Make(s.r.doc.env, &document.Image{Alt: label})}})
		s.shapes = append(s.shapes, slideShape{blocks: []document.Block{image}, Frame: drawing.Frame{Known: true}})
	}
	return nil
}

// veil reads a shape that does not show.
func (s *slide) veil(how visible.Way) error {
	at := slideShape{Frame: s.r.tag().frame()}
	f := s.r.newFlow(nil)
	if err := f.veil(how, (*flow).openDrawn); err != nil {
		return err
	}
	if at.blocks = f.text.Blocks(); len(at.blocks) > 0 {
		s.shapes = append(s.shapes, at)
	}
	return nil
}

// onHiddenLayer reports whether the shape that is the event is on a layer that
// does not show.
func (a atShape) onHiddenLayer() bool {
	layer, _ := a.r.s.Attr(ns.Draw, "layer")
	return layer != "" && a.r.doc.common.Pages.HiddenLayers[layer]
}

// lineHigh is about how high the first line of a shape is.
const lineHigh = 24 * drawing.Point

// offPage reports whether a shape lies outside of the slide. What is seen first
// in it is its first line, which is where the style puts its text.
func (s *slide) offPage(at drawing.Frame) bool {
	return at.IsOutside(s.r.deck.size, func() drawing.Frame {
		first, room := at, max(at.H-lineHigh, 0)
		first.H = min(at.H, lineHigh)
		switch has := s.r.tag().style(); {
		case has&style.IsMiddle != 0:
			first.Y += room / 2
		case has&style.IsBottom != 0:
			first.Y += room
		}
		return first
	})
}

// style returns what the style of the shape that is the event states.
func (a atShape) style() style.Aspects {
	if name, ok := a.r.s.Attr(ns.Presentation, "style-name"); ok {
		return a.r.styles.Get(style.FamilyPresentation, name).Has
	}
	return a.r.styles.Get(style.FamilyGraphic, a.r.s.Value(ns.Draw, "style-name")).Has
}
