package pdfium

import "strings"

const (
	maxMarks      = 50_000  // of a page
	longestActual = 1 << 16 // bytes
)

// Context is what surrounds an object: the marks, forms and clips that it is in.
type Context struct {
	Layer    bool    // in optional content
	Inverse  bool    // in optional content that may show where its layers are off
	Form     bool    // inside a form
	Artifact bool    // the file says that it is not content, such as a running header
	Veiled   bool    // how it is blended, masked or clipped may hide it
	Order    int     // of painting, among the page's objects
	Actual   *Actual // text that the file gives for it
	Style    Style   // by the name of its marked content
	Clip     *Box    // what of the page it may paint on, where it is less than the page
	Copy     int     // the number that it has together with its copies; 0 for most

	copies *copies
}

// Actual is a text that a piece of marked content gives for what it shows
// (PDF 32000-1, 14.9.4), or its font for its glyphs.
type Actual struct {
	Text   string
	False  bool // the glyphs show something else
	Unsure bool // the characters are that text, and their glyphs do not look like it
}

// Style is what the name of a style, that a program gives to a piece of marked
// content, says of it. Word processors name their own styles there, which the
// document maps to paragraphs and spans.
type Style uint8

// The styles that are told from others.
const (
	styleOther Style = iota
	StyleCode
	StyleQuote
)

// styleNamed returns the style that a name says, in English as programs name
// their own styles.
func styleNamed(name string) Style {
	name = strings.ToLower(strings.ReplaceAll(name, "_", " "))
	switch name {
	case "code", "source code", "source text", "preformatted text", "html preformatted", "verbatim char", "code block", "program listing":
		return StyleCode
	case "quote", "intense quote", "quotations", "quotation", "block text", "block quote", "blockquote":
		return StyleQuote
	}
	if strings.HasSuffix(name, "tok") && len(name) > len("tok") {
		return StyleCode // pandoc's names for the pieces of a listing
	}
	return styleOther
}

// The kinds of objects.
const (
	nameObject  = 4
	arrayObject = 5
)

// markReader reads the marks of objects, each once.
type markReader struct {
	*machine
	mayOff bool // optional content may be shown where layers are off
	actual map[uint64]*Actual
	styles map[uint64]Style
}

// read notes what the marks of an object say of it.
func (r *markReader) read(o uint64, c *Context) {
	marks := r.int(fnObjectMarks, o)
	for i := range uint64(min(max(marks, 0), 8)) {
		mark := r.ptr(fnObjectMark, o, i)
		if mark == 0 || !r.ok(fnMarkName, mark, r.at(64), 64, r.at(0)) {
			continue
		}
		switch n := r.i32(0); {
		case n == 6 && r.i32(64) == 'O'|'C'<<16: // "OC" in UTF-16
			c.Layer = true
			// Of one layer that is not in an array, PDFium looks at no policy.
			c.Inverse = c.Inverse || r.mayOff && r.int(fnMarkParamType, mark, r.key("P")) == nameObject && r.int(fnMarkParamType, mark, r.key("OCGs")) != arrayObject
		case n == 18 && r.i32(64) == 'A'|'r'<<16 && r.i32(68) == 't'|'i'<<16: // "Artifact"
			c.Artifact = true
		default:
			if s := r.style(mark, n); s != styleOther {
				c.Style = s
			}
			r.actualText(o, mark, c)
		}
	}
}

// style returns what the name of a mark says of its content, which is that of
// a style of the program that wrote it.
func (r *markReader) style(mark uint64, length int) Style {
	if s, known := r.styles[mark]; known {
		return s
	}
	s := styleOther
	const most = 64 // bytes that there is room for
	if length > 0 && length <= most {
		b, _ := r.memory.Read(uint32(r.at(64)), uint32(length))
		s = styleNamed(decode16(b))
	}
	if len(r.styles) < maxMarks {
		r.styles[mark] = s
	}
	return s
}

// actualText takes the text that a mark gives for its content, and takes it off
// the mark, since PDFium would put it in the place of the characters.
func (r *markReader) actualText(o, mark uint64, c *Context) {
	a, known := r.actual[mark]
	if !known && len(r.actual) < maxMarks {
		if n := r.int(fnMarkParamCount, mark); n > 0 && n <= 16 && r.int(fnObjectType, o) == kindText {
			a = r.takeActual(o, mark)
		}
		r.actual[mark] = a
	}
	if a != nil {
		c.Actual = a
	}
}

// takeActual returns the actual text of a mark and removes it there.
func (r *markReader) takeActual(o, mark uint64) *Actual {
	key := r.key("ActualText")
	if !r.ok(fnMarkParamBlob, mark, key, 0, 0, r.at(0)) {
		return nil
	}
	n := r.i32(0)
	text := ""
	if n > 0 && n <= longestActual {
		p := r.alloc(n)
		if r.ok(fnMarkParamBlob, mark, key, uint64(p), uint64(n), r.at(0)) {
			b, _ := r.memory.Read(p, uint32(n))
			text = decodeText(b)
		}
		r.call(fnFree, uint64(p))
	}
	if !r.ok(fnMarkParamRemove, o, mark, key) {
		return nil
	}
	return &Actual{Text: text}
}
