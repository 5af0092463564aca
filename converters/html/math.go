package html

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/mathml"
	"github.com/seed353dc258/backstory/document"
)

// math reads a MathML element.
func (f *flow) math(id int32, st *state) {
	b := f.b
	tex := b.mathTeX(id)
	if tex == "" {
		tex, _ = wikiMath(b.t.value(id, attrAlttext))
	}
	if tex == "" || !b.seen(id, st) {
		return
	}
	n := b.t.node(id)
	if b.t.value(id, attrDisplay) == "block" && !f.single {
		f.flush()
		f.add(&document.MathBlock{Pos: b.pos(id), TeX: tex})
		return
	}
	f.line.node(&document.Math{TeX: tex}, b.shade(st, n.format), int(n.line))
}

// mathTeX returns a MathML element in TeX, without what MediaWiki sets around
// each formula.
func (b *builder) mathTeX(id int32) string {
	tex := strings.TrimSpace(mathml.TeX(b.mathNode(id)))
	if inner, ok := wikiMath(tex); ok {
		return inner
	}
	return tex
}

// mathNode returns an element as mathml reads it.
func (b *builder) mathNode(id int32) *mathml.Node {
	b.step()
	out := &mathml.Node{Name: strings.TrimPrefix(strings.TrimPrefix(b.t.name(id), "m:"), "mml:")}
	n := b.t.node(id)
	for i := range int32(n.count) {
		if a := b.t.attrs.at(n.data + i); a.key != attrNone {
			out.Attrs = append(out.Attrs, mathml.Attr{Name: attrs[a.key], Value: a.value})
		}
	}
	var text strings.Builder
	for c := range b.t.children(id) {
		switch {
		case b.t.node(c).isText:
			text.WriteString(b.t.text(c))
		case b.err == nil:
			out.Children = append(out.Children, b.mathNode(c))
		}
	}
	out.Text = text.String()
	return out
}

// texScript reads a script element that holds TeX, as MathJax takes it.
func (f *flow) texScript(id int32, st *state) bool {
	kind, mode, _ := strings.Cut(strings.ToLower(f.b.t.value(id, attrType)), ";")
	if strings.TrimSpace(kind) != "math/tex" || !f.b.seen(id, st) {
		return false
	}
	f.tex(id, st, f.b.plain(id), strings.Contains(mode, "display"))
	return true
}

// tex adds a formula.
func (f *flow) tex(id int32, st *state, tex string, display bool) {
	n := f.b.t.node(id)
	tex = strings.TrimSpace(tex)
	switch {
	case tex == "":
	case display && !f.single:
		f.flush()
		f.add(&document.MathBlock{Pos: f.b.pos(id), TeX: tex})
	default:
		f.line.node(&document.Math{TeX: tex}, f.b.shade(st, n.format), int(n.line))
	}
}

// texSpan reads an element whose text is TeX between the marks of MathJax, as
// pandoc writes it, or whose content draws a formula that MathML says, as
// KaTeX does.
func (f *flow) texSpan(id int32, st *state) bool {
	b := f.b
	class := b.t.value(id, attrClass)
	if class == "" || b.t.node(id).end-id > 4000 {
		return false
	}
	if hasWord(class, "katex") || hasWord(class, "katex-display") || hasWord(class, "mwe-math-element") {
		if m := b.firstMath(id); m != 0 {
			if tex := b.mathTeX(m); tex != "" {
				f.tex(id, st, tex, hasWord(class, "katex-display") || b.t.value(m, attrDisplay) == "block")
				return true
			}
		}
		return false
	}
	if !hasWord(class, "math") {
		return false
	}
	text := strings.TrimSpace(b.plain(id))
	if tex, ok := between(text, `\(`, `\)`); ok {
		f.tex(id, st, tex, false)
		return true
	}
	if tex, ok := between(text, `\[`, `\]`); ok {
		f.tex(id, st, tex, true)
		return true
	}
	return false
}

func between(s, open, end string) (string, bool) {
	s, ok := strings.CutPrefix(s, open)
	if !ok {
		return "", false
	}
	return strings.CutSuffix(s, end)
}

// firstMath returns the first math element in a subtree, or 0.
func (b *builder) firstMath(id int32) int32 {
	end := b.t.node(id).end
	for c := id + 1; c < end; c++ {
		if b.t.node(c).tag == tagMath {
			return c
		}
	}
	return 0
}
