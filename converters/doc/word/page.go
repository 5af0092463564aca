package word

import (
	"encoding/binary"
	"slices"
)

const pageSize = 512

// pagesOf returns the pages that a part lists.
func (s *streams) pagesOf(p part, width int) pages {
	size := 4
	if s.old {
		size = 2
	}
	list := plexOf(s.part(p), size)
	out := pages{main: s.raw, width: width}
	for i := range list.count() {
		from, d := uint32(list.place(i)), list.data(i)
		if n := len(out.starts); n > 0 && from < out.starts[n-1] {
			break
		}
		number := uint32(0)
		if s.old {
			number = uint32(binary.LittleEndian.Uint16(d))
		} else {
			number = binary.LittleEndian.Uint32(d) & (1<<22 - 1)
		}
		out.starts, out.at = append(out.starts, from), append(out.at, number)
	}
	return out
}

// find returns the stretch that an offset is in. One that is in none has no properties,
// up to the next stretch.
func (p *pages) find(offset uint32) stretch {
	i, found := slices.BinarySearch(p.starts, offset)
	if !found {
		i--
	}
	if i < 0 {
		end := ^uint32(0)
		if len(p.starts) > 0 {
			end = p.starts[0]
		}
		return stretch{from: offset, to: end}
	}
	if p.page != i+1 {
		p.read(i)
	}
	j, found := slices.BinarySearchFunc(p.runs, offset, func(s stretch, at uint32) int {
		switch {
		case s.to <= at:
			return -1
		case s.from > at:
			return 1
		}
		return 0
	})
	if found {
		return p.runs[j]
	}
	end := ^uint32(0)
	switch {
	case j < len(p.runs):
		end = p.runs[j].from
	case i+1 < len(p.starts):
		end = p.starts[i+1]
	}
	return stretch{from: offset, to: max(end, offset+1)}
}

// read reads a page: where its stretches begin, then where the properties of each are.
func (p *pages) read(i int) {
	p.page, p.runs = i+1, p.runs[:0]
	b := cut(p.main, int64(p.at[i])*pageSize, pageSize)
	if len(b) < pageSize {
		return
	}
	n := min(int(b[pageSize-1]), (pageSize-5)/(4+p.width))
	for k := range n {
		s := stretch{from: binary.LittleEndian.Uint32(b[4*k:]), to: binary.LittleEndian.Uint32(b[4*k+4:])}
		if s.to <= s.from || len(p.runs) > 0 && s.from < p.runs[len(p.runs)-1].to {
			continue
		}
		if at := 2 * int(b[4*(n+1)+k*p.width]); at > 0 && at < pageSize-1 {
			s.changes = p.changes(b[at : pageSize-1])
		}
		p.runs = append(p.runs, s)
	}
}

// changes returns the changes that begin with their length: in bytes for characters
// (2.9.32), in pairs of bytes for paragraphs (2.9.175).
func (p *pages) changes(b []byte) []byte {
	n := int(b[0])
	if p.width == 1 {
		return cut(b, 1, int64(n))
	}
	switch {
	case p.old:
		return cut(b, 1, 2*int64(n))
	case n == 0 && len(b) > 1:
		return cut(b, 2, 2*int64(b[1]))
	}
	return cut(b, 1, 2*int64(n)-1)
}
