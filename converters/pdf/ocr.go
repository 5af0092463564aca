package pdf

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

const (
	scanDPI = 200
	// sureFrom is how sure a word has to be, of 100: below it, specks and
	// pictures are taken for letters.
	sureFrom = 20
	// oneSize is how far the size of a line may be from that of most of the page
	// to count as the same.
	oneSize = .12
)

// recognize has the text of a page read from its picture, where the options
// ask for it. It returns false for a page that stays as it is.
func recognize(ctx context.Context, env *converters.Env, doc *pdfium.Document, p *pdfium.Page, lost *losses) ([]glyph.Word, bool, error) {
	if env.Options.OCR != "tesseract" {
		return nil, false, nil
	}
	service, ok := converters.Service[converters.Recognizer](env)
	if !ok {
		return nil, false, &converters.UnsupportedError{Reason: "it has pages that are pictures, and there is nothing here to read them with: leave the option ocr out"}
	}
	g, err := doc.RenderGray(p.Number, scanDPI/72.)
	if err != nil || g == nil || len(g.Pixels) == 0 {
		return nil, false, err
	}
	read, err := service.Recognize(ctx, converters.Picture{
		Width: g.Width, Height: g.Height, DPI: max(int(g.Scale*72+.5), 1), Gray: g.Pixels,
	}, env.Options.OCRLanguages)
	switch {
	case err == nil:
	case errors.Is(err, converters.ErrUnsupported), errors.Is(err, converters.ErrMachine), ctx.Err() != nil:
		return nil, false, err
	default:
		lost.unread = err
		return nil, false, nil
	}
	s := scan{page: p, scale: g.Scale}
	words := s.words(read)
	lost.recognized = append(lost.recognized, p.Number)
	lost.unsure += s.unsure
	return words, true, nil
}

// scan turns what was read from a page's picture into words on the page.
type scan struct {
	page   *pdfium.Page
	scale  float64 // pixels a point
	unsure int     // words that were left out
}

// words returns the words in the order of reading.
func (s *scan) words(read []converters.RecognizedWord) []glyph.Word {
	usual := usualSize(read)
	var out []glyph.Word
	for i := range read {
		w := &read[i]
		if w.Confidence < sureFrom {
			s.unsure++
			continue
		}
		out = append(out, s.word(w, usual))
		if starts := i == 0 || read[i-1].Line != w.Line; starts && i+1 < len(read) && read[i+1].Line == w.Line && isSpot(w.Text) {
			out[len(out)-1].Text = "•"
		}
	}
	return out
}

// isSpot reports whether a word at the start of a line is what a bullet is
// taken for.
func isSpot(text string) bool {
	switch text {
	case "+", "*", "«", "»", "°", "¢", "®", "©", "·":
		return true
	}
	return false
}

// word places a word on the page.
func (s *scan) word(w *converters.RecognizedWord, usual float64) glyph.Word {
	size := w.Size
	if size <= 0 {
		size = float64(w.Y1 - w.Y0)
	}
	if math.Abs(size-usual) < oneSize*usual {
		size = usual
	}
	// Whole points, so that pages that were scanned alike look alike.
	points := max(math.Round(size/s.scale), 2)
	x0, x1, base := float64(w.X0)/s.scale, float64(w.X1)/s.scale, float64(w.Base)/s.scale
	out := glyph.NewWord(w.Text, x0, x1, base, points)
	letter := (x1 - x0) / float64(2*max(script.RuneCount(w.Text), 1))
	out.Start, out.End = x0+letter, x1-letter
	out.Link = s.linkAt((x0+x1)/2, base-points/4)
	last := w.Text[len(w.Text)-1]
	out.Hyphen = last == '-'
	return out
}

// linkAt returns the link of the page at a place, or -1.
func (s *scan) linkAt(x, y float64) int {
	for i := range s.page.Links[:min(len(s.page.Links), glyph.MaxLinks)] {
		if l := &s.page.Links[i]; l.URL != "" && l.Holds(x, y) {
			return i
		}
	}
	return -1
}

// usualSize returns the size that half of the characters do not pass.
func usualSize(read []converters.RecognizedWord) float64 {
	type share struct {
		size  float64
		count int
	}
	var all []share
	total := 0
	for i := range read {
		if w := &read[i]; w.Size > 0 && w.Confidence >= sureFrom {
			n := script.RuneCount(w.Text)
			all = append(all, share{w.Size, n})
			total += n
		}
	}
	slices.SortFunc(all, func(a, b share) int { return cmp.Compare(a.size, b.size) })
	for _, s := range all {
		if total -= 2 * s.count; total <= 0 {
			return s.size
		}
	}
	return 0
}
