package html

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/mathml"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// math reads a MathML element.
func (f *flow) math(id int32, st *state) {
	b := f.b
	tex := b.mathTeX(id, st)
	if tex == "" {
		tex, _ = wikiMath(b.t.Value(id, dom.AttrAlttext))
	}
	f.tex(id, st, tex, b.t.Value(id, dom.AttrDisplay) == "block")
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
	out := &mathml.Node{Name: strings.TrimPrefix(strings.TrimPrefix(b.t.Name(id), "m:"), "mml:")}
	n := b.t.Node(id)
	for i := range int32(n.Count) {
		if a := b.t.Attrs.At(n.Data + i); a.Key != dom.AttrNone && a.Key < dom.AttrCount {
			out.Attrs = append(out.Attrs, mathml.Attr{Name: dom.Attrs[a.Key], Value: a.Value})
		}
	}
	var text strings.Builder
	for c := range b.t.Children(id) {
		switch {
		case out.Name == "maction" && len(out.Children) > 0: // browsers show the first one
			b.unseen(c, st)
		case b.t.Node(c).IsText:
			b.Spend(b.t.Text(c))
			text.WriteString(b.t.Text(c))
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
	n := b.t.Node(id)
	around := st
	_, how := b.enter(id, &st)
	if how == visible.Shown {
		how = hidesPart(b, id, &st, &around)
	}
	switch {
	case around.inHidden || !b.hasContent(id), how == visible.Shown && st.label == around.label:
		return b.mathNode(id, st)
	case how == visible.Shown: // no label is in a formula
		b.at.unformed = append(b.at.unformed, st.label.LabelText(dom.Squeeze(b.t.PlainText(id)))...)
		return nil
	}
	b.count(how, int(n.Line))
	switch b.lost.When(how) {
	case converters.DropHidden:
		return nil
	case converters.MarkHidden:
		b.at.unformed = append(b.at.unformed, b.lost.Label(how).LabelText(dom.Squeeze(b.t.PlainText(id)))...)
		return nil
	}
	st.inHidden = true
	out := b.mathNode(id, st)
	if out.Name == "mphantom" {
		out.Name = "mrow"
	}
	return out
}

// hidesPart returns how a part of a formula is hidden that no style hides.
func hidesPart(b *builder, id int32, st, around *state) visible.Way {
	n := b.t.Node(id)
	if n.Count > 0 {
		if px, ok := props.Pixels(b.t.Value(id, dom.AttrMathsize)); ok && px < props.TinyFont {
			st.look.font.apply(&css.Letters{Font: max(px, props.LeastFont)}, id)
		}
	}
	if b.t.Name(id) == "mphantom" {
		return visible.Style
	}
	if was, _ := b.hides(around, n.Format); was != visible.Shown {
		return visible.Shown
	}
	how, _ := b.hides(st, n.Format)
	return how
}

// unseen reads what a formula holds that browsers do not show.
func (b *builder) unseen(id int32, st state) {
	if text := dom.Squeeze(b.t.PlainText(id)); text != "" && !st.inHidden {
		if b.count(visible.Element, int(b.t.Node(id).Line)); b.lost.When(visible.Element) != converters.DropHidden {
			b.at.unformed = append(b.at.unformed, b.lost.Label(visible.Element).LabelText(text)...)
		}
	}
}

// texScript reads a script element that holds TeX, as MathJax takes it.
func (f *flow) texScript(id int32, st *state) bool {
	kind, mode, _ := strings.Cut(strings.ToLower(f.b.t.Value(id, dom.AttrType)), ";")
	if strings.TrimSpace(kind) != "math/tex" {
		return false
	}
	f.tex(id, st, f.b.t.PlainText(id), strings.Contains(mode, "display"))
	return true
}

// tex adds a formula.
func (f *flow) tex(id int32, st *state, tex string, display bool) {
	how, _ := f.b.veiling(id, st, false)
	tex = strings.TrimSpace(tex)
	f.line.Nodes(f.b.at.unformed, int(f.b.t.Node(id).Line))
	f.b.at.unformed = nil
	switch {
	case tex == "":
	case display && !f.single && how == visible.Shown && st.label == 0:
		f.flush()
		f.add(converters.Make(f.b.env, &document.MathBlock{Pos: f.b.pos(id), TeX: tex}))
	default:
		f.show(id, st, converters.Make(f.b.env, &document.Math{TeX: tex}))
	}
}

const (
	maxFormula = 4000    // nodes of an element that may be a formula
	maxTeX     = 1 << 16 // bytes of TeX that is text
	maxTries   = 4       // elements inside one another that are looked at for whether they are formulas
)

// texSpan reads an element whose text is TeX between the marks of MathJax, as
// pandoc writes it, or whose content draws a formula that MathML says, as
// KaTeX does.
func (f *flow) texSpan(id int32, st *state) bool {
	b := f.b
	if b.t.Node(id).Tag == dom.TagNone && b.t.Name(id) == "math-renderer" { // GitHub
		return f.dollars(id, st)
	}
	class := b.t.Value(id, dom.AttrClass)
	if class == "" || b.t.Node(id).End-id > maxFormula || st.formulas >= maxTries {
		return false
	}
	if dom.HasWord(class, "katex") || dom.HasWord(class, "katex-display") || dom.HasWord(class, "mwe-math-element") {
		st.formulas++
		if m := firstMath(b.t, id); m != 0 {
			if tex := b.mathTeX(m, st); tex != "" {
				f.tex(id, st, tex, dom.HasWord(class, "katex-display") || b.t.Value(m, dom.AttrDisplay) == "block")
				return true
			}
		}
		return false
	}
	if !dom.HasWord(class, "math") {
		return false
	}
	st.formulas++
	text, _ := shortText(b.t, id, maxTeX)
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
	if st.formulas++; st.formulas > maxTries {
		return false
	}
	text, _ := shortText(f.b.t, id, maxTeX)
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
func firstMath(t *dom.Tree, id int32) int32 {
	if !t.Holds(id, dom.InsideMath) {
		return 0
	}
	c := id + 1
	for t.Node(c).Tag != dom.TagMath {
		c++
	}
	return c
}

// wikiMath returns the formula that MediaWiki draws as an image: its
// alternative text is the TeX.
func wikiMath(alt string) (string, bool) {
	tex, ok := strings.CutPrefix(alt, `{\displaystyle `)
	if !ok || !strings.HasSuffix(tex, "}") {
		tex, ok = strings.CutPrefix(alt, `{\textstyle `)
	}
	if !ok || !strings.HasSuffix(tex, "}") {
		return "", false
	}
	return strings.TrimSpace(strings.TrimSuffix(tex, "}")), true
}
