package rtf

// pattern is how a text, a paragraph or a cell is shaded: a pattern of one
// colour on another one (RTF 1.9.1, shading).
type pattern struct {
	fore, back int32 // indices in the colour table; 0 is automatic
	share      int32 // of fore, in hundredths of a percent
}

const (
	wholeShare   = 10_000
	mostPatterns = 256 // mixed colours of a file
)

// blend is the colour that a pattern gives, as an index in the colour table.
type blend struct {
	pattern
	index int32
}

// set takes a part of a pattern: its colour, its share or its ground, whose
// words follow one another.
func (p *pattern) set(w, first word, n int32) {
	switch w - first {
	case 0:
		p.fore = n
	case 1:
		p.share = min(max(n, 0), wholeShare)
	default:
		p.back = n
	}
}

// ground returns the colour that a pattern has from afar: an index in the
// colour table, 0 if it has none.
func (r *reader) ground(p pattern) int32 {
	if p.share == 0 || p.share == wholeShare && p.fore > 0 {
		if p.share > 0 {
			return p.fore
		}
		return p.back
	}
	for _, b := range r.blends {
		if b.pattern == p {
			return b.index
		}
	}
	if len(r.blends) >= mostPatterns {
		return unknownGround
	}
	fore, ok := color{}, true
	if p.fore != 0 {
		fore, ok = r.color(p.fore)
	}
	back := color{255, 255, 255}
	if ok && p.back != 0 {
		back, ok = r.color(p.back)
	}
	b := blend{p, unknownGround}
	if ok {
		part := func(f, g int32) int32 { return (f*p.share + g*(wholeShare-p.share)) / wholeShare }
		b.index = int32(len(r.colors))
		r.colors = append(r.colors, color{part(fore.red, back.red), part(fore.green, back.green), part(fore.blue, back.blue)})
	}
	r.blends = append(r.blends, b)
	return b.index
}
