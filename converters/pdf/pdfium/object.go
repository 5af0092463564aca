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
	maxObjects  = 200_000 // of a page
	maxSegments = 400_000 // of a page
	formDepth   = 12
	maxPath     = 512 // segments of a path that can be a rule or a box
	maxClips    = 16  // paths of a clip that are looked at
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

	// Silent is how many of the pieces of text that the page paints have no characters,
	// of Pieces that were looked at.
	Silent, Pieces int

	texts  map[uint64]Context
	placed []placedText // the texts, while the page is read
	clips  bool         // one of them is clipped
}

// HasText reports whether the page paints text, be it text that PDFium gives no
// characters of.
func (o *Objects) HasText() bool { return len(o.texts) > 0 }

// Color is a colour with its opacity.
type Color struct{ R, G, B, A uint8 }

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

// objectReader walks through the objects of a page.
type objectReader struct {
	*machine
	frame    *Frame
	out      Objects
	segments int
	marks    markReader
}

// level is where the walk is.
type level struct {
	Context
	matrix matrix
	mcid   int
	depth  int
}

// readObjects reads paths and images, and what surrounds the texts.
func (p *openPage) readObjects(mayLayer, mayOff bool) (Objects, error) {
	r := objectReader{machine: p.machine, frame: &p.frame, marks: markReader{p.machine, mayOff, map[uint64]*Actual{}, map[uint64]Style{}}}
	r.out.MayLayer, r.out.texts = mayLayer, map[uint64]Context{}
	count := p.int(fnObjectCount, p.handle)
	for i := range uint64(max(count, 0)) {
		if err := r.object(p.ptr(fnObject, p.handle, i), level{matrix: identity, mcid: -1}); err != nil {
			return r.out, err
		}
		if r.out.Cut {
			break
		}
	}
	if r.out.clips {
		return r.out, r.joinCopies()
	}
	return r.out, p.err
}

// object reads an object.
func (r *objectReader) object(o uint64, l level) error {
	if r.out.Count++; r.out.Count > maxObjects {
		r.out.Cut = true
		return nil
	}
	if err := r.step(1); err != nil || o == 0 {
		return err
	}
	l.Order = r.out.Count
	r.marks.read(o, &l.Context)
	r.clip(o, &l)
	switch r.int(fnObjectType, o) {
	case kindText:
		r.text(o, l)
	case kindPath:
		return r.path(o, l)
	case kindImage:
		r.image(o, l)
	case kindShading:
		if b, ok := r.bounds(o, l); ok {
			r.out.drawing(b, true)
		}
	case kindForm:
		return r.form(o, l)
	}
	return r.err
}

// text keeps what surrounds a text.
func (r *objectReader) text(o uint64, l level) {
	c := l.Context
	r.out.Layers = r.out.Layers || c.Layer
	r.out.Forms = r.out.Forms || c.Form
	if _, twice := r.out.texts[o]; !twice {
		c.Veiled = c.Veiled || r.ok(fnObjectTransparent, o)
		r.out.texts[o] = c
		r.widen(o)
		r.out.placed, r.out.clips = append(r.out.placed, placedText{o, l.matrix}), r.out.clips || c.Clip != nil
	}
}

// image reads a picture, as far as it is not cut off.
func (r *objectReader) image(o uint64, l level) {
	b, ok := r.bounds(o, l)
	if !ok {
		return
	}
	if l.Clip != nil {
		b = Box{max(b.X0, l.Clip.X0), max(b.Y0, l.Clip.Y0), min(b.X1, l.Clip.X1), min(b.Y1, l.Clip.Y1)}
	}
	image := Image{Box: b, Order: r.out.Count, MCID: l.inside(r.int(fnObjectMCID, o)), Artifact: l.Artifact, Layer: l.Layer}
	if r.ok(fnImagePixels, o, r.at(0), r.at(4)) {
		image.Width, image.Height = int(r.i32(0)), int(r.i32(4))
	}
	image.Bytes = r.int(fnImageRaw, o, 0, 0)
	r.out.Images = append(r.out.Images, image)
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
		r.out.Cut = true
		return nil
	}
	if r.ok(fnObjectMatrix, o, r.at(0)) {
		l.matrix = r.matrix().then(l.matrix)
	}
	l.mcid = l.inside(r.int(fnObjectMCID, o))
	l.Veiled = l.Veiled || r.ok(fnObjectTransparent, o)
	l.depth++
	l.Form = true
	for i := range uint64(max(r.int(fnFormCount, o), 0)) {
		if err := r.object(r.ptr(fnFormObject, o, i), l); err != nil || r.out.Cut {
			return err
		}
	}
	return r.err
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
	l.Veiled = l.Veiled || n == 0 || n > maxClips
	for i := range uint64(min(max(n, 0), maxClips)) {
		b, plain := r.clipBox(paths, i, l.matrix)
		l.Veiled = l.Veiled || !plain
		if b == nil {
			continue
		}
		if c := l.Clip; c != nil {
			*b = Box{max(b.X0, c.X0), max(b.Y0, c.Y0), min(b.X1, c.X1), min(b.Y1, c.Y1)}
		}
		l.Clip = b
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
	segments := r.machine.segments(r.ptr(fnClipSegment, paths, i, 0), n)
	for ; len(segments) > 0; segments = segments[segmentSize:] {
		x, y, kind := firstOf(segments)
		x, y = r.frame.Point(m.apply(x, y))
		if b == nil {
			b = &Box{x, y, x, y}
		} else if kind != segmentLine || math.Abs(x-lastX) > straight && math.Abs(y-lastY) > straight {
			plain = false
		}
		*b = b.Union(Box{x, y, x, y})
		lastX, lastY = x, y
	}
	return b, plain
}

// paint is how a path is painted.
type paint struct {
	object          uint64
	bounds          Box
	filled, stroked bool
	whole           bool // nothing clips it
}

// path reads a path: its lines along an axis, or the box that it fills.
func (r *objectReader) path(o uint64, l level) error {
	n := r.int(fnPathCount, o)
	if n <= 0 || !r.ok(fnPathMode, o, r.at(0), r.at(4)) {
		return r.err
	}
	p := paint{object: o, filled: r.i32(0) != 0, stroked: r.i32(4) != 0, whole: l.Clip == nil}
	var ok bool
	if p.bounds, ok = r.bounds(o, l); !ok || !p.filled && !p.stroked {
		return r.err
	}
	r.segments += n
	if n > maxPath || r.segments > maxSegments {
		r.out.drawing(p.bounds, p.filled)
		return r.err
	}
	if err := r.step(n); err != nil {
		return err
	}
	if !l.cutsOff(p.bounds) {
		r.thick(&p, l)
		r.shaped(&p, r.shape(o, n, l.matrix))
	}
	return r.err
}

// thick keeps the box of a path whose line is so thick that text may be under it.
func (r *objectReader) thick(p *paint, l level) {
	if !p.stroked || !r.ok(fnObjectStrokeWidth, p.object, r.at(0)) {
		return
	}
	width, m := r.f32(0), l.matrix
	if r.ok(fnObjectMatrix, p.object, r.at(0)) {
		m = r.matrix().then(m)
	}
	width *= max(math.Hypot(m.a, m.b), math.Hypot(m.c, m.d))
	if width >= thickLine || width >= thinnestLine && r.isLightLine(p.object) {
		b, half := p.bounds, width/2+lineGap
		r.out.Blobs = append(r.out.Blobs, Blob{Box{b.X0 - half, b.Y0 - half, b.X1 + half, b.Y1 + half}, r.out.Count})
	}
}

// isLightLine reports whether a line is nearly white: such ones are rarely those of tables,
// or under words.
func (r *objectReader) isLightLine(o uint64) bool {
	return r.ok(fnObjectStroke, o, r.at(0), r.at(4), r.at(8), r.at(12)) && r.i32(0)+r.i32(4)+r.i32(8) > 3*200
}

const (
	thinnestLine = 0.25 // points, of which many hide a line of text
	lineGap      = 0.5  // points between lines that are set close
)

// thickLine is how thick a line is, in points, of which a few hide a line of text:
// those of tables and under words are thinner.
const thickLine = 1.5

// shaped keeps a path of a shape.
func (r *objectReader) shaped(p *paint, s shape) {
	switch {
	case s.curved && p.filled:
		r.fill(p.object, p.bounds, false)
		r.out.drawing(p.bounds, true)
	case s.curved:
		r.out.drawing(p.bounds, false)
	case p.filled && !p.stroked && isThin(p.bounds):
		r.out.line(p.bounds)
	default:
		r.edges(p, s)
		if s.slanted {
			r.out.drawing(p.bounds, false)
		}
	}
}

// cutsOff reports whether a clip leaves nothing of a box.
func (l *level) cutsOff(b Box) bool {
	c := l.Clip
	return c != nil && b.W() > 0 && b.H() > 0 && b.Overlap(Box{c.X0 - 1, c.Y0 - 1, c.X1 + 1, c.Y1 + 1}) == 0
}

// drawing keeps what is neither a line nor a box.
func (o *Objects) drawing(b Box, filled bool) {
	o.Curves = append(o.Curves, b)
	if filled {
		o.Blobs = append(o.Blobs, Blob{b, o.Count})
	}
}

// edges keeps the boxes and lines of a path without curves, thin boxes as lines.
func (r *objectReader) edges(p *paint, s shape) {
	for _, b := range s.parts {
		switch {
		case !p.filled:
		case isThin(b):
			r.out.line(b)
		default:
			r.fill(p.object, b, p.whole && !s.slanted && len(s.parts) == 1)
		}
	}
	for _, b := range s.lines {
		if p.stroked {
			r.out.line(b)
		}
	}
}

// isThin reports whether a filled box is a line.
func isThin(b Box) bool { return b.W() <= thin || b.H() <= thin }

// line keeps a line along an axis.
func (o *Objects) line(b Box) {
	vertical := b.H() > b.W()
	if max(b.W(), b.H()) < minLine {
		return
	}
	o.Lines = append(o.Lines, Line{b, vertical, o.Count})
}

// fill keeps a filled box; a plain one is nothing but that.
func (r *objectReader) fill(o uint64, b Box, plain bool) {
	c := Color{A: 255}
	if r.ok(fnObjectFill, o, r.at(0), r.at(4), r.at(8), r.at(12)) {
		c = Color{uint8(r.i32(0)), uint8(r.i32(4)), uint8(r.i32(8)), uint8(r.i32(12))}
	}
	r.out.Fills = append(r.out.Fills, Fill{b, c, r.out.Count, plain && c.A == 255 && !r.ok(fnObjectTransparent, o)})
}

// bounds returns the box of an object on the page.
func (r *objectReader) bounds(o uint64, l level) (Box, bool) {
	if !r.ok(fnObjectBounds, o, r.at(0), r.at(4), r.at(8), r.at(12)) {
		return Box{}, false
	}
	return r.frame.mapped(Box{r.f32(0), r.f32(4), r.f32(8), r.f32(12)}, l.matrix), true
}
