package pdf

import "github.com/seed353dc258/backstory/converters/pdf/layout"

const (
	captionGap   = 3.0 // of the size, between a table and its caption
	captionLines = 6
)

// tieCaptions gives tables the captions that are right above or below them.
func tieCaptions(paras []layout.Para) []layout.Para {
	out := make([]layout.Para, 0, len(paras))
	for i := range paras {
		p := &paras[i]
		if n := len(out); n > 0 && p.Table != nil && isCaptionOf(&out[n-1], p) {
			caption := out[n-1]
			out[n-1] = *p
			out[n-1].Caption = &caption
			continue
		}
		if n := len(out); n > 0 && out[n-1].Table != nil && out[n-1].Caption == nil && isCaptionOf(p, &out[n-1]) && !opensNext(paras, i) {
			caption := *p
			out[n-1].Caption = &caption
			continue
		}
		out = append(out, *p)
	}
	return out
}

// opensNext reports whether the caption at i is nearer to a table that
// follows it.
func opensNext(paras []layout.Para, i int) bool {
	return i+1 < len(paras) && paras[i+1].Table != nil && isCaptionOf(&paras[i], &paras[i+1])
}

// isCaptionOf reports whether a paragraph is the caption of a table.
func isCaptionOf(p, t *layout.Para) bool {
	if p.Table != nil || p.Picture || len(p.Lines) == 0 || len(p.Lines) > captionLines || p.Item.Marker != "" || p.Quote || t.Quote {
		return false
	}
	box := p.At.Box
	gap := max(t.Table.Box.Y0-box.Y1, box.Y0-t.Table.Box.Y1)
	if p.At.Page != t.At.Page && p.At.Page != t.LastPage() || gap > captionGap*p.Size || gap < -2*p.Size {
		return false
	}
	if min(box.X1, t.Table.Box.X1) <= max(box.X0, t.Table.Box.X0) {
		return false
	}
	return layout.TableCaption().MatchString(p.Lines[0].Words.Text())
}
