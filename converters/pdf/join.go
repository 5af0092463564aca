package pdf

import (
	"unicode"

	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

// joinParas joins paragraphs that a column or a page cut in two.
func joinParas(paras []layout.Para, rights map[int]float64) []layout.Para {
	var out []layout.Para
	labels := hasLabels(paras)
	for _, p := range paras {
		if n := len(out); n > 0 && p.Tag.Bare && labels && p.At.Page != out[n-1].At.Page && out[n-1].Tag.Depth >= p.Tag.Depth {
			p.Item.Marker, p.Item.Labelled, p.Tag.Bare, p.Tag.GoesOn = "", false, false, true
		}
		if last := before(out, &p); last != nil && (goesOn(last, &p, last != &out[len(out)-1]) || isRest(last, &p, rights)) {
			last.Lines = append(last.Lines, p.Lines...)
			last.Full = p.Full
			last.At.Region = p.At.Region
			continue
		}
		out = append(out, p)
	}
	return out
}

// before returns the paragraph that a text may continue: the last one, or,
// where it continues with a small letter, the last one before the pictures, and
// the tables with captions, that are between them; nil for none.
func before(paras []layout.Para, next *layout.Para) *layout.Para {
	most := 0 // between them
	if len(next.Lines) > 0 && unicode.IsLower(script.FirstRune(next.Lines[0].Words.Text())) {
		most = 4
	}
	for n := len(paras) - 1; n >= max(len(paras)-1-most, 0); n-- {
		if most == 0 || !floats(paras, n) {
			return &paras[n]
		}
	}
	return nil
}

// floats reports whether a paragraph is one that is where there is room for
// it: a picture, what goes in another direction, or a table with a caption, or
// such a caption.
func floats(paras []layout.Para, n int) bool {
	if paras[n].Picture || paras[n].At.Aside {
		return true
	}
	for _, k := range []int{n - 1, n + 1} {
		if k < 0 || k >= len(paras) {
			continue
		}
		if p, o := &paras[n], &paras[k]; p.Table != nil && isLegend(o) || (o.Picture || o.Table != nil) && isLegend(p) {
			return true
		}
	}
	return false
}

// isLegend reports whether a paragraph is the caption of something.
func isLegend(p *layout.Para) bool {
	return !p.Picture && p.Table == nil && len(p.Lines) > 0 && len(p.Lines) <= captionLines && layout.IsCaption(p)
}

// isRest reports whether a paragraph is the rest of the one before it, which
// ends the page before: as the structure says, or as a listing that goes on.
func isRest(a, b *layout.Para, rights map[int]float64) bool {
	if !a.IsFlow() || !b.IsFlow() {
		return false
	}
	page := a.Last().Page
	if b.At.Page != page+1 || a.Code != b.Code || a.Level != b.Level || a.Tag.Tagged != b.Tag.Tagged || a.Tag.Note != b.Tag.Note {
		return false
	}
	if b.Tag.Tagged || !b.Code {
		return b.Tag.Before && (a.Code || hasNoRoom(a, &b.Lines[0], rights[page]))
	}
	return a.Tag.Depth == b.Tag.Depth && b.Item.Marker == ""
}

// hasNoRoom reports whether the beginning of a line does not fit at the end of
// a paragraph, on a page whose text ends at right.
func hasNoRoom(p *layout.Para, l *layout.Line, right float64) bool {
	last := p.Last()
	if last.RTL || l.RTL {
		return p.Full
	}
	return last.Box.X1+.2*last.Size+layout.Piece(l) > right-.1*last.Size
}

// hasLabels reports whether the items of a document have labels. Then one
// without, at the head of a page, began on the page before.
func hasLabels(paras []layout.Para) bool {
	for i := range paras {
		if paras[i].Item.Labelled && !paras[i].Tag.Bare {
			return true
		}
	}
	return false
}

// goesOn reports whether a paragraph continues one before it, which ends a
// column, or what is over something that floats, in the middle of a sentence.
func goesOn(a, b *layout.Para, over bool) bool {
	if !a.IsFlow() || !b.IsFlow() || startsAnew(b) || !areAlike(a, b) || a.Level > 0 || a.Code {
		return false
	}
	last := a.Last()
	if a.At.Region == b.At.Region && !over || !a.Full || script.Ends(last.Words.Text()) {
		return false
	}
	r := script.FirstRune(b.Lines[0].Words.Text())
	return unicode.IsLower(r) || script.IsWide(r) || last.Words[len(last.Words)-1].Hyphen
}

// startsAnew reports whether a paragraph is one that continues nothing.
func startsAnew(p *layout.Para) bool {
	return p.Tag.Note || p.Item.Labelled || p.Item.Marker != "" || p.Level > 0
}

// areAlike reports whether two paragraphs are set alike.
func areAlike(a, b *layout.Para) bool {
	const sized = 1.06
	return a.Quote == b.Quote && a.Tag.Depth == b.Tag.Depth && a.Code == b.Code && a.Size <= sized*b.Size && b.Size <= sized*a.Size
}
