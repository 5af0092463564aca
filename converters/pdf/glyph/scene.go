package glyph

import "github.com/seed353dc258/backstory/converters/pdf/pdfium"

const (
	maxScenes = 8 // parts of a page that are painted

	// What painting a part costs beside its area, in square points that cost as much: in
	// any case, and for each object of the page.
	sceneCost       = 600.0
	sceneObjectCost = .4
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

// scenes returns the parts of a page of so many objects with all characters that are
// looked at, each in its place: painting is what takes time, so what lies between them
// is left out.
func scenes(objects int, sights []sight, placeOf func(char int32) pdfium.Box) []scene {
	var out []scene
	cost := sceneCost + sceneObjectCost*float64(objects)
	for _, s := range sights {
		place := placeOf(s.char)
		into, least := -1, cost
		for k := range out {
			if more := out[k].widening(place); more <= least || into < 0 && len(out) == maxScenes {
				into, least = k, more
			}
		}
		if into < 0 {
			into = len(out)
			out = append(out, scene{box: place})
		}
		out[into].box = out[into].box.Union(place)
		out[into].chars = append(out[into].chars, s)
	}
	return out
}

// widening returns by how much the area of a scene grows when a place is added.
func (s *scene) widening(place pdfium.Box) float64 {
	whole := s.box.Union(place)
	return whole.W()*whole.H() - s.box.W()*s.box.H()
}
