package word

import (
	"encoding/binary"
	"slices"

	"golang.org/x/text/encoding/charmap"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// readPieces reads the table of pieces, and the text. A document without one has its text
// in one piece.
func (f *File) readPieces() error {
	clx := f.part(partPieces)
	if f.texts.bytes = f.old; f.old && f.flags()&flagComplex == 0 {
		clx = nil
	}
	for len(clx) > 3 && clx[0] == 1 { // changes, 2.9.209
		n := min(int(binary.LittleEndian.Uint16(clx[1:])), len(clx)-3)
		f.texts.changes = append(f.texts.changes, clx[3:3+n])
		clx = clx[3+n:]
	}
	switch {
	case len(clx) > 5 && clx[0] == 2:
		f.listPieces(cut(clx, 5, int64(binary.LittleEndian.Uint32(clx[1:]))))
	case f.long(0x1C) > f.long(0x18):
		f.texts.bytes = true
		n := f.long(0x1C) - f.long(0x18)
		f.texts.pieces = []piece{{to: Place(min(n, uint32(len(f.raw)))), at: f.long(0x18)}}
	}
	if len(f.texts.pieces) == 0 {
		return converters.Corrupt(document.Pos{}, "the document has no table of its text")
	}
	if err := f.spend(len(f.texts.pieces)); err != nil {
		return err
	}
	return f.readText()
}

// sizePiece is how long the description of a piece is.
const sizePiece = 8

// listPieces reads a table of pieces (2.8.35, 2.9.177).
func (f *File) listPieces(b []byte) {
	p := plexOf(b, sizePiece)
	for i := range p.count() {
		d := p.data(i)
		from, to := p.place(i), p.place(i+1)
		if from < 0 || to <= from || len(f.texts.pieces) > 0 && from != f.texts.pieces[len(f.texts.pieces)-1].to || len(f.texts.pieces) == 0 && from != 0 {
			return
		}
		at := binary.LittleEndian.Uint32(d[2:])
		x := piece{from: from, to: to, at: at &^ (3 << 30), wide: true, change: binary.LittleEndian.Uint16(d[6:])}
		switch {
		case f.old:
			x.wide = false
		case at>>30&1 != 0:
			x.at, x.wide = x.at/2, false
		}
		f.texts.pieces = append(f.texts.pieces, x)
	}
}

// readText reads the characters of all pieces. It ends where a piece is not in the file.
func (f *File) readText() error {
	last := f.texts.pieces[len(f.texts.pieces)-1].to
	total := int64(0)
	for _, n := range f.counts() {
		total += n
	}
	if total > 0 && total < int64(last) {
		last = Place(min(total+8, int64(last)))
	}
	if err := f.env.Check(converters.LimitText, int64(last), document.Pos{}); err != nil {
		return err
	}
	f.texts.text = make([]uint16, 0, min(int(last), len(f.raw)))
	for i := range f.texts.pieces {
		p := &f.texts.pieces[i]
		n := min(p.to, last) - p.from
		if n <= 0 {
			break
		}
		f.step(int(n)/64 + 1)
		if b, whole := f.content(p, n); !f.addText(b, p.wide) || !whole {
			break
		}
	}
	return f.err
}

// content returns the bytes of the first characters of a piece, and whether they are all
// there.
func (f *File) content(p *piece, n Place) ([]byte, bool) {
	size := int64(n)
	if p.wide {
		size *= 2
	}
	b := cut(f.raw, int64(p.at), size)
	return b, int64(len(b)) == size
}

func (f *File) addText(b []byte, wide bool) bool {
	if wide {
		for i := 0; i+1 < len(b); i += 2 {
			f.texts.text = append(f.texts.text, binary.LittleEndian.Uint16(b[i:]))
		}
		return true
	}
	for _, c := range b {
		u := uint16(c)
		if c >= 0x80 && c < 0xA0 && !f.texts.bytes {
			if r := charmap.Windows1252.DecodeByte(c); r != '\uFFFD' {
				u = uint16(r)
			}
		}
		f.texts.text = append(f.texts.text, u)
	}
	return true
}

// Text returns the characters from one place to another: units of UTF-16, or bytes where
// [File.IsRaw] says so.
func (f *File) Text(from, to Place) []uint16 {
	from, to = min(max(from, 0), Place(len(f.texts.text))), min(to, Place(len(f.texts.text)))
	return f.texts.text[from:max(from, to)]
}

// IsRaw reports whether characters are bytes in the code page of their font.
func (f *File) IsRaw() bool { return f.texts.bytes }

// pieceAt returns the piece of a place, or nil.
func (f *File) pieceAt(at Place) *piece {
	if f.texts.at < len(f.texts.pieces) {
		if p := &f.texts.pieces[f.texts.at]; p.from <= at && at < p.to {
			return p
		}
	}
	i, found := slices.BinarySearchFunc(f.texts.pieces, at, func(p piece, at Place) int {
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
	f.texts.at = i
	return &f.texts.pieces[i]
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
