package pdfium

import "math"

// The kinds of page objects.
const (
	kindText    = 1
	kindPath    = 2
	kindImage   = 3
	kindShading = 4
	kindForm    = 5
)

const (
	maxObjects    = 200_000 // of a page
	maxSegments   = 400_000 // of a page
	formDepth     = 12
	maxActuals    = 50_000  // marks of a page
	actualLongest = 1 << 16 // bytes
	maxClips      = 16      // paths of a clip that are looked at
)

// Objects is what a page paints besides text.
type Objects struct {
	Lines    []Line // straight lines along an axis, and thin boxes
	Fills    []Fill // filled boxes
	Images   []Image
	Curves   []Box  // what is drawn otherwise
	Blobs    []Blob // what of it may cover text
	MayLayer bool   // there may be optional content in the document
	Layers   bool   // something is in optional content
	Forms    bool   // text is in forms, which may be in optional content
	Cut      bool   // there was more than is read
	Count    int    // of all objects that are read

	texts map[uint64]textObject
}

// HasText reports whether the page paints text, be it text that PDFium gives no
// characters of.
func (o *Objects) HasText() bool { return len(o.texts) > 0 }

// Line is a line along an axis.
type Line struct {
	Box
	Vertical bool
	Order    int
}

// Fill is a filled box.
type Fill struct {
	Box
	Color Color
	Order int  // of painting
	Plain bool // it covers its box, and is seen through nowhere
}

// Blob is a filled shape that is not a box, or a shading.
type Blob struct {
	Box
	Order int
}

// Image is a picture with its place.
type Image struct {
	Box
	Order         int
	MCID          int  // its own, or that of a form around it; -1 for none
	Width, Height int  // in pixels; 0 where that is unknown
	Bytes         int  // in the file, which tells it from others
	Artifact      bool // the file says that it is not content
	Layer         bool // in optional content
}

// textObject is what is known of a text object from its place among the others.
type textObject struct {
	layer    bool
	artifact bool
	form     bool // inside a form
	veiled   bool
	actual   *Actual
	style    Style
	clip     *Box
	order    int
}

// objectReader walks through the objects of a page.
type objectReader struct {
	*openPage
	objects, segments int
	actual            map[uint64]*Actual // by mark
	styles            map[uint64]Style   // by mark
}

// level is where the walk is.
type level struct {
	matrix   matrix
	layer    bool
	artifact bool
	veiled   bool // what is painted may be seen in part, or not at all
	actual   *Actual
	style    Style
	clip     *Box
	mcid     int
	depth    int
}

// readObjects reads paths and images, and what surrounds the texts.
func (p *openPage) readObjects() error {
	p.out.Objects.texts = map[uint64]textObject{}
	r := objectReader{openPage: p, actual: map[uint64]*Actual{}, styles: map[uint64]Style{}}
	count := p.int(fnObjectCount, p.page)
	for i := range uint64(max(count, 0)) {
		if err := r.object(p.ptr(fnObject, p.page, i), level{matrix: identity, mcid: -1}); err != nil {
			return err
		}
		if p.out.Objects.Cut {
			break
		}
	}
	p.out.Objects.Count = r.objects
	return p.err
}

// object reads an object.
func (r *objectReader) object(o uint64, l level) error {
	if r.objects++; r.objects > maxObjects {
		r.out.Objects.Cut = true
		return nil
	}
	if err := r.step(1); err != nil || o == 0 {
		return err
	}
	r.marks(o, &l)
	r.clip(o, &l)
	switch r.int(fnObjectType, o) {
	case kindText:
		r.out.Objects.Layers = r.out.Objects.Layers || l.layer
		r.out.Objects.Forms = r.out.Objects.Forms || l.depth > 0
		if _, twice := r.out.Objects.texts[o]; !twice {
			r.out.Objects.texts[o] = textObject{
				layer: l.layer, artifact: l.artifact, form: l.depth > 0, veiled: l.veiled || r.ok(fnObjectTransparent, o),
				actual: l.actual, style: l.style, clip: l.clip, order: r.objects,
			}
		}
	case kindPath:
		return r.path(o, l)
	case kindImage:
		r.image(o, l)
	case kindShading:
		if b, ok := r.bounds(o, l); ok {
			r.out.Objects.Curves = append(r.out.Objects.Curves, b)
			r.out.Objects.Blobs = append(r.out.Objects.Blobs, Blob{b, r.objects})
		}
	case kindForm:
		return r.form(o, l)
	}
	return r.err
}

// image reads a picture, as far as it is not cut off.
func (r *objectReader) image(o uint64, l level) {
	b, ok := r.bounds(o, l)
	if !ok {
		return
	}
	if l.clip != nil {
		b = Box{max(b.X0, l.clip.X0), max(b.Y0, l.clip.Y0), min(b.X1, l.clip.X1), min(b.Y1, l.clip.Y1)}
	}
	image := Image{Box: b, Order: r.objects, MCID: l.inside(r.int(fnObjectMCID, o)), Artifact: l.artifact, Layer: l.layer}
	if r.ok(fnImagePixels, o, r.at(0), r.at(4)) {
		image.Width, image.Height = int(r.i32(0)), int(r.i32(4))
	}
	image.Bytes = r.int(fnImageRaw, o, 0, 0)
	r.out.Objects.Images = append(r.out.Objects.Images, image)
}

// inside returns the marked-content id of an object, which is that of the form
// around it where it has none.
func (l *level) inside(mcid int) int {
	if mcid < 0 {
		return l.mcid
	}
	return mcid
}

// form reads the objects of a form.
func (r *objectReader) form(o uint64, l level) error {
	if l.depth >= formDepth {
		r.out.Objects.Cut = true
		return nil
	}
	if r.ok(fnObjectMatrix, o, r.at(0)) {
		l.matrix = r.readMatrix().then(l.matrix)
	}
	l.mcid = l.inside(r.int(fnObjectMCID, o))
	l.veiled = l.veiled || r.ok(fnObjectTransparent, o)
	l.depth++
	for i := range uint64(max(r.int(fnFormCount, o), 0)) {
		if err := r.object(r.ptr(fnFormObject, o, i), l); err != nil || r.out.Objects.Cut {
			return err
		}
	}
	return r.err
}

// bounds returns the box of an object on the page.
func (r *objectReader) bounds(o uint64, l level) (Box, bool) {
	if !r.ok(fnObjectBounds, o, r.at(0), r.at(4), r.at(8), r.at(12)) {
		return Box{}, false
	}
	return r.mapped(Box{r.f32(0), r.f32(4), r.f32(8), r.f32(12)}, l.matrix), true
}

// mapped returns the box on the page around a box in a form's coordinates.
func (r *objectReader) mapped(b Box, m matrix) Box {
	x, y := r.point(m.apply(b.X0, b.Y0))
	out := Box{x, y, x, y}
	for _, corner := range [...][2]float64{{b.X1, b.Y0}, {b.X0, b.Y1}, {b.X1, b.Y1}} {
		x, y := r.point(m.apply(corner[0], corner[1]))
		out = out.Union(Box{x, y, x, y})
	}
	return out
}

// marks notes whether an object is marked as optional content, or as an
// artifact.
func (r *objectReader) marks(o uint64, l *level) {
	marks := r.int(fnObjectMarks, o)
	for i := range uint64(min(max(marks, 0), 8)) {
		mark := r.ptr(fnObjectMark, o, i)
		if mark == 0 || !r.ok(fnMarkName, mark, r.at(64), 64, r.at(0)) {
			continue
		}
		switch n := r.i32(0); {
		case n == 6 && r.i32(64) == 'O'|'C'<<16: // "OC" in UTF-16
			l.layer = true
		case n == 18 && r.i32(64) == 'A'|'r'<<16 && r.i32(68) == 't'|'i'<<16: // "Artifact"
			l.artifact = true
		default:
			if s := r.style(mark, n); s != StyleOther {
				l.style = s
			}
			r.actualText(o, mark, l)
		}
	}
}

// style returns what the name of a mark says of its content, which is that of
// a style of the program that wrote it.
func (r *objectReader) style(mark uint64, length int) Style {
	if s, known := r.styles[mark]; known {
		return s
	}
	s := StyleOther
	const most = 64 // bytes that there is room for
	if length > 0 && length <= most {
		b, _ := r.memory.Read(uint32(r.at(64)), uint32(length))
		s = styleNamed(decode16(b))
	}
	if len(r.styles) < maxActuals {
		r.styles[mark] = s
	}
	return s
}

// actualText takes the text that a mark gives for its content, and takes it off
// the mark, since PDFium would put it in the place of the characters.
func (r *objectReader) actualText(o, mark uint64, l *level) {
	a, known := r.actual[mark]
	if !known && len(r.actual) < maxActuals {
		if n := r.int(fnMarkParamCount, mark); n > 0 && n <= 16 && r.int(fnObjectType, o) == kindText {
			a = r.takeActual(o, mark)
		}
		r.actual[mark] = a
	}
	if a != nil {
		l.actual = a
	}
}

// takeActual returns the actual text of a mark and removes it there.
func (r *objectReader) takeActual(o, mark uint64) *Actual {
	key := r.key("ActualText")
	if !r.ok(fnMarkParamBlob, mark, key, 0, 0, r.at(0)) {
		return nil
	}
	n := r.i32(0)
	text := ""
	if n > 0 && n <= actualLongest {
		p := r.alloc(n)
		if r.ok(fnMarkParamBlob, mark, key, uint64(p), uint64(n), r.at(0)) {
			b, _ := r.memory.Read(p, uint32(n))
			text = decodeText(b)
		}
		r.machine.call(fnFree, uint64(p))
	}
	if !r.ok(fnMarkParamRemove, o, mark, key) {
		return nil
	}
	return &Actual{text}
}

// clip narrows the box that an object may paint on to that of its clipping
// paths. Text that clips, and a path that is not a box, veil the object: they are
// seen on the painted page alone.
func (r *objectReader) clip(o uint64, l *level) {
	paths := r.ptr(fnObjectClip, o)
	if paths == 0 {
		return
	}
	n := r.int(fnClipPaths, paths) // less than 0 where nothing clips, 0 where text does
	l.veiled = l.veiled || n == 0 || n > maxClips
	for i := range uint64(min(max(n, 0), maxClips)) {
		b, plain := r.clipBox(paths, i, l.matrix)
		l.veiled = l.veiled || !plain
		if b == nil {
			continue
		}
		if c := l.clip; c != nil {
			*b = Box{max(b.X0, c.X0), max(b.Y0, c.Y0), min(b.X1, c.X1), min(b.Y1, c.Y1)}
		}
		l.clip = b
	}
}

// clipBox returns the box around a clipping path, and whether the path is no
// more than that.
func (r *objectReader) clipBox(paths, i uint64, m matrix) (b *Box, plain bool) {
	const most, rectangle = 64, 5 // points
	n := r.int(fnClipSegments, paths, i)
	r.segments += max(n, 0)
	if n <= 0 || n > most || r.segments > maxSegments {
		return nil, false
	}
	plain = n <= rectangle
	var lastX, lastY float64
	for j := range uint64(n) {
		x, y, kind := r.segment(r.ptr(fnClipSegment, paths, i, j))
		x, y = r.point(m.apply(x, y))
		if j == 0 {
			b = &Box{x, y, x, y}
		} else if kind != segmentLine || math.Abs(x-lastX) > straight && math.Abs(y-lastY) > straight {
			plain = false
		}
		*b = b.Union(Box{x, y, x, y})
		lastX, lastY = x, y
	}
	return b, plain
}

// segment returns the point of a segment and its kind.
func (r *objectReader) segment(s uint64) (x, y float64, kind int) {
	if s == 0 || !r.ok(fnSegmentPoint, s, r.at(0), r.at(4)) {
		return 0, 0, -1
	}
	x, y = r.f32(0), r.f32(4)
	return x, y, r.int(fnSegmentType, s)
}
