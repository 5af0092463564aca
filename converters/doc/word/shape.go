package word

import (
	"encoding/binary"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/cfb"
	"github.com/seed353dc258/backstory/converters/internal/officeart"
	"github.com/seed353dc258/backstory/document"
)

// Kinds of records that hold a picture or a form.
const (
	mapShape     = 0x64
	mapShapeFile = 0x66
)

// read reads what shapes there are, where they are, and their texts.
func (x *shapes) read() error {
	if x.in.old {
		return nil
	}
	x.known, x.outer = map[uint32]officeart.Shape{}, map[uint32]uint32{}
	b := x.in.part(partDrawings)
	if r, rest, ok := officeart.Next(b); ok && r.Kind == officeart.KindDrawings {
		for len(rest) > 1 {
			r, behind, ok := officeart.Next(rest[1:]) // behind a byte that says of which text
			if !ok {
				break
			}
			if err := x.walk(r.Body, 0, 0); err != nil {
				return err
			}
			rest = behind
		}
	}
	x.body, x.header = x.anchors(partShapes), x.anchors(partHeaderShapes)
	x.placeBoxes(partBoxes, Boxes, x.body)
	x.placeBoxes(partHeaderBoxes, HeaderBoxes, x.header)
	return x.in.err
}

// walk notes the shapes of a container, and which shape in the text they are in: 0
// for those that are there themselves.
func (x *shapes) walk(b []byte, outer uint32, depth int) error {
	if err := x.in.env.Check(converters.LimitDepth, int64(depth), document.Pos{}); err != nil {
		return err
	}
	for r, rest, ok := officeart.Next(b); ok; r, rest, ok = officeart.Next(rest) {
		x.in.step(1)
		switch r.Kind {
		case officeart.KindGroup:
			of := outer
			if depth > 0 && of == 0 {
				if first, ok := officeart.Find(r.Body, officeart.KindShape); ok {
					of = officeart.ReadShape(first.Body).ID
				}
			}
			if err := x.walk(r.Body, of, depth+1); err != nil {
				return err
			}
		case officeart.KindShape:
			if err := x.in.spend(4); err != nil {
				return err
			}
			shape := officeart.ReadShape(r.Body)
			x.known[shape.ID] = shape
			if outer != 0 {
				x.outer[shape.ID] = outer
			}
		}
	}
	return nil
}

// anchors returns the shapes that are in a text by their places (2.8.37, 2.9.253).
func (x *shapes) anchors(p part) map[Place]Shape {
	list := plexOf(x.in.part(p), 26)
	out := map[Place]Shape{}
	for i := range list.count() {
		x.in.step(1)
		d := list.data(i)
		long := func(at int) int32 { return int32(binary.LittleEndian.Uint32(d[at:])) }
		id := binary.LittleEndian.Uint32(d)
		s := Shape{Shape: x.known[id], At: Area{Left: long(4), Top: long(8), Right: long(12), Bottom: long(16)}}
		s.ID = id
		out[list.place(i)] = s
	}
	return out
}

// placeBoxes gives shapes their texts (2.8.32, 2.9.106).
func (x *shapes) placeBoxes(p part, story Story, in map[Place]Shape) {
	list := plexOf(x.in.part(p), 22)
	from, to := x.texts.Range(story)
	at := map[uint32]Place{}
	for place, s := range in {
		at[s.ID] = place
	}
	last := from
	for i := range list.count() {
		d := list.data(i)
		b := Box{From: max(last, inside(from, list.place(i), to)), To: inside(from, list.place(i+1), to)}
		last = max(last, b.To)
		if b.To <= b.From || i == list.count()-1 && b.To-b.From <= 1 { // the last one is empty
			continue
		}
		id := binary.LittleEndian.Uint32(d[14:])
		b.Shape = x.known[id]
		if outer, ok := x.outer[id]; ok {
			id = outer
		}
		if place, ok := at[id]; ok {
			s := in[place]
			s.Boxes = append(s.Boxes, b)
			in[place] = s
		} else if b.To-b.From > 1 && story == Boxes {
			x.loose = append(x.loose, b)
		}
	}
}

// At returns the shape that is at a place of the body or, counted from where they begin,
// of the headers.
func (x *shapes) At(at Place) (Shape, bool) {
	if from, to := x.texts.Range(Headers); at >= from && at < to {
		s, ok := x.header[at-from]
		return s, ok
	}
	s, ok := x.body[at]
	return s, ok && at < x.texts.starts[Footnotes]
}

// Loose returns the texts of shapes that are at no place of the text.
func (x *shapes) Loose() []Box { return x.loose }

// PictureAt returns what a picture in the text says of itself, by its offset in the
// stream of pictures (2.9.192).
func (f *File) PictureAt(offset uint32) officeart.Shape {
	b := f.in.pictureData(offset)
	if len(b) < 8 {
		return officeart.Shape{}
	}
	head := int64(binary.LittleEndian.Uint16(b[4:]))
	kind := binary.LittleEndian.Uint16(b[6:])
	rest := cut(b, head, int64(len(b)))
	if kind == mapShapeFile && len(rest) > 0 {
		rest = cut(rest, 1+int64(rest[0]), int64(len(rest)))
	}
	if kind != mapShape && kind != mapShapeFile {
		return officeart.Shape{}
	}
	r, _, ok := officeart.Next(rest)
	if !ok || r.Kind != officeart.KindShape {
		return officeart.Shape{}
	}
	s := officeart.ReadShape(r.Body)
	if len(b) >= sizePicture && !s.Picture {
		goal := func(at, scale int) int {
			return int(binary.LittleEndian.Uint16(b[at:])) * int(binary.LittleEndian.Uint16(b[scale:])) / 1000
		}
		wide, high := goal(0x1C, 0x20), goal(0x1E, 0x22)
		s.Rule = s.Rule || (s.Kind == shapeRectangle || s.Kind == shapeFrame) && high < maxRule && wide > minRule
	}
	return s
}

const (
	shapeRectangle = 1
	shapeFrame     = 75   // of a picture
	sizePicture    = 0x44 // of the head of a picture

	maxRule = 60 // the height of a rectangle that is a line, in twips
	minRule = 50 * maxRule
)

// pictureData returns what is at an offset of the stream of pictures, which begins with
// its length.
func (s *streams) pictureData(offset uint32) []byte {
	data := s.data
	if s.old {
		data = s.raw
	}
	head := cut(data, int64(offset), 4)
	if len(head) < 4 {
		return nil
	}
	return cut(data, int64(offset), int64(binary.LittleEndian.Uint32(head)))
}

// FormAt returns what a field of a form shows by the data of it (2.9.78): a box that is
// checked or not, or the choice of a list; "" for text.
func (f *File) FormAt(offset uint32) string {
	b := f.in.pictureData(offset)
	if len(b) < 6 {
		return ""
	}
	b = cut(b, int64(binary.LittleEndian.Uint16(b[4:])), int64(len(b)))
	if len(b) < 10 || binary.LittleEndian.Uint32(b) != 0xFFFFFFFF {
		return ""
	}
	bits := binary.LittleEndian.Uint16(b[4:])
	kind, result := bits&3, int(bits>>2&31)
	rest := skipText(cut(b, 10, int64(len(b)))) // its name
	if len(rest) < 2 {
		return ""
	}
	usual := int(binary.LittleEndian.Uint16(rest))
	if result == formDefault {
		result = usual
	}
	switch kind {
	case 1:
		if result == 1 {
			return "☒"
		}
		return "☐"
	case 2:
		rest = rest[2:]
		for range 5 { // its format, two texts of help, two macros
			rest = skipText(rest)
		}
		return choice(rest, result)
	}
	return ""
}

// formDefault is the result of a field that has its usual one.
const formDefault = 25

// skipText returns what is behind a text that ends with a zero.
func skipText(b []byte) []byte {
	if len(b) < 2 {
		return nil
	}
	return cut(b, 4+2*int64(binary.LittleEndian.Uint16(b)), int64(len(b)))
}

// choice returns one of a list of texts (2.2.4).
func choice(b []byte, which int) string {
	if len(b) < 6 || binary.LittleEndian.Uint16(b) != 0xFFFF {
		return ""
	}
	n := int(binary.LittleEndian.Uint16(b[2:]))
	b = b[6:]
	for i := 0; i < n && len(b) >= 2; i++ {
		text := cut(b, 2, 2*int64(binary.LittleEndian.Uint16(b)))
		if i == which {
			return cfb.Wide(text)
		}
		b = b[2+len(text):]
	}
	return ""
}
