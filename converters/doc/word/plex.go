package word

import "encoding/binary"

// plex is places with something at each of them but the last one (2.2.2).
type plex struct {
	raw  []byte
	size int // of what is at a place
	n    int
}

// plexOf reads a plex whose things have some size.
func plexOf(b []byte, size int) plex {
	if len(b) < 4 {
		return plex{}
	}
	return plex{raw: b, size: size, n: (len(b) - 4) / (4 + size)}
}

// count returns how many things there are.
func (p *plex) count() int { return p.n }

// place returns a place, the last one behind all things.
func (p *plex) place(i int) Place {
	return Place(binary.LittleEndian.Uint32(p.raw[4*i:]))
}

// data returns a thing.
func (p *plex) data(i int) []byte {
	at := 4*(p.n+1) + i*p.size
	return p.raw[at : at+p.size]
}
