package drawing

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// line is a paragraph that is being read.
type line struct {
	runs  document.Runs
	inner document.Runs // of the link that is open
	url   string        // of the link that is open
	scale int64         // of the size of letters, see fontScale
	any   bool          // something but breaks was put in
	ended int           // breaks that wait for something to follow
	tex   []string      // displayed equations
	mixed bool          // there is text beside them
}

// text adds text in a style, in a link unless url is "".
func (l *line) text(text string, styles document.Styles, url string) {
	for first := true; ; first = false {
		part, rest, more := strings.Cut(text, "\n")
		if !first {
			l.ended++
		}
		if part != "" {
			l.settle(url)
			if strings.TrimSpace(part) != "" {
				l.mixed = true
			}
			if url != "" {
				l.inner.Text(part, styles)
			} else {
				l.runs.Text(part, styles)
			}
		}
		if !more {
			return
		}
		text = rest
	}
}

// node adds a node that is no text.
func (l *line) node(n document.Inline) {
	l.settle("")
	l.runs.Inline(n, 0)
}

// settle writes the breaks that wait, unless the line is empty still, and
// ends the link that is open if the next text is not in it.
func (l *line) settle(url string) {
	if url != l.url {
		l.leave()
		l.url = url
	}
	for ; l.ended > 0; l.ended-- {
		switch {
		case !l.any:
		case l.url != "":
			l.inner.Inline(&document.Break{}, 0)
		default:
			l.runs.Inline(&document.Break{}, 0)
		}
	}
	l.any = true
}

// leave ends the link that is open.
func (l *line) leave() {
	if l.url == "" {
		return
	}
	if inlines := l.inner.Inlines(); len(inlines) > 0 {
		l.runs.Inline(&document.Link{URL: l.url, Inlines: inlines}, 0)
	}
	l.url = ""
}

// end returns what was read: a displayed equation if there is nothing else.
// Text that is all blank is nothing.
func (l *line) end() ([]document.Inline, string) {
	l.leave()
	if len(l.tex) > 0 && !l.mixed {
		return nil, strings.Join(l.tex, " \\\\ ")
	}
	inlines := l.runs.Inlines()
	if !l.mixed {
		return nil, ""
	}
	return inlines, ""
}

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

// equation adds an equation. Those that are displayed stand on a line of their
// own if there is no text beside them.
func (x *Text) equation(n xmlread.NodeID) {
	if x.TeX == nil || x.Tree.Name(n).Space != M {
		return
	}
	tex := strings.TrimSpace(x.TeX(x.Tree, n))
	if tex == "" {
		return
	}
	if x.Tree.Name(n).Local == "oMathPara" {
		x.line.tex = append(x.line.tex, tex)
	} else {
		x.line.mixed = true
	}
	x.line.node(&document.Math{TeX: tex})
}

// run reads a run of text or a field.
func (x *Text) run(n xmlread.NodeID) {
	t := x.Tree
	node := t.Child(n, A, "t")
	if node == 0 {
		return
	}
	text := unescape(t.All(node))
	rPr := t.Child(n, A, "rPr")
	if x.Look != nil && strings.TrimSpace(text) != "" {
		p := readProps(t, rPr).over(x.base)
		if text = x.Look(Look{Size: int(int64(p.size) * x.line.scale / opaque), Fill: p.fill, Lined: lined(t, rPr)}, text); text == "" {
			return
		}
	}
	url := ""
	if rPr != 0 {
		url = x.target(t.Child(rPr, A, "hlinkClick"))
	}
	x.line.text(text, x.styles(rPr), url)
}

// lined reports whether letters have a line around them that can be seen.
func lined(t *xmlread.Tree, rPr xmlread.NodeID) bool {
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

// styles returns how a run differs from the text around it. What it inherits
// is the look of the whole, not a difference.
func (x *Text) styles(rPr xmlread.NodeID) document.Styles {
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

// unescape resolves the form _xHHHH_ in which control characters are written
// (ISO/IEC 29500-1, 22.9.2.19): a line end, else nothing. Vertical tabs and
// line ends are line ends.
func unescape(text string) string {
	if strings.ContainsAny(text, "\v\r") {
		text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n").Replace(text)
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
