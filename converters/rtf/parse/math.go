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

// enterMath begins an equation.
func (r *reader) enterMath(token.Token) {
	if r.sink == toStory {
		r.begin(toCollected, roleMath)
	}
}

// enterMathPart returns an act that begins a part of an equation.
func enterMathPart(begin, end string) func(*reader, token.Token) {
	return func(r *reader, _ token.Token) {
		if r.sink != toCollected || !r.role.isMath() {
			return
		}
		r.role, r.owner = roleMathPart, true
		r.opened.math = append(r.opened.math, end)
		r.putMath(begin)
	}
}

// putMath adds XML to the equation that is open, whose length it checks: each sign of it may
// be many characters.
func (r *reader) putMath(text string) {
	r.collected = append(r.collected, text...)
	r.fail(r.env.Check(converters.LimitText, int64(len(r.collected)), r.pos()))
}

// xmlText writes text in XML.
var xmlText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// mathText adds text to the equation that is open.
func (r *reader) mathText(b []byte) {
	text := xmlText.Replace(strings.Map(func(c rune) rune {
		if c < ' ' || c == '\uFFFE' || c == '\uFFFF' {
			return ' '
		}
		return c
	}, string(b)))
	end := ""
	if n := len(r.opened.math); n > 0 {
		end = r.opened.math[n-1]
	}
	switch end {
	case `"/>`:
		r.putMath(text)
	case "</fName>":
		r.putMath(`<r><rPr><sty val="p"/></rPr><t>` + text + "</t></r>")
	default:
		r.putMath("<r><t>" + text + "</t></r>")
	}
}

// leaveMath ends an equation or a part of it.
func (r *reader) leaveMath(g group) {
	if g.role == roleMathPart {
		last := len(r.opened.math) - 1
		r.putMath(r.opened.math[last])
		r.opened.math = r.opened.math[:last]
		return
	}
	source := "<oMath>" + r.takeCollected(g.from) + "</oMath>"
	from := xmlread.Source{Text: source, Room: r.opened.tree}
	if r.opened.scanner == nil {
		r.opened.scanner = xmlread.New(r.ctx, r.env, from)
	}
	tree, err := r.opened.scanner.ReadTree(from)
	if r.fail(err); err != nil {
		return
	}
	r.opened.tree = tree
	for _, words := range omml.Phantoms(tree, xmlread.Root) {
		r.losses.Tell(r.env, lost.Phantom, r.pos(), words)
	}
	r.sink = toStory
	r.addMath(omml.TeX(tree, xmlread.Root))
}

// addMath adds a formula to the current paragraph, if it is seen.
func (r *reader) addMath(tex string) {
	if tex == "" {
		return
	}
	if !r.visible() {
		if r.countHidden([]byte(tex)); r.drops(r.unseen) {
			return
		}
	}
	r.addNode(converters.Make(r.env, &document.Math{TeX: tex}), false)
}
