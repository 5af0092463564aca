package word

import (
	"encoding/binary"
	"slices"

	"golang.org/x/text/encoding/charmap"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// read reads the table of pieces, and the text. A document without one has its text
// in one piece.
func (t *texts) read() error {
	clx := t.in.part(partPieces)
	if t.bytes = t.in.old; t.in.old && t.in.flags()&flagComplex == 0 {
		clx = nil
	}
	for len(clx) > 3 && clx[0] == 1 { // changes, 2.9.209
		n := min(int(binary.LittleEndian.Uint16(clx[1:])), len(clx)-3)
		t.changes = append(t.changes, clx[3:3+n])
		clx = clx[3+n:]
	}
	switch {
	case len(clx) > 5 && clx[0] == 2:
		t.listPieces(cut(clx, 5, int64(binary.LittleEndian.Uint32(clx[1:]))))
	case t.in.long(0x1C) > t.in.long(0x18):
		t.bytes = true
		n := t.in.long(0x1C) - t.in.long(0x18)
		t.pieces = []piece{{to: Place(min(n, uint32(len(t.in.raw)))), at: t.in.long(0x18)}}
	}
	if len(t.pieces) == 0 {
		return converters.Corrupt(document.Pos{}, "the document has no table of its text")
	}
	if err := t.in.spend(len(t.pieces)); err != nil {
		return err
	}
	return t.readText()
}

// sizePiece is how long the description of a piece is.
const sizePiece = 8

// listPieces reads a table of pieces (2.8.35, 2.9.177).
func (t *texts) listPieces(b []byte) {
	p := plexOf(b, sizePiece)
	for i := range p.count() {
		d := p.data(i)
		from, to := p.place(i), p.place(i+1)
		if from < 0 || to <= from || len(t.pieces) > 0 && from != t.pieces[len(t.pieces)-1].to || len(t.pieces) == 0 && from != 0 {
			return
		}
		at := binary.LittleEndian.Uint32(d[2:])
		x := piece{from: from, to: to, at: at &^ (3 << 30), wide: true, change: binary.LittleEndian.Uint16(d[6:])}
		switch {
		case t.in.old:
			x.wide = false
		case at>>30&1 != 0:
			x.at, x.wide = x.at/2, false
		}
		t.pieces = append(t.pieces, x)
	}
}

// readText reads the characters of all pieces. It ends where a piece is not in the file.
func (t *texts) readText() error {
	last := t.pieces[len(t.pieces)-1].to
	total := int64(0)
	for _, n := range t.in.counts() {
		total += n
	}
	if total > 0 && total < int64(last) {
		last = Place(min(total+8, int64(last)))
	}
	if err := t.in.env.Check(converters.LimitText, int64(last), document.Pos{}); err != nil {
		return err
	}
	t.text = make([]uint16, 0, min(int(last), len(t.in.raw)))
	for i := range t.pieces {
		p := &t.pieces[i]
		n := min(p.to, last) - p.from
		if n <= 0 {
			break
		}
		t.in.step(int(n)/64 + 1)
		if b, whole := t.content(p, n); !t.addText(b, p.wide) || !whole {
			break
		}
	}
	return t.in.err
}

// content returns the bytes of the first characters of a piece, and whether they are all
// there.
func (t *texts) content(p *piece, n Place) ([]byte, bool) {
	size := int64(n)
	if p.wide {
		size *= 2
	}
	b := cut(t.in.raw, int64(p.at), size)
	return b, int64(len(b)) == size
}

func (t *texts) addText(b []byte, wide bool) bool {
	if wide {
		for i := 0; i+1 < len(b); i += 2 {
			t.text = append(t.text, binary.LittleEndian.Uint16(b[i:]))
		}
		return true
	}
	for _, c := range b {
		u := uint16(c)
		if c >= 0x80 && c < 0xA0 && !t.bytes {
			if r := charmap.Windows1252.DecodeByte(c); r != '\uFFFD' {
				u = uint16(r)
			}
		}
		t.text = append(t.text, u)
	}
	return true
}

// Text returns the characters from one place to another: units of UTF-16, or bytes where
// [texts.IsRaw] says so.
func (t *texts) Text(from, to Place) []uint16 {
	from, to = min(max(from, 0), Place(len(t.text))), min(to, Place(len(t.text)))
	return t.text[from:max(from, to)]
}

// IsRaw reports whether characters are bytes in the code page of their font.
func (t *texts) IsRaw() bool { return t.bytes }

// pieceAt returns the piece of a place, or nil.
func (t *texts) pieceAt(at Place) *piece {
	if t.at < len(t.pieces) {
		if p := &t.pieces[t.at]; p.from <= at && at < p.to {
			return p
		}
	}
	i, found := slices.BinarySearchFunc(t.pieces, at, func(p piece, at Place) int {
		switch {
		case p.to <= at:
			return -1
		case p.from > at:
			return 1
		}
		return 0
	})
	if !found {
		return nil
	}
	t.at = i
	return &t.pieces[i]
}

// offset returns where the character of a place is in the main stream.
func (p *piece) offset(at Place) uint32 {
	n := uint32(at - p.from)
	if p.wide {
		n *= 2
	}
	return p.at + n
}

// place returns the place behind the bytes of a piece that end at an offset.
func (p *piece) place(offset uint32) Place {
	if offset <= p.at {
		return p.from
	}
	n := int64(offset - p.at)
	if p.wide {
		n = (n + 1) / 2
	}
	return Place(min(int64(p.from)+n, int64(p.to)))
}
