package eq

import (
	"strconv"
	"strings"
)

// options are the options of switches.
var options = [...]string{
	"al", "ac", "ar", "ad", "co", "vs", "hs", "lc", "rc", "bc", "fo", "ba", "li", "su", "pr", "in", "fc", "vc", "ai", "di", "up", "do",
	"to", "bo", "le", "ri",
}

// signs are those that a sign follows.
var signs = [...]string{"lc", "rc", "bc", "fc", "vc"}

// closing are the signs that close others, for \bc.
var closing = map[string]string{"(": ")", "[": "]", "{": "}", "<": ">", "«": "»", "⌊": "⌋", "⌈": "⌉", "【": "】", "「": "」"}

// fences are signs of a bracket as LaTeX has them.
var fences = map[string]string{
	"": ".", "{": `\lbrace `, "}": `\rbrace `, "[": `\lbrack `, "]": `\rbrack `, "<": `\langle `, ">": `\rangle `, "|": `\vert `,
	"‖": `\Vert `, "⌊": `\lfloor `, "⌋": `\rfloor `, "⌈": `\lceil `, "⌉": `\rceil `, "/": "/", "(": "(", ")": ")",
}

// write writes what a switch means.
func (e *reader) write(b *strings.Builder, s *command, parts []string) {
	first, second, third := parts[0], "", ""
	if len(parts) > 1 {
		second = parts[1]
	}
	if len(parts) > 2 {
		third = strings.Join(parts[2:], ",")
	}
	switch s.kind {
	case 'a':
		s.array(b, parts)
	case 'b':
		s.bracket(b, strings.Join(parts, ","))
	case 'd':
		b.WriteString(strings.Join(parts, ","))
	case 'f':
		b.WriteString(`\frac{` + first + "}{" + strings.Join(parts[1:], ",") + "}")
	case 'i':
		s.integral(b, first, second)
		b.WriteString(third)
	case 'o':
		e.over(b, s, parts)
	case 'r':
		if first != "" && len(parts) > 1 {
			b.WriteString(`\sqrt[` + first + "]{" + second + "}")
		} else {
			b.WriteString(`\sqrt{` + first + second + "}")
		}
	case 's':
		s.script(b, parts)
	case 'x':
		s.box(b, strings.Join(parts, ","))
	default: // \l
		b.WriteString(strings.Join(parts, ", "))
	}
}

// array writes \a: a column, or as many as \co says.
func (s *command) array(b *strings.Builder, parts []string) {
	if len(parts) == 1 {
		b.WriteString(parts[0])
		return
	}
	b.WriteString(`\begin{matrix}`)
	for i, part := range parts {
		switch {
		case i == 0:
		case s.columns > 1 && i%s.columns != 0:
			b.WriteString(" & ")
		default:
			b.WriteString(` \\ `)
		}
		b.WriteString(part)
	}
	b.WriteString(`\end{matrix}`)
}

// bracket writes \b: one sign alone is a bracket on that side alone.
func (s *command) bracket(b *strings.Builder, inner string) {
	if s.left == "" && s.right == "" {
		b.WriteString("(" + inner + ")")
		return
	}
	fence := func(sign string) string {
		if tex, ok := fences[sign]; ok {
			return tex
		}
		return `\vert ` // LaTeX stretches no other sign
	}
	b.WriteString(`\left` + fence(s.left) + inner + `\right` + fence(s.right))
}

// integral writes the sign of \i and its limits.
func (s *command) integral(b *strings.Builder, from, to string) {
	switch {
	case len(s.sign) == 1:
		writeChar(b, s.sign[0])
	case s.sign != "":
		b.WriteString(s.sign)
	case s.has("su"):
		b.WriteString(`\sum`)
	case s.has("pr"):
		b.WriteString(`\prod`)
	default:
		b.WriteString(`\int`)
	}
	if from != "" {
		b.WriteString("_{" + from + "}")
	}
	if to != "" {
		b.WriteString("^{" + to + "}")
	}
	if from == "" && to == "" {
		b.WriteByte(' ')
	}
}

// script writes \s: raised, lowered, or both above one another.
func (s *command) script(b *strings.Builder, parts []string) {
	inner := strings.Join(parts, " ")
	switch {
	case inner == "":
	case len(parts) == 2 && !s.has("up") && !s.has("do"):
		b.WriteString("^{" + parts[0] + "}_{" + parts[1] + "}")
	case s.has("do"):
		b.WriteString("_{" + inner + "}")
	case s.has("up") || !s.has("ai") && !s.has("di"): // those make room around a line
		b.WriteString("^{" + inner + "}")
	default:
		b.WriteString(inner)
	}
}

// box writes \x: a frame, or some of its sides.
func (s *command) box(b *strings.Builder, inner string) {
	top, bottom, left, right := s.has("to"), s.has("bo"), s.has("le"), s.has("ri")
	if top == bottom && bottom == left && left == right {
		b.WriteString(`\boxed{` + inner + "}")
		return
	}
	if bottom {
		inner = `\underline{` + inner + "}"
	}
	if top {
		inner = `\overline{` + inner + "}"
	}
	if left {
		inner = `\vert ` + inner
	}
	if right {
		inner += `\vert `
	}
	b.WriteString(inner)
}

// over writes \o: signs on top of one another. Word writes so the pronunciation
// above a word, and a sign in a circle or a box.
func (e *reader) over(b *strings.Builder, s *command, parts []string) {
	if len(parts) != 2 {
		b.WriteString(strings.Join(parts, " "))
		return
	}
	above, raised := strings.CutPrefix(parts[0], "^{")
	above, closed := strings.CutSuffix(above, "}")
	raised = raised && closed && strings.IndexByte(above, '}') < 0
	switch {
	case raised && s.has("ad"):
		e.prose = true
		b.WriteString(parts[1] + "(" + above + ")")
	case raised:
		b.WriteString(`\overset{` + above + "}{" + parts[1] + "}")
	case s.has("ac") && strings.Contains("○□△◇", parts[0]) && parts[0] != "":
		e.prose = true
		b.WriteString(enclosed(parts[0], parts[1]))
	default:
		b.WriteString(strings.Join(parts, " "))
	}
}

// enclosed returns a text in a sign: a number in a circle is a sign of its own.
func enclosed(sign, text string) string {
	if n, err := strconv.Atoi(text); err == nil && sign == "○" && n > 0 && n <= 20 {
		return string('①' + rune(n-1))
	}
	return sign + text
}

// writeChar writes a character of an equation.
func writeChar(b *strings.Builder, c byte) {
	if text, ok := chars[c]; ok {
		b.WriteString(text)
		return
	}
	b.WriteByte(c)
}
