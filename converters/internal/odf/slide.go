package odf

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// slide is a draw:page while it is read (ODF 1.3 part 3, 10.2.4).
type slide struct {
	title  string
	level  int // how the shape with the title was chosen; 0 for none
	shapes []slideShape
	notes  []document.Block
	extra  []document.Block // comments
}

// slideShape is a shape with content, and where it stands.
type slideShape struct {
	blocks     []document.Block
	x, y       float32
	wide, high float32
}

// slides reads an office:presentation.
func (r *reader) slides(f *flow) error {
	r.slide = true
	number := 0
	for {
		kind, err := r.s.Next()
		if err != nil || kind == xmlread.End {
			return err
		}
		if kind != xmlread.Start {
			continue
		}
		if r.s.Space() == nsDraw && r.s.Local() == "page" {
			number++
			err = r.onePage(f, number)
		} else {
			err = r.s.Skip()
		}
		if err != nil {
			return err
		}
	}
}

// onePage reads a slide, unless it is hidden and left out.
func (r *reader) onePage(f *flow, number int) error {
	if err := r.env.Spend(converters.LimitNodes, 1, r.pos()); err != nil {
		return err
	}
	r.page = number
	name, _ := r.s.Attr(nsDraw, "style-name")
	hidden := r.sheet.get(familyPage, name).has&isHidden != 0
	pos := r.pos()
	if hidden && r.policy == dropHidden {
		some, err := r.saysSome()
		if some {
			r.hide(hiddenSlide, pos)
		}
		return err
	}
	r.ground = groundUnknown // what lies below a text is not looked for
	master, _ := r.s.Attr(nsDraw, "master-page-name")
	r.size = r.common.sizeOf(master)
	s := &slide{}
	if err := r.pageParts(s); err != nil {
		return err
	}
	section := &document.Section{Pos: pos, Kind: document.SectionSlide, Number: number, Title: s.title}
	if hidden {
		r.hide(hiddenSlide, pos)
		if r.policy == markHidden {
			section.Title = strings.TrimSpace("[hidden] " + section.Title)
		}
	}
	s.shapes = inReadingOrder(s.shapes)
	if section.Title == "" || section.Title == "[hidden]" {
		section.Title = strings.TrimSpace(section.Title + " " + r.topTitle(s))
	}
	for _, sh := range s.shapes {
		section.Blocks = append(section.Blocks, sh.blocks...)
	}
	section.Blocks = append(section.Blocks, s.extra...)
	if len(s.notes) > 0 {
		section.Blocks = append(section.Blocks, &document.Section{Pos: pos, Kind: document.SectionSpeakerNotes, Blocks: s.notes})
	}
	if r.depth > 0 {
		for _, b := range section.Blocks {
			f.put(b)
		}
		return nil
	}
	f.put(section)
	return nil
}

// pageParts reads the shapes, notes and comments of a slide.
func (r *reader) pageParts(s *slide) error {
	for {
		kind, err := r.s.Next()
		if err != nil || kind == xmlread.End {
			return err
		}
		if kind != xmlread.Start {
			continue
		}
		switch space, local := r.s.Space(), r.s.Local(); {
		case space == nsPresentation && local == "notes":
			err = r.speakerNotes(s)
		case space == nsOffice && local == "annotation":
			err = r.annotation(&s.extra)
		case space == nsOffice && local == "forms":
			err = r.forms()
		case space == nsDraw && local == "layer-set":
			err = r.s.Skip()
		case space == nsDraw || space == ns3D:
			err = r.slideShape(s, 0)
		default:
			err = r.s.Skip()
		}
		if err != nil {
			return err
		}
	}
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

// slideShape reads a shape on a slide.
func (r *reader) slideShape(s *slide, depth int) error {
	class, _ := r.s.Attr(nsPresentation, "class")
	empty, _ := r.s.Attr(nsPresentation, "placeholder")
	if leftOut(class, empty == "true") {
		return r.s.Skip()
	}
	if r.hiddenShape() || r.onHiddenLayer() {
		return r.slideVeil(s, hiddenShape)
	}
	if local := r.s.Local(); local == "a" || local == "g" && !r.titled() {
		return r.group(s, depth)
	}
	if r.s.Local() == "page-thumbnail" {
		return r.s.Skip()
	}
	at := r.frame()
	if r.offPage(at) {
		return r.slideVeil(s, hiddenOffPage)
	}

	line := r.isLine()
	sh, err := r.shape()
	if err != nil {
		return err
	}
	if line && len(sh.blocks) == 0 {
		sh.picture = false
	}
	blocks := r.shapeBlocks(sh)
	if len(blocks) == 0 {
		return nil
	}
	if class == "title" && s.level == 0 {
		if title := titleOf(blocks); title != "" {
			s.title, s.level = title, 1
			return nil
		}
	}
	at.blocks = blocks
	s.shapes = append(s.shapes, at)
	return nil
}

// titled reports whether the shape that is the event is a title.
func (r *reader) titled() bool {
	class, _ := r.s.Attr(nsPresentation, "class")
	return class == "title"
}

// group reads the shapes of a group. Their places are those of the page.
func (r *reader) group(s *slide, depth int) error {
	var title, alt string
	before := len(s.shapes)
	pos := r.pos()
	for {
		kind, err := r.s.Next()
		if err != nil {
			return err
		}
		if kind == xmlread.End {
			break
		}
		if kind != xmlread.Start {
			continue
		}
		switch space, local := r.s.Space(), r.s.Local(); {
		case space == nsSvg && local == "title":
			title, err = r.plainText()
		case space == nsSvg && local == "desc":
			alt, err = r.plainText()
		case space == nsDraw && local != "glue-point":
			err = r.slideShape(s, depth+1)
		default:
			err = r.s.Skip()
		}
		if err != nil {
			return err
		}
	}
	label := (&shape{title: title, alt: alt}).label()
	if label != "" && len(s.shapes) == before {
		image := &document.Paragraph{Pos: pos, Inlines: []document.Inline{&document.Image{Alt: label}}}
		s.shapes = append(s.shapes, slideShape{blocks: []document.Block{image}})
	}
	return nil
}

// slideVeil reads a shape that does not show.
func (r *reader) slideVeil(s *slide, how hiding) error {
	at := r.frame()
	f := &flow{r: r}
	if err := r.veil(f, how, (*reader).openDrawn); err != nil {
		return err
	}
	if at.blocks = f.blocks(); len(at.blocks) > 0 {
		s.shapes = append(s.shapes, at)
	}
	return nil
}

// onHiddenLayer reports whether the shape that is the event is on a layer that
// does not show.
func (r *reader) onHiddenLayer() bool {
	layer, _ := r.s.Attr(nsDraw, "layer")
	return layer != "" && r.common.hiddenLayers[layer]
}

// frame returns where the shape that is the event stands.
func (r *reader) frame() slideShape {
	var at slideShape
	get := func(name string) float32 {
		v, _ := r.s.Attr(nsSvg, name)
		return Points(v)
	}
	at.x, at.y, at.wide, at.high = get("x"), get("y"), get("width"), get("height")
	if r.s.Local() == "line" || r.s.Local() == "connector" {
		at.x, at.y = min(get("x1"), get("x2")), min(get("y1"), get("y2"))
		at.wide, at.high = max(get("x1"), get("x2"))-at.x, max(get("y1"), get("y2"))-at.y
	}
	if v, ok := r.s.Attr(nsDraw, "transform"); ok {
		x, y := translation(v)
		at.x, at.y = at.x+x, at.y+y
	}
	return at
}

// translation returns how far a transformation moves a shape (19.228).
func translation(value string) (x, y float32) {
	i := strings.LastIndex(value, "translate")
	if i < 0 {
		return 0, 0
	}
	_, args, _ := strings.Cut(value[i:], "(")
	args, _, _ = strings.Cut(args, ")")
	fields := strings.FieldsFunc(args, func(r rune) bool { return r == ' ' || r == ',' })
	if len(fields) > 0 {
		x = Points(fields[0])
	}
	if len(fields) > 1 {
		y = Points(fields[1])
	}
	return x, y
}

// offPage reports whether more than half of a shape lies outside of the slide.
func (r *reader) offPage(at slideShape) bool {
	wide, high := r.size.wide, r.size.high
	if wide <= 0 || high <= 0 || at.wide <= 0 || at.high <= 0 {
		return false
	}
	in := func(from, size, most float32) float32 {
		return max(min(from+size, most)-max(from, 0), 0) / size
	}
	return in(at.x, at.wide, wide)*in(at.y, at.high, high) < 0.5
}

// bandHigh is how high a row of shapes is for the order of reading, in points.
const bandHigh = 3.6

// inReadingOrder sorts shapes by rows, then from the left. Shapes whose tops
// are near one another are in one row.
func inReadingOrder(shapes []slideShape) []slideShape {
	slices.SortStableFunc(shapes, func(a, b slideShape) int { return cmp.Compare(a.y, b.y) })
	for from := 0; from < len(shapes); {
		to := from + 1
		for to < len(shapes) && shapes[to].y-shapes[from].y <= bandHigh {
			to++
		}
		slices.SortStableFunc(shapes[from:to], func(a, b slideShape) int { return cmp.Compare(a.x, b.x) })
		from = to
	}
	return shapes
}

// titleOf returns the text of a title as one line.
func titleOf(blocks []document.Block) string {
	return strings.Join(strings.Fields(blocksText(blocks)), " ")
}

// topMost is which part of a slide's height a title may begin in, and
// titleMost how long it may be, in bytes, where no shape says that it is one.
const (
	topMost   = 0.25
	titleMost = 120
)

// topTitle takes the title of a slide whose shapes do not say which is it: one
// line of text, at the top, at least half as wide as the slide, with something
// below it.
func (r *reader) topTitle(s *slide) string {
	if len(s.shapes) < 2 || len(s.shapes[0].blocks) != 1 || r.size.high == 0 {
		return ""
	}
	top := &s.shapes[0]
	p, ok := top.blocks[0].(*document.Paragraph)
	if !ok || top.y >= topMost*r.size.high || top.wide < r.size.wide/2 {
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
	if len(title) > titleMost {
		return ""
	}
	s.shapes = s.shapes[1:]
	return title
}

// speakerNotes reads the notes of a slide: their text, without the picture of
// the slide, its number and the like.
func (r *reader) speakerNotes(s *slide) error {
	f := &flow{r: r}
	for {
		kind, err := r.s.Next()
		if err != nil {
			return err
		}
		if kind == xmlread.End {
			break
		}
		if kind != xmlread.Start {
			continue
		}
		class, _ := r.s.Attr(nsPresentation, "class")
		empty, _ := r.s.Attr(nsPresentation, "placeholder")
		switch {
		case r.s.Space() != nsDraw || leftOut(class, empty == "true") || r.s.Local() == "page-thumbnail":
			err = r.s.Skip()
		default:
			err = r.drawn(f)
		}
		if err != nil {
			return err
		}
	}
	s.notes = f.blocks()
	return nil
}
