package rtf

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// equation shows an EQ field, which has no result: a formula of Word before it
// had an editor for them (ECMA-376, part 1, 17.16.5.18 has no grammar; Word's
// help describes the switches).
func (r *reader) equation(instruction string) {
	text := strings.TrimSpace(strings.TrimSpace(instruction)[len("EQ"):])
	e := eqReader{text: text}
	tex := strings.TrimSpace(e.list(0, false)[0])
	if tex == "" || r.group.dest != destBody {
		return
	}
	if !r.visible() {
		r.countHidden([]byte(tex))
		if r.policy == converters.DropHidden {
			return
		}
	}
	r.node(&document.Math{TeX: tex})
}

// eqDepth bounds how deep the switches of an EQ field nest.
const eqDepth = 16

// eqReader reads the instruction of an EQ field as LaTeX.
type eqReader struct {
	text string
	at   int
}

// list reads elements up to the parenthesis that ends them, or all of the text:
// one for each separator and one more.
func (e *eqReader) list(depth int, inside bool) []string {
	var out []string
	var b strings.Builder
	for open := 0; e.at < len(e.text); {
		c := e.text[e.at]
		switch {
		case c == '\\':
			e.element(&b, depth)
			continue
		case inside && c == ')' && open == 0:
			e.at++
			return append(out, b.String())
		case inside && (c == ',' || c == ';') && open == 0:
			out = append(out, b.String())
			b.Reset()
		case c == '(':
			open++
			b.WriteByte(c)
		case c == ')':
			open = max(open-1, 0)
			b.WriteByte(c)
		default:
			writeMath(&b, c)
		}
		e.at++
	}
	return append(out, b.String())
}

// element reads what a backslash begins: a sign, or a switch with its options
// and its elements.
func (e *eqReader) element(b *strings.Builder, depth int) {
	e.at++
	if e.at == len(e.text) {
		return
	}
	kind := e.text[e.at] | 0x20
	if !isLetter(e.text[e.at]) {
		writeMath(b, e.text[e.at])
		e.at++
		return
	}
	options := e.options()
	if e.at == len(e.text) || e.text[e.at] != '(' || depth >= eqDepth {
		return
	}
	e.at++
	writeSwitch(b, kind, options, e.list(depth+1, true))
}

// options moves over a switch and its options, up to the parenthesis, and
// returns them in lower case.
func (e *eqReader) options() string {
	from := e.at
	for e.at < len(e.text) && e.text[e.at] != '(' {
		if e.text[e.at] == '\\' && e.at+1 < len(e.text) && !isLetter(e.text[e.at+1]) {
			e.at++ // \lc\( has a sign behind it
		}
		e.at++
	}
	e.at = min(e.at, len(e.text))
	return strings.ToLower(e.text[from:e.at])
}

// writeSwitch writes what a switch means.
func writeSwitch(b *strings.Builder, kind byte, options string, parts []string) {
	first, second, third := parts[0], "", ""
	if len(parts) > 1 {
		second = parts[1]
	}
	if len(parts) > 2 {
		third = parts[2]
	}
	switch kind {
	case 'f':
		b.WriteString(`\frac{` + first + "}{" + second + "}")
	case 'r':
		if len(parts) > 1 {
			b.WriteString(`\sqrt[` + first + "]{" + second + "}")
		} else {
			b.WriteString(`\sqrt{` + first + "}")
		}
	case 's':
		sign := "^{"
		if strings.Contains(options, `\do`) {
			sign = "_{"
		}
		b.WriteString(sign + strings.Join(parts, " ") + "}")
	case 'i':
		sign := `\int`
		if strings.Contains(options, `\su`) {
			sign = `\sum`
		} else if strings.Contains(options, `\pr`) {
			sign = `\prod`
		}
		b.WriteString(sign + "_{" + first + "}^{" + second + "}" + third)
	case 'b':
		b.WriteString("(" + strings.Join(parts, ",") + ")")
	case 'd':
	case 'x':
		b.WriteString(`\boxed{` + strings.Join(parts, ",") + "}")
	case 'o':
		b.WriteString(strings.Join(parts, " "))
	default: // \a, \l
		b.WriteString(strings.Join(parts, ", "))
	}
}

// writeMath writes a character of an equation.
func writeMath(b *strings.Builder, c byte) {
	if text, ok := mathChars[c]; ok {
		b.WriteString(text)
		return
	}
	b.WriteByte(c)
}
