package pdf

import "github.com/seed353dc258/backstory/converters/pdf/pdfium"

const (
	bandHeight = 24.0    // points
	bandsMost  = 2_000   // of a page
	bandedMost = 400_000 // places of fills in bands
)

// bands are the filled boxes of a page by height, so that a character is
// compared with those alone that are about it.
type bands struct {
	fills [][]int32
	cut   bool // there are more than were sorted
}

// makeBands sorts the fills of a page into bands. Past a bound a fill is in
// none, and cut is set.
func makeBands(p *pdfium.Page) bands {
	b := bands{fills: make([][]int32, min(int(max(p.Height, 0)/bandHeight)+1, bandsMost))}
	count := 0
	for i := range p.Objects.Fills {
		f := &p.Objects.Fills[i]
		for k := b.index(f.Y0); k <= b.index(f.Y1) && count < bandedMost; k++ {
			b.fills[k] = append(b.fills[k], int32(i))
			count++
		}
		b.cut = b.cut || count >= bandedMost
	}
	return b
}

// index returns the band of a height.
func (b bands) index(y float64) int {
	return min(max(int(max(y, 0)/bandHeight), 0), len(b.fills)-1)
}

// at returns the fills that may hold something at a height, by index.
func (b bands) at(y float64) []int32 { return b.fills[b.index(y)] }
