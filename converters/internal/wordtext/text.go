package wordtext

import (
	"bytes"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// blankSpace is what paragraphs are trimmed of.
const blankSpace = " \t\n\u00A0"

// trimmed returns where the text of a paragraph begins and ends without the
// blanks around it. Blanks between text and a node stay.
func (x *Paragraph) trimmed() (int, int) {
	from := len(x.content.text) - len(bytes.TrimLeft(x.content.text, blankSpace))
	to := len(bytes.TrimRight(x.content.text, " \t\n"))
	if len(x.content.nodes) > 0 {
		first := true
		for _, r := range x.content.runs {
			if r.node == 0 {
				continue
			}
			if first {
				from = min(from, int(r.end))
			}
			first = false
			to = max(to, int(r.end))
		}
	}
	return from, max(from, to)
}

// Cut takes the first n bytes off a paragraph's text, with their runs.
func (x *Paragraph) Cut(n int) {
	x.content.text = x.content.text[n:]
	kept := x.content.runs[:0]
	for _, r := range x.content.runs {
		if r.end -= int32(n); r.end > 0 || r.node != 0 {
			r.end = max(r.end, 0)
			kept = append(kept, r)
		}
	}
	x.content.runs = kept
}

// nodeOf returns the node of a run, or nil.
func (x *Paragraph) nodeOf(r run) document.Inline {
	if r.node == 0 {
		return nil
	}
	return x.content.nodes[r.node-1]
}

// all reports whether all text of a paragraph has a style.
func (x *Paragraph) all(style document.Style) bool {
	from := int32(0)
	for _, r := range x.content.runs {
		if !r.styles.Has(style) && len(bytes.TrimSpace(x.content.text[from:r.end])) > 0 {
			return false
		}
		from = r.end
	}
	return true
}

// emphasis is the set of styles that code takes from the text around it.
const emphasis = document.Styles(1<<document.Strong | 1<<document.Emphasis | 1<<document.Strike)

// bridge gives code the emphasis of the text right before it and right after
// it, blanks included: it is code in the midst of emphasised text, whose style
// of characters some programs write in place of the emphasis.
func (x *Paragraph) bridge() {
	isText := func(r run) bool { return r.node == 0 && !r.code }
	for i := 1; i+1 < len(x.content.runs); i++ {
		before, r, after := x.content.runs[i-1], &x.content.runs[i], x.content.runs[i+1]
		if r.node == 0 && r.code && isText(before) && isText(after) {
			r.styles |= before.styles & after.styles & emphasis
		}
	}
}

// common returns the styles that all nodes and all text of some runs have,
// but for runs that are blank. The text of the first one begins at an offset in
// that of the paragraph. Runs without any text have no styles.
func common(runs []run, text []byte, from int) document.Styles {
	styles := ^document.Styles(0)
	for _, r := range runs {
		if r.node != 0 || len(bytes.TrimSpace(text[from:r.end])) > 0 {
			styles &= r.styles
		}
		from = int(r.end)
	}
	if styles == ^document.Styles(0) {
		return 0
	}
	return styles
}

// plain reports whether a run is text and nothing else.
func (r run) plain() bool {
	return r.node == 0 && r.link == 0 && r.styles == 0 && !r.code
}

// plainText returns the text of a paragraph that is text and nothing else, or
// "".
func (b *Builder) plainText(x *Paragraph) string {
	for _, r := range x.content.runs {
		if !r.plain() {
			return ""
		}
	}
	first, last := x.trimmed()
	if bytes.IndexByte(x.content.text[first:last], '\n') >= 0 {
		return ""
	}
	if whole := b.kept.alone; whole.of == x && len(whole.text) == len(x.content.text) { // nothing was cut off
		return whole.text[first:last]
	}
	return b.kept.texts.Keep(x.content.text[first:last])
}

// headingInlines returns the inlines of a heading, without the styles that all
// of it has.
func (b *Builder) headingInlines(x *Paragraph) []document.Inline {
	var all document.Styles
	for _, s := range [...]document.Style{document.Strong, document.Emphasis} {
		if x.all(s) {
			all = all.With(s)
		}
	}
	if text := b.plainText(x); text != "" {
		return converters.Make(b.Env, document.Plain(text))
	}
	return b.Inlines(x, all)
}

// Inlines returns the inlines of a paragraph without some styles.
func (b *Builder) Inlines(x *Paragraph, without document.Styles) []document.Inline {
	first, last := x.trimmed()
	x.bridge()
	if b.kept.runs == nil {
		runs := b.Env.Runs()
		b.kept.runs = &runs
	}
	w := inlineWriter{Builder: b, x: x}
	from := 0
	for i := 0; i < len(x.content.runs); {
		link := x.content.runs[i].link
		j := i
		for j < len(x.content.runs) && x.content.runs[j].link == link {
			j++
		}
		linked := link > 0 && x.content.links[link-1].URL != ""
		around := document.Styles(0)
		if linked {
			around = common(x.content.runs[i:j], x.content.text, from) &^ without
			w.kept.runs.BeginLink(converters.Make(b.Env, &document.Link{URL: targetOf(w.Target, x.content.links[link-1].URL)}), around)
		}
		for ; i < j; i++ {
			r := x.content.runs[i]
			r.styles &^= without | around
			lo, hi := min(max(from, first), last), min(max(int(r.end), first), last)
			from = int(r.end)
			w.run(x.content.text[lo:hi], r)
		}
		w.endCode()
		if l := w.kept.runs.EndLink(); l != nil {
			b.links = append(b.links, l)
		}
	}
	return b.kept.runs.Inlines()
}

// inlineWriter adds runs to a builder of inlines.
type inlineWriter struct {
	*Builder
	x      *Paragraph
	code   []byte // code that has no node yet
	styles document.Styles
	byFont bool // its font alone says that it is code
}

// run adds one run.
func (w *inlineWriter) run(text []byte, r run) {
	if r.node > 0 {
		w.endCode()
		w.kept.runs.Inline(w.x.content.nodes[r.node-1], r.styles)
		return
	}
	for more := true; more; {
		var line []byte
		line, text, more = bytes.Cut(text, []byte{'\n'})
		switch {
		case len(line) == 0:
		case r.code:
			if w.styles != r.styles || w.byFont != r.mono {
				w.endCode()
			}
			w.styles, w.byFont = r.styles, r.mono
			w.code = append(w.code, line...)
		default:
			w.endCode()
			w.kept.runs.Share(w.kept.texts.Keep(line), r.styles)
		}
		if more {
			w.endCode()
			w.kept.runs.Inline(converters.Make(w.Env, &document.Break{}), r.styles)
		}
	}
}

// endCode ends a stretch of code.
func (w *inlineWriter) endCode() {
	if len(w.code) == 0 {
		return
	}
	text := string(w.code)
	w.code = w.code[:0]
	if strings.TrimSpace(text) == "" {
		w.kept.runs.Share(text, 0)
		return
	}
	c := converters.Make(w.Env, &document.Code{Value: text})
	if w.byFont {
		w.mono.guess(c)
	}
	w.kept.runs.Inline(c, w.styles)
}
