package glyph

import "github.com/seed353dc258/backstory/converters/pdf/pdfium"

const (
	maxScenes  = 6 // parts of a page that are painted
	sceneApart = 3 // bands between two of them at least
)

// sight is a character that is looked at.
type sight struct {
	char    int32
	covered bool // maybe: contrast in its place may be that of something else
}

// painter paints a part of the page as it is shown, without some of its texts;
// nil where there is nothing to paint.
type painter func(part pdfium.Box, without ...pdfium.Run) (*pdfium.Pixels, error)

// scene is a part of a page that is painted, to look at some of its characters.
type scene struct {
	box   pdfium.Box
	chars []sight
}

// scenes returns the parts of a page with all characters that are looked at:
// painting is what takes time, so what lies between them is left out.
func scenes(p *pdfium.Page, bands *bands, sights []sight) []scene {
	if len(sights) == 0 {
		return nil
	}
	at := make([][]sight, len(bands.fills)) // by band
	for _, s := range sights {
		b := &p.Chars[s.char].Box
		k := bands.index((b.Y0 + b.Y1) / 2)
		at[k] = append(at[k], s)
	}
	var out []scene
	last := 0
	for k, chars := range at {
		if len(chars) == 0 {
			continue
		}
		if n := len(out); n == 0 || k-last >= sceneApart && n < maxScenes {
			out = append(out, scene{box: p.Chars[chars[0].char].Box})
		}
		last = k
		s := &out[len(out)-1]
		s.chars = append(s.chars, chars...)
		for _, c := range chars {
			s.box = s.box.Union(p.Chars[c.char].Box)
		}
	}
	return out
}
