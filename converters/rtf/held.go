package rtf

import (
	"bytes"
	"encoding/binary"
)

const (
	// heldChunk is how much memory is taken at once for what is held.
	heldChunk = 32 << 10
	// farText is how long a text is that is not copied, in bytes.
	farText = 1 << 20
	// farMost is how long a table or a story may be that is copied to where it
	// belongs, in bytes.
	farMost = 2 << 10
)

// held is the paragraphs and tables of a story in little memory: bytes, of which
// they are made again one after another.
type held struct {
	pen
	chunks sealed
	marked bool // there are bookmarks
}

// sealed is what was held of a story that has ended. Each part holds whole
// paragraphs and tables.
type sealed [][]byte

// room begins a new chunk where the last one is full. The first may stay small.
func (h *held) room() {
	if len(h.to) > heldChunk-heldChunk/8 {
		h.chunks = append(h.chunks, h.to)
		h.to = make([]byte, 0, heldChunk)
	}
}

// add adds a paragraph. Nothing of it is kept, unless its text is very long.
func (h *held) add(r *reader, p *para) {
	h.room()
	h.marked = h.marked || len(p.marks) > 0
	h.para(r, p)
}

// addTable adds a table, and reports whether that may be used again.
func (h *held) addTable(r *reader, t *table) bool {
	h.room()
	return h.table(r, t)
}

// empty reports whether nothing is held.
func (h *held) empty() bool { return len(h.chunks)+len(h.to) == 0 }

// seal returns what is held. The last chunk is copied, so that the memory it is
// in can be used again.
func (h *held) seal() sealed {
	if h.empty() {
		return nil
	}
	return append(h.chunks, bytes.Clone(h.to))
}

// far is what is held by itself, since it is too long to be copied.
type far struct {
	text  string
	table *table
	story sealed
}

// pen writes paragraphs and tables as bytes.
type pen struct {
	to   []byte
	last pars  // of the paragraph that was written last
	line int32 // and its line

	number int32 // and its number
}

// What is said of a held paragraph.
const (
	heldSame   = 1 << iota // it has the properties of the one before it
	heldListed             // it has a marker of its own
	heldMarker             // and that says something
	heldPlain              // its text is one run without any format
	heldMarks              // it has bookmarks
	heldExtras             // stories stand beside it
	heldTable              // it is a table
	heldFar                // and that is held by itself
)

// para writes a paragraph.
func (w *pen) para(r *reader, p *para) {
	flags := byte(0)
	for _, f := range [...]struct {
		bit byte
		is  bool
	}{
		{heldSame, p.pars == w.last},
		{heldListed, p.listed},
		{heldMarker, p.marker != ""},
		{heldPlain, len(p.runs) == 1 && p.runs[0].plain()},
		{heldMarks, len(p.marks) > 0},
		{heldExtras, len(p.extras) > 0},
	} {
		if f.is {
			flags |= f.bit
		}
	}
	w.to = append(w.to, flags, byte(p.kind))
	if flags&heldSame == 0 {
		w.to = p.pars.append(w.to)
		w.last = p.pars
	}
	w.to = binary.AppendVarint(w.to, int64(p.line-w.line))
	w.line = p.line
	w.to = binary.AppendVarint(w.to, int64(p.number-w.number))
	w.number = p.number
	if flags&heldMarker != 0 {
		w.text(r, p.marker)
	}
	w.text(r, p.text)
	if flags&heldPlain == 0 {
		w.size(len(p.runs))
		end := int32(0)
		for i := range p.runs {
			w.to = p.runs[i].append(w.to, end)
			end = p.runs[i].end
		}
	}
	if flags&heldMarks != 0 {
		w.size(len(p.marks))
		for _, mark := range p.marks {
			w.text(r, mark)
		}
	}
	if flags&heldExtras != 0 {
		w.size(len(p.extras))
		for i := range p.extras {
			w.extra(r, &p.extras[i])
		}
	}
}

func (w *pen) size(n int) { w.to = binary.AppendUvarint(w.to, uint64(n)) }

// text writes a text, or, of a very long one, where it is.
func (w *pen) text(r *reader, text string) {
	if len(text) >= farText {
		w.far(r, far{text: text})
		return
	}
	w.size(len(text) << 1)
	w.to = append(w.to, text...)
}

// far keeps something, and writes where.
func (w *pen) far(r *reader, f far) {
	w.size(len(r.far)<<1 | 1)
	r.far = append(r.far, f)
}

// extra writes a story that stands beside a paragraph.
func (w *pen) extra(r *reader, e *extra) {
	flags := byte(e.kind) << 1
	if e.veiled {
		flags |= 1
	}
	w.to = append(w.to, flags)
	w.text(r, e.author)
	w.text(r, e.date)
	w.size(e.line)
	w.story(r, e.items)
}

func (w *pen) story(r *reader, s sealed) {
	if len(s) > 1 || len(s) == 1 && len(s[0]) > farMost {
		w.far(r, far{story: s})
		return
	}
	all := bytes.Join(s, nil)
	w.size(len(all) << 1)
	w.to = append(w.to, all...)
}

// table writes a table, and reports whether nothing of it is held by itself.
func (w *pen) table(r *reader, t *table) bool {
	if len(t.chunks) > 0 || len(t.to) > farMost {
		w.to = append(w.to, heldTable|heldFar)
		w.far(r, far{table: t})
		return false
	}
	w.to = append(w.to, heldTable)
	for _, n := range [...]int{t.line, t.number, t.last, t.count, t.cells, t.widest} {
		w.size(n)
	}
	merges := 0
	if t.merges {
		merges = 1
	}
	w.size(len(t.to)<<1 | merges)
	w.to = append(w.to, t.to...)
	return true
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
