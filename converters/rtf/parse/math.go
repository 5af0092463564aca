package parse

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/omml"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/converters/rtf/token"
	"github.com/seed353dc258/backstory/document"
)

// An equation is collected as the XML that Office has for the same elements and
// properties, whose names are those of RTF without the m (RTF 1.9.1, mathematics).

// mathParts are the elements of equations, and those of their properties that have
// properties in them.
const mathParts = `me mnum mden msup msub mdeg mlim mfName mf mrad mnary md msSup msSub msSubSup msPre mfunc
	macc mbar mbox mborderBox mm mmr meqArr mgroupChr mlimLow mlimUpp mphant
	maccPr mbarPr mdPr mfPr mgroupChrPr mnaryPr mphantPr mradPr`

// mathValues are properties with a value.
const mathValues = `mchr mbegChr mendChr msepChr mpos mtype mdegHide msubHide msupHide mshow`

// mathCommands returns the control words of the parts of equations.
func mathCommands() []command {
	var out []command
	add := func(names, begin, end string) {
		for name := range strings.FieldsSeq(names) {
			local := name[1:]
			out = append(out, command{names: name, act: enterMathPart("<"+local+begin, strings.ReplaceAll(end, "*", local))})
		}
	}
	add(mathParts, ">", "</*>")
	add(mathValues, ` val="`, `"/>`)
	return out
}

// equation collects the XML of the equation that is open.
type equation struct {
	src     *source
	text    []byte
	ends    []string         // of the parts that are open
	scanner *xmlread.Scanner // of equations
	tree    *xmlread.Tree    // of the last one
}

// enterMath begins an equation.
func enterMath(r *reader, _ token.Token) {
	if r.at.sink == toStory {
		r.at.begin(toCollected, roleMath)
		r.at.from = int32(len(r.opened.equation.text))
	}
}

// enterMathPart returns an act that begins a part of an equation.
func enterMathPart(begin, end string) func(*reader, token.Token) {
	return func(r *reader, _ token.Token) {
		if r.at.sink != toCollected || !r.at.role.isMath() {
			return
		}
		r.at.role, r.at.owner = roleMathPart, true
		r.opened.equation.ends = append(r.opened.equation.ends, end)
		r.opened.equation.put(begin)
	}
}

// put adds XML, whose length it checks: each sign of it may be many characters.
func (e *equation) put(text string) {
	e.text = append(e.text, text...)
	e.src.fail(e.src.env.Check(converters.LimitText, int64(len(e.text)), e.src.pos()))
}

// xmlText writes text in XML.
var xmlText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// say adds text.
func (e *equation) say(b []byte) {
	text := xmlText.Replace(strings.Map(func(c rune) rune {
		if c < ' ' || c == '\uFFFE' || c == '\uFFFF' {
			return ' '
		}
		return c
	}, string(b)))
	end := ""
	if n := len(e.ends); n > 0 {
		end = e.ends[n-1]
	}
	switch end {
	case `"/>`:
		e.put(text)
	case "</fName>":
		e.put(`<r><rPr><sty val="p"/></rPr><t>` + text + "</t></r>")
	default:
		e.put("<r><t>" + text + "</t></r>")
	}
}

// endPart ends the part that was begun last.
func (e *equation) endPart() {
	last := len(e.ends) - 1
	e.put(e.ends[last])
	e.ends = e.ends[:last]
}

// read returns the equation whose XML begins at an offset, or nil after an error.
func (e *equation) read(from int32) *xmlread.Tree {
	source := xmlread.Source{Text: "<oMath>" + take(&e.text, from) + "</oMath>", Room: e.tree}
	if e.scanner == nil {
		e.scanner = xmlread.New(e.src.ctx, e.src.env, source)
	}
	tree, err := e.scanner.ReadTree(source)
	if e.src.fail(err); err != nil {
		return nil
	}
	e.tree = tree
	return tree
}

// leaveMath ends an equation or a part of it.
func (r *reader) leaveMath(g group) {
	if g.role == roleMathPart {
		r.opened.equation.endPart()
		return
	}
	tree := r.opened.equation.read(g.from)
	if tree == nil {
		return
	}
	for _, words := range omml.Phantoms(tree, xmlread.Root) {
		r.sight.losses.Tell(r.env, lost.Phantom, r.pos(), words)
	}
	r.at.sink = toStory
	r.text.addMath(omml.TeX(tree, xmlread.Root))
}

// addMath adds a formula to the current paragraph, if it is seen.
func (w *writer) addMath(tex string) {
	if tex == "" {
		return
	}
	if !w.visible() {
		if w.out.sight.countHidden([]byte(tex)); w.out.sight.drops(w.out.sight.unseen) {
			return
		}
	}
	w.addNode(converters.Make(w.out.src.env, &document.Math{TeX: tex}), false)
}
