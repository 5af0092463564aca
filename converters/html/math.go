package html

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/mathml"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// math reads a MathML element.
func (f *flow) math(id int32, st *state) {
	b := f.b
	tex := b.mathTeX(id, st)
	if tex == "" {
		tex, _ = wikiMath(b.t.value(id, attrAlttext))
	}
	f.tex(id, st, tex, b.t.value(id, attrDisplay) == "block")
}

// mathTeX returns a MathML element in TeX, without what MediaWiki sets around
// each formula.
func (b *builder) mathTeX(id int32, st *state) string {
	tex := strings.TrimSpace(mathml.TeX(b.mathNode(id, *st)))
	if inner, ok := wikiMath(tex); ok {
		return inner
	}
	return tex
}

// mathNode returns an element as mathml reads it, without what is hidden in it.
func (b *builder) mathNode(id int32, st state) *mathml.Node {
	b.step()
	out := &mathml.Node{Name: strings.TrimPrefix(strings.TrimPrefix(b.t.name(id), "m:"), "mml:")}
	n := b.t.node(id)
	for i := range int32(n.count) {
		if a := b.t.attrs.at(n.data + i); a.key != attrNone && a.key < attrCount {
			out.Attrs = append(out.Attrs, mathml.Attr{Name: attrs[a.key], Value: a.value})
		}
	}
	var text strings.Builder
	for c := range b.t.children(id) {
		switch {
		case b.t.node(c).isText:
			b.spend(b.t.text(c))
			text.WriteString(b.t.text(c))
		case b.err == nil:
			if child := b.mathChild(c, st); child != nil {
				out.Children = append(out.Children, child)
			}
		}
	}
	out.Text = text.String()
	return out
}

// mathChild returns an element inside a formula, by the policy if it is
// hidden: nil for none.
func (b *builder) mathChild(id int32, st state) *mathml.Node {
	n := b.t.node(id)
	around := st
	_, how := b.enter(id, &st)
	if n.count > 0 {
		if v, ok := b.t.attr(id, attrMathcolor); ok {
			st.color(legacyColor(v), paint{}, id)
		}
		if px, ok := pixels(b.t.value(id, attrMathsize)); ok && px < tinyFont {
			st.font.apply(&look{font: max(px, leastFont)}, id)
		}
	}
	if how == visible.Shown && b.t.name(id) == "mphantom" {
		how = visible.Style
	}
	if how == visible.Shown {
		if was, _ := b.hides(&around, n.format); was == visible.Shown {
			how, _ = b.hides(&st, n.format)
		}
	}
	if how == visible.Shown || around.inHidden || !b.hasContent(id) {
		return b.mathNode(id, st)
	}
	b.count(how, int(n.line))
	switch b.hidden.When(how) {
	case converters.DropHidden:
		return nil
	case converters.MarkHidden:
		return &mathml.Node{Name: "mtext", Text: "[hidden: " + squeeze(b.plain(id)) + "]"}
	}
	st.inHidden = true
	out := b.mathNode(id, st)
	if out.Name == "mphantom" {
		out.Name = "mrow"
	}
	return out
}

// texScript reads a script element that holds TeX, as MathJax takes it.
func (f *flow) texScript(id int32, st *state) bool {
	kind, mode, _ := strings.Cut(strings.ToLower(f.b.t.value(id, attrType)), ";")
	if strings.TrimSpace(kind) != "math/tex" {
		return false
	}
	f.tex(id, st, f.b.plain(id), strings.Contains(mode, "display"))
	return true
}

// tex adds a formula.
func (f *flow) tex(id int32, st *state, tex string, display bool) {
	how, _ := f.b.veiling(id, st, false)
	tex = strings.TrimSpace(tex)
	switch {
	case tex == "":
	case display && !f.single && how == visible.Shown:
		f.flush()
		f.add(&document.MathBlock{Pos: f.b.pos(id), TeX: tex})
	default:
		f.show(id, st, &document.Math{TeX: tex})
	}
}

const (
	mostFormula = 4000    // nodes of an element that may be a formula
	longestTeX  = 1 << 16 // bytes of TeX that is text
	mostTries   = 4       // elements inside one another that are looked at for whether they are formulas
)

// texSpan reads an element whose text is TeX between the marks of MathJax, as
// pandoc writes it, or whose content draws a formula that MathML says, as
// KaTeX does.
func (f *flow) texSpan(id int32, st *state) bool {
	b := f.b
	if b.t.node(id).tag == tagNone && b.t.name(id) == "math-renderer" { // GitHub
		return f.dollars(id, st)
	}
	class := b.t.value(id, attrClass)
	if class == "" || b.t.node(id).end-id > mostFormula || st.formulas >= mostTries {
		return false
	}
	if hasWord(class, "katex") || hasWord(class, "katex-display") || hasWord(class, "mwe-math-element") {
		st.formulas++
		if m := b.firstMath(id); m != 0 {
			if tex := b.mathTeX(m, st); tex != "" {
				f.tex(id, st, tex, hasWord(class, "katex-display") || b.t.value(m, attrDisplay) == "block")
				return true
			}
		}
		return false
	}
	if !hasWord(class, "math") {
		return false
	}
	st.formulas++
	text, _ := b.short(id, longestTeX)
	text = strings.TrimSpace(text)
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

// dollars reads an element whose text is TeX between dollar signs.
func (f *flow) dollars(id int32, st *state) bool {
	if st.formulas++; st.formulas > mostTries {
		return false
	}
	text, _ := f.b.short(id, longestTeX)
	text = strings.TrimSpace(text)
	tex, display := between(text, "$$", "$$")
	if !display {
		var ok bool
		if tex, ok = between(text, "$", "$"); !ok {
			return false
		}
	}
	f.tex(id, st, strings.Trim(tex, "`"), display)
	return true
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
	if !b.t.holds(id, insideMath) {
		return 0
	}
	c := id + 1
	for b.t.node(c).tag != tagMath {
		c++
	}
	return c
}
