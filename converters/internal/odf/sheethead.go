package odf

import (
	"slices"

	"github.com/seed353dc258/backstory/converters/internal/tablehead"
)

// sample looks at the first rows of a region.
func (d *divider) sample(g *region) *tablehead.Sample {
	s := &tablehead.Sample{Columns: len(g.cols), Total: g.last - g.first}
	for i := g.first; i < g.last; i++ {
		r := s.Row(i)
		for _, c := range d.inside(&d.rows[i], g) {
			if at, ok := slices.BinarySearch(g.cols, c.col); ok && !r.Has(at) {
				r.Set(at, c.kind, d.textOf(&c), c.flags&cellSpans != 0)
			}
		}
		if !s.Add(r) {
			break
		}
	}
	return s
}
