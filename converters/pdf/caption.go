package pdf

import (
	"regexp"
	"sync"
)

// tableCaption matches how the caption of a table begins.
var tableCaption = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?i:table|tab\.|tabelle|tableau|tabla|tabela|tabella|таблица|табл\.|جدول|טבלה)\s*([0-9]{1,3}|[IVX]{1,5}|[A-Z])([.\-–][0-9]{1,3})*\s*[.:|–—-]?(\s|$)|^表\s*[0-9]`)
})

// figureCaption matches how the caption of a figure begins.
var figureCaption = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?i:figure|fig\.|abbildung|abb\.|figura|рисунок|рис\.|illustration|شكل|איור)\s*([0-9]{1,3}|[IVX]{1,5}|[A-Z])([.\-–][0-9]{1,3})*\s*[.:|–—-]?(\s|$)|^[図图]\s*[0-9]`)
})

// isCaption reports whether a paragraph begins like the caption of a figure or a
// table.
func isCaption(p *para) bool {
	text := p.lines[0].text()
	return figureCaption().MatchString(text) || tableCaption().MatchString(text)
}

const (
	captionGap   = 3.0 // of the size, between a table and its caption
	captionLines = 6
)

// tieCaptions gives tables the captions that stand right above or below them.
func tieCaptions(paras []para) []para {
	out := make([]para, 0, len(paras))
	for i := range paras {
		p := &paras[i]
		if n := len(out); n > 0 && p.table != nil && isCaptionOf(&out[n-1], p) {
			caption := out[n-1]
			out[n-1] = *p
			out[n-1].caption = &caption
			continue
		}
		if n := len(out); n > 0 && out[n-1].table != nil && out[n-1].caption == nil && isCaptionOf(p, &out[n-1]) && !opensNext(paras, i) {
			caption := *p
			out[n-1].caption = &caption
			continue
		}
		out = append(out, *p)
	}
	return out
}

// opensNext reports whether the caption at i stands nearer to a table that
// follows it.
func opensNext(paras []para, i int) bool {
	return i+1 < len(paras) && paras[i+1].table != nil && isCaptionOf(&paras[i], &paras[i+1])
}

// isCaptionOf reports whether a paragraph is the caption of a table.
func isCaptionOf(p, t *para) bool {
	if p.table != nil || p.picture || len(p.lines) == 0 || len(p.lines) > captionLines || p.marker != "" || p.quote || t.quote {
		return false
	}
	box := p.box
	gap := max(t.table.box.Y0-box.Y1, box.Y0-t.table.box.Y1)
	if p.page != t.page && p.page != t.lastPage() || gap > captionGap*p.size || gap < -2*p.size {
		return false
	}
	if min(box.X1, t.table.box.X1) <= max(box.X0, t.table.box.X0) {
		return false
	}
	return tableCaption().MatchString(p.lines[0].text())
}
