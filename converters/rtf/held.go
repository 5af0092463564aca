package rtf

import (
	"encoding/binary"
	"unsafe"

	"github.com/seed353dc258/backstory/document"
)

const (
	// heldAfter is how many items of the body are held as they are.
	heldAfter = 256
	// heldChunk is how much memory is taken at once for those that are packed.
	heldChunk = 32 << 10
)

// heldParas are paragraphs in little memory, as most of a long text are until
// all of it is read: bytes, of which they are made again one after another.
type heldParas struct {
	chunks [][]byte // each holds whole paragraphs
	last   pars     // of the paragraph that was added last
	line   int32    // and its line
	asides []*aside // of those that have something beside them
	marked bool     // there are bookmarks
}

// What is said of a held paragraph.
const (
	heldSame   = 1 << iota // it has the properties of the one before it
	heldListed             // it has a marker of its own
	heldAside              // something stands beside it
	heldMarker             // and that is a marker alone
	heldPlain              // its text is one run without any format
)

// add adds a paragraph. Nothing of it is kept but what stands beside it.
func (h *heldParas) add(p *para) {
	b := h.room()
	flags := byte(0)
	if p.pars == h.last {
		flags |= heldSame
	}
	if p.listed {
		flags |= heldListed
	}
	beside := p.beside()
	if len(beside.marks)+len(beside.extras) > 0 {
		flags |= heldAside
		h.asides = append(h.asides, p.aside)
		h.marked = h.marked || len(beside.marks) > 0
	} else if beside.marker != "" {
		flags |= heldMarker
	}
	if len(p.runs) == 1 && p.runs[0].plain() {
		flags |= heldPlain
	}
	b = append(b, flags, byte(p.kind))
	if flags&heldSame == 0 {
		b = p.pars.append(b)
		h.last = p.pars
	}
	b = binary.AppendVarint(b, int64(p.line-h.line))
	h.line = p.line
	if flags&heldMarker != 0 {
		b = appendText(b, beside.marker)
	}
	b = appendText(b, p.text)
	if flags&heldPlain == 0 {
		b = binary.AppendUvarint(b, uint64(len(p.runs)))
		end := int32(0)
		for i := range p.runs {
			b = p.runs[i].append(b, end)
			end = p.runs[i].end
		}
	}
	h.chunks[len(h.chunks)-1] = b
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// room returns the last chunk, or a new one where that is full. The first may
// stay small.
func (h *heldParas) room() []byte {
	n := len(h.chunks)
	switch {
	case n == 0:
		h.chunks, n = append(h.chunks, nil), n+1
	case len(h.chunks[n-1]) > heldChunk-heldChunk/8:
		h.chunks, n = append(h.chunks, make([]byte, 0, heldChunk)), n+1
	}
	return h.chunks[n-1]
}

// Bits of what a run is, beside its styles.
const (
	runMono = 1 << iota
	runHidden
	runLink
	runNode
)

func (r *run) append(b []byte, from int32) []byte {
	b = binary.AppendUvarint(b, uint64(r.end-from))
	flags := byte(0)
	if r.mono {
		flags |= runMono
	}
	if r.hidden {
		flags |= runHidden
	}
	if r.link != 0 {
		flags |= runLink
	}
	if r.node != 0 {
		flags |= runNode
	}
	b = append(b, flags, byte(r.styles))
	if r.link != 0 {
		b = binary.AppendUvarint(b, uint64(r.link))
	}
	if r.node != 0 {
		b = binary.AppendUvarint(b, uint64(r.node))
	}
	return b
}

// numbers are the properties that are numbers, in the order they are held in.
func (p *pars) numbers() [9]*int32 {
	return [...]*int32{&p.style, &p.left, &p.first, &p.list, &p.ground, &p.pn, &p.frame.x, &p.frame.y, &p.frame.wide}
}

// append writes the properties of a paragraph: which of them are numbers other
// than 0, those numbers, and the small ones.
func (p *pars) append(b []byte) []byte {
	set := uint64(0)
	for i, n := range p.numbers() {
		if *n != 0 {
			set |= 1 << i
		}
	}
	b = binary.AppendUvarint(b, set)
	for _, n := range p.numbers() {
		if *n != 0 {
			b = binary.AppendVarint(b, int64(*n))
		}
	}
	flags := byte(p.align) << 2
	if p.inTable {
		flags |= 1
	}
	if p.border {
		flags |= 2
	}
	b = append(b, flags, byte(p.level), byte(p.outline), byte(p.pnMarker))
	return binary.AppendVarint(b, int64(p.itap))
}

// heldReader makes paragraphs of what is held.
type heldReader struct {
	rest  []byte
	next  para
	runs  []run
	aside int
	alone aside // a marker alone
}

func (r *heldReader) byte() byte {
	b := r.rest[0]
	r.rest = r.rest[1:]
	return b
}

func (r *heldReader) size() int {
	n, size := binary.Uvarint(r.rest)
	r.rest = r.rest[size:]
	return int(n)
}

func (r *heldReader) number() int32 {
	n, size := binary.Varint(r.rest)
	r.rest = r.rest[size:]
	return int32(n)
}

// each calls visit with each paragraph, which is valid until visit returns, and
// whose properties are not to be changed. Its text stays. Where they are not read again, what was read is let go.
func (h *heldParas) each(again bool, visit func(*para)) {
	var r heldReader
	for i, chunk := range h.chunks {
		if r.rest = chunk; !again {
			h.chunks[i] = nil
		}
		for len(r.rest) > 0 {
			r.para(h)
			visit(&r.next)
		}
	}
}

func (r *heldReader) para(h *heldParas) {
	p := &r.next
	flags := r.byte()
	p.kind, p.listed, p.aside = styleKind(r.byte()), flags&heldListed != 0, nil
	if flags&heldSame == 0 {
		r.pars(&p.pars)
	}
	if flags&heldAside != 0 {
		p.aside = h.asides[r.aside]
		r.aside++
	}
	p.line += r.number()
	if flags&heldMarker != 0 {
		r.alone.marker = r.text()
		p.aside = &r.alone
	}
	p.text = r.text()
	r.runs = r.runs[:0]
	if flags&heldPlain != 0 {
		r.runs = append(r.runs, run{end: int32(len(p.text))})
	} else {
		end := int32(0)
		for range r.size() {
			end += int32(r.size())
			r.run(end)
		}
	}
	p.runs = r.runs
}

func (r *heldReader) text() string {
	n := r.size()
	if n == 0 {
		return ""
	}
	text := unsafe.String(&r.rest[0], n) // nothing writes there any more
	r.rest = r.rest[n:]
	return text
}

func (r *heldReader) run(end int32) {
	flags := r.byte()
	one := run{end: end, mono: flags&runMono != 0, hidden: flags&runHidden != 0, styles: document.Styles(r.byte())}
	if flags&runLink != 0 {
		one.link = int32(r.size())
	}
	if flags&runNode != 0 {
		one.node = int32(r.size())
	}
	r.runs = append(r.runs, one)
}

func (r *heldReader) pars(p *pars) {
	*p = pars{}
	set := r.size()
	for i, n := range p.numbers() {
		if set&(1<<i) != 0 {
			*n = r.number()
		}
	}
	flags := r.byte()
	p.inTable, p.border, p.align = flags&1 != 0, flags&2 != 0, document.Align(flags>>2)
	p.level, p.outline, p.pnMarker = int8(r.byte()), int8(r.byte()), int8(r.byte())
	p.itap = int16(r.number())
}
