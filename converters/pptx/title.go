package pptx

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// takeTitle returns the text of the first placeholder for a title that has
// any, and takes the shape out.
func (p *painter) takeTitle(shapes []*shape) string {
	for _, sh := range shapes {
		if !sh.holder.isTitle() || sh.text == 0 || p.seen.hides(p.s, sh) != visible.Shown {
			continue
		}
		paras := p.paras(sh)
		if slices.ContainsFunc(paras, func(para drawing.Para) bool { return document.LabelIn(para.Inlines) != 0 }) {
			continue // a title has no labels in it
		}
		if title := drawing.Join(paras); title != "" {
			sh.kind, p.titleAt = kindNone, sh.place
			return title
		}
	}
	return ""
}

// maxTitle is how long a text may be that is taken for a title.
const maxTitle = 80

// guessTitle returns the title of a slide without a placeholder for one, as
// programs write that know nothing of placeholders: the first text, if it is
// one short line in larger letters than all other text. Where no shape has a
// place, it is the first line.
func (p *painter) guessTitle(shapes []*shape) string {
	arrange(p.s, p.deck, shapes)
	first, ok := p.s.firstContent(shapes)
	if !ok || first == nil || first.kind != kindShape || first.holder.kind != "" || first.url != "" || p.seen.hides(p.s, first) != visible.Shown {
		return ""
	}
	paras := p.paras(first)
	if len(paras) == 0 || !isTitle(paras[0]) {
		return ""
	}
	bare := !slices.ContainsFunc(shapes, func(sh *shape) bool { return sh.frame.Known })
	if bare && len(paras) == 1 && len(shapes) == 1 || !bare && (len(paras) > 1 || !p.s.isLargest(first, shapes)) {
		return ""
	}
	first.progress.taken, p.titleAt = 1, first.place
	return drawing.Join(paras[:1])
}

// firstContent returns the first shape with something in it, or nil. It reports
// false for a slide with a title or with a group, in which one may be.
func (src *source) firstContent(shapes []*shape) (first *shape, ok bool) {
	for _, sh := range shapes {
		switch {
		case sh.holder.isTitle(), sh.holder.kind == "" && sh.kind == kindGroup:
			return nil, false
		case first == nil && (sh.kind != kindShape || sh.text != 0 && hasText(src.Tree, sh.text)):
			first = sh
		}
	}
	return first, true
}

// isTitle reports whether a paragraph can be a title: a short line of text
// without marker.
func isTitle(para drawing.Para) bool {
	if document.LabelIn(para.Inlines) != 0 || para.Marker != "" || para.TeX != "" || para.Code != "" {
		return false
	}
	for _, in := range para.Inlines {
		switch in.(type) {
		case *document.Text, *document.Styled:
		default:
			return false
		}
	}
	text := strings.TrimSpace(document.InlineText(para.Inlines))
	return utf8.RuneCountInString(text) <= maxTitle && !strings.HasSuffix(text, ".")
}

// isLargest reports whether a shape has larger letters than all others, and
// there is another one with text.
func (src *source) isLargest(first *shape, shapes []*shape) bool {
	size, others := src.letters(first), 0
	if size <= usualSize {
		return false
	}
	for _, sh := range shapes {
		if sh != first && sh.text != 0 && hasText(src.Tree, sh.text) {
			if others++; src.letters(sh) >= size {
				return false
			}
		}
	}
	return others > 0
}

// usualSize is the size of letters that say none.
const usualSize = 1800

// letters returns the size of the largest letters of a shape, as its runs say
// it, in hundredths of a point.
func (src *source) letters(sh *shape) int {
	t, largest := src.Tree, 0
	drawing.Each(t, sh.text, func(para xmlread.NodeID) {
		drawing.Each(t, para, func(run xmlread.NodeID) {
			if name := t.Name(run).Local; name != "r" && name != "fld" {
				return
			}
			size, err := strconv.Atoi(t.Attr(t.Child(run, drawing.A, "rPr"), xmlread.None, "sz"))
			if err != nil {
				size = usualSize
			}
			largest = max(largest, size)
		})
	})
	return largest
}
