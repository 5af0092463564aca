package rtf

// pattern is how a text, a paragraph or a cell is shaded: a pattern of one
// colour on another one (RTF 1.9.1, shading).
type pattern struct {
	fore, back int32 // indices in the colour table; 0 is automatic
	share      int32 // of fore, in hundredths of a percent
}

// wholeShare is a share of all.
const wholeShare = 10_000

// set takes a part of a pattern: its colour, its share or its ground, whose
// words follow one another.
func (p *pattern) set(w, first word, n int32) {
	switch w - first {
	case 0:
		p.fore = known(n)
	case 1:
		p.share = min(max(n, 0), wholeShare)
	default:
		p.back = known(n)
	}
}

// ground returns the colour that a pattern has from afar: an index in the
// colour table, 0 if it has none, or that of a mixed colour.
func (r *reader) ground(p pattern) int32 {
	switch {
	case p.share == 0:
		return p.back
	case p.share == wholeShare && p.fore > 0:
		return p.fore
	}
	fore, ok := color{}, true
	if p.fore != 0 {
		fore, ok = r.color(p.fore)
	}
	back := color{255, 255, 255}
	if ok && p.back != 0 {
		back, ok = r.color(p.back)
	}
	if !ok {
		return unknownGround
	}
	part := func(f, g int32) int32 {
		f, g = min(max(f, 0), 255), min(max(g, 0), 255)
		return (f*p.share + g*(wholeShare-p.share)) / wholeShare
	}
	return color{part(fore.red, back.red), part(fore.green, back.green), part(fore.blue, back.blue)}.mixed()
}
