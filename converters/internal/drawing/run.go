package drawing

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/prose"
	"github.com/seed353dc258/backstory/converters/internal/symbolfont"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// piece reads a child of a paragraph.
func (x *Text) piece(n xmlread.NodeID) {
	t := x.Tree
	name := t.Name(n)
	switch {
	case name.Is(A, "r"):
		x.run(n)
	case name.Is(A, "br"):
		x.line.ended++
	case name.Is(A, "fld"):
		if t.Attr(n, xmlread.None, "type") != "slidenum" {
			x.run(n)
		}
	case name.Is(A14, "m"):
		Each(t, n, x.equation)
	case name.Space == M:
		x.equation(n)
	}
}

// equation adds an equation. Those that are displayed are on a line of their
// own if there is no text beside them.
func (x *Text) equation(n xmlread.NodeID) {
	if x.TeX == nil || x.Tree.Name(n).Space != M {
		return
	}
	var label document.Style
	tex := strings.TrimSpace(x.TeX(x.Tree, n, func(run xmlread.NodeID) bool {
		l, shows := x.judge(x.Tree.Child(run, A, "rPr"), x.Tree.All(run))
		if shows {
			label = max(label, l)
		}
		return !shows
	}))
	if tex == "" {
		return
	}
	if label != 0 {
		x.line.full = true
		x.line.node(converters.Make(x.Env, &document.Styled{Style: label, Inlines: []document.Inline{converters.Make(x.Env, &document.Math{TeX: tex})}}))
		return
	}
	if x.Tree.Name(n).Local == "oMathPara" {
		x.line.tex = append(x.line.tex, tex)
	} else {
		x.line.full = true
	}
	x.line.node(converters.Make(x.Env, &document.Math{TeX: tex}))
}

// run reads a run of text or a field.
func (x *Text) run(n xmlread.NodeID) {
	t := x.Tree
	node := t.Child(n, A, "t")
	if node == 0 {
		return
	}
	rPr := t.Child(n, A, "rPr")
	text := x.shown(rPr, unescape(t.All(node)))
	label, shows := x.judge(rPr, text)
	if !shows {
		return
	}
	k := ink{mono: x.isCode(rPr)}
	if rPr != 0 {
		k.url = x.target(t.Child(rPr, A, "hlinkClick"))
	}
	if !k.mono {
		k.styles = x.differs(rPr)
	}
	if label != 0 {
		k.mono, k.styles = false, k.styles.With(label)
	}
	x.line.text(text, k)
}

// judge returns the label of a run with some properties, and whether it is shown at all.
func (x *Text) judge(rPr xmlread.NodeID, text string) (label document.Style, shows bool) {
	if x.Look == nil || strings.TrimSpace(text) == "" {
		return 0, true
	}
	p := readProps(x.Tree, rPr).over(x.base)
	look := Look{Size: x.size(p), Fill: p.fill, Lined: lined(x.Tree, rPr), Ground: readHighlight(x.Tree, rPr)}
	if spc := x.Tree.Attr(rPr, xmlread.None, "spc"); spc != "" {
		if n, err := strconv.ParseInt(spc, 10, 32); err == nil {
			look.Spacing = float64(n) / 100
		}
	}
	return x.Look(look, text)
}

// shown returns what the text of a run shows in its font of symbols, if it has one.
func (x *Text) shown(rPr xmlread.NodeID, text string) string {
	face := func(element string) symbolfont.Font {
		font := x.Tree.Child(rPr, A, element)
		return symbolfont.Of(x.Tree.Attr(font, xmlread.None, "typeface"))
	}
	return face("sym").Moved(face("latin").Text(text))
}

// sizeUsual is the size of letters that say none, in hundredths of a point.
const sizeUsual = 1800

// size returns the size of letters in hundredths of a point, 0 if nothing says
// it.
func (x *Text) size(p props) int {
	size := int64(p.size)
	if size == 0 && x.line.scale < opaque {
		size = sizeUsual
	}
	return int(size * x.line.scale / opaque)
}

// isCode reports whether a run is set in a font of fixed width, where the text
// around it is not.
func (x *Text) isCode(rPr xmlread.NodeID) bool {
	font := x.Tree.Child(rPr, A, "latin")
	return font != 0 && !x.base.mono && prose.IsMonoFont(x.Tree.Attr(font, xmlread.None, "typeface"))
}

// lined reports whether letters have something around them by which they can be
// seen.
func lined(t *xmlread.Tree, rPr xmlread.NodeID) bool {
	if firstElement(t, t.Child(rPr, A, "effectLst")) != 0 {
		return true
	}
	ln := t.Child(rPr, A, "ln")
	return ln != 0 && ReadPaint(t, ln).Kind >= PaintSolid
}

// target returns the address of a link, or "".
func (x *Text) target(link xmlread.NodeID) string {
	if link == 0 || x.Link == nil {
		return ""
	}
	id := x.Tree.Attr(link, R, "id")
	if id == "" {
		return ""
	}
	return x.Link(id)
}

// differs returns how a run differs from the text around it. What it inherits
// is the look of the whole, not a difference.
func (x *Text) differs(rPr xmlread.NodeID) document.Styles {
	var s document.Styles
	for i := range x.Tree.Attrs(rPr) {
		switch name, value := x.Tree.AttrAt(rPr, i); name.Local {
		case "b":
			if Bool(value) {
				s = s.With(document.Strong)
			}
		case "i":
			if Bool(value) {
				s = s.With(document.Emphasis)
			}
		case "strike":
			if value == "sngStrike" || value == "dblStrike" {
				s = s.With(document.Strike)
			}
		case "baseline":
			switch n := thousandths(value); {
			case n > 0:
				s = s.With(document.Superscript)
			case n < 0:
				s = s.With(document.Subscript)
			}
		}
	}
	return s
}

// lineEnds writes every line end as LF.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n")

// unescape resolves the form _xHHHH_ in which control characters are written
// (ISO/IEC 29500-1, 22.9.2.19): a line end, else nothing. Vertical tabs and
// line ends are line ends.
func unescape(text string) string {
	if strings.ContainsAny(text, "\v\r") {
		text = lineEnds.Replace(text)
	}
	if !strings.Contains(text, "_x00") {
		return text
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, "_x00")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		text = after
		if len(after) < 3 || after[2] != '_' {
			b.WriteString("_x00")
			continue
		}
		n, err := strconv.ParseUint(after[:2], 16, 8)
		switch {
		case err != nil || n >= ' ' && n != '_':
			b.WriteString("_x00")
			continue
		case n == '\t':
			b.WriteByte('\t')
		case n == '_':
			b.WriteByte('_')
		case n == '\n' || n == '\v' || n == '\r':
			b.WriteByte('\n')
		}
		text = after[3:]
	}
}

// Text reads the text bodies of a part. Only Env and Tree must be set.
type Text struct {
	Env    *converters.Env
	Tree   *xmlread.Tree
	Styles []*Levels // what the text inherits from, the nearest first
	// Link returns the address that a relationship of the part leads to, or ""
	// where it leads to none outside of the file.
	Link func(id string) string
	// TeX returns an equation (m:oMath, m:oMathPara) in LaTeX, without runs that are hidden.
	TeX func(t *xmlread.Tree, equation xmlread.NodeID, hides func(run xmlread.NodeID) bool) string
	// Look is asked for every run of text that is not blank. It returns the
	// label of the text, or 0, and whether it is kept.
	Look func(look Look, text string) (label document.Style, shows bool)

	numbers numbering
	styles  chain // of the body that is read
	base    props // of the paragraph that is being read
	line    line
}
