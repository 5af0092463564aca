package pdf

import (
	"math"

	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/section"
)

const (
	quoteIndent = 1.2 // of the size, on the left at least
	quoteRight  = .9  // of the size, on the right at least
	quoteDeep   = 8.0 // of the size, on the left at most
)

// quotes finds the paragraphs that are set in on both sides, among others that
// are not: what is quoted. The pages are those that the eye has read.
func quotes(paras []layout.Para) {
	for start := 0; start < len(paras); {
		end := start + 1
		for end < len(paras) && paras[end].At.Region == paras[start].At.Region {
			end++
		}
		quotesOf(paras[start:end])
		start = end
	}
}

// quotesOf finds those of one column of text.
func quotesOf(paras []layout.Para) {
	left, right, lines, body := 1e9, -1e9, 0, section.Body(paras)
	for i := range paras {
		if p := &paras[i]; isMeasured(p) {
			left, right = min(left, p.At.Box.X0), max(right, p.At.Box.X1)
			lines += len(p.Lines)
		}
	}
	for i := range paras {
		p := &paras[i]
		if !isMeasured(p) || p.Code || p.Item.Marker != "" || p.Item.Entry || p.Size < .97*body {
			continue
		}
		in := p.At.Box.X0 - left
		if in < quoteIndent*p.Size || in > quoteDeep*p.Size || right-p.At.Box.X1 < quoteRight*p.Size {
			continue
		}
		p.Quote = lines > 2*len(p.Lines) && isBlock(p, left) && !afterItem(paras, i) && !layout.IsCaption(p)
	}
}

// isMeasured reports whether a paragraph shows by its lines how wide the column is.
func isMeasured(p *layout.Para) bool {
	return p.Table == nil && !p.Tag.Tagged && !p.At.Aside && p.Level <= 0 && len(p.Lines) >= 2
}

// isBlock reports whether the lines of a paragraph begin at one place, apart
// from the first, and fill their measure, so that they are set in and not
// centred.
func isBlock(p *layout.Para, left float64) bool {
	edge := p.Last().Box.X0
	for i := range p.Lines {
		l := &p.Lines[i]
		if l.RTL || i > 0 && math.Abs(l.Box.X0-edge) > .4*l.Size || l.Box.X0 < left+.8*l.Size {
			return false
		}
		if i+1 < len(p.Lines) && p.At.Box.X1-l.Box.X1 > 6*l.Size {
			return false
		}
	}
	return true
}

// afterItem reports whether a paragraph belongs to an item of a list: one is
// before it, and it begins where the item's text does.
func afterItem(paras []layout.Para, i int) bool {
	const back = 4 // paragraphs that an item has
	for k := i - 1; k >= max(i-back, 0); k-- {
		if paras[k].Level > 0 || paras[k].Item.Entry {
			return false
		}
		if paras[k].Item.Marker != "" {
			return math.Abs(paras[k].Item.TextX-paras[i].At.Box.X0) < 1.5*paras[i].Size || paras[i].At.Box.X0 > paras[k].Item.TextX
		}
	}
	return false
}
