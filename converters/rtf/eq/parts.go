package eq

import "strings"

// Parts writes the parts of \mmath (RTF 1.9.1, mathematics). Its methods append
// to what is written of the equation so far.
type Parts struct{ open []string }

// begin and end are what is written before and behind a part.
var (
	begin = map[string]string{
		"mf": `\frac`, "mnum": "{", "mden": "{", "msup": "^{", "msub": "_{", "mdeg": "{}^{", "root": `\sqrt{`, "me": "{",
		"mlim": "_{", "md": "(",
	}
	end = map[string]string{
		"mnum": "}", "mden": "}", "msup": "}", "msub": "}", "mdeg": "}", "root": "}", "me": "}", "mlim": "}", "md": ")",
	}
)

// Open begins a part by the name of its control word.
func (p *Parts) Open(tex []byte, name string) []byte {
	if n := len(p.open); n > 0 && p.open[n-1] == "mrad" && name == "me" {
		name = "root"
	}
	p.open = append(p.open, name)
	return append(tex, begin[name]...)
}

// Close ends a part, which may be empty.
func (p *Parts) Close(tex []byte, empty bool) []byte {
	last := len(p.open) - 1
	name := p.open[last]
	p.open = p.open[:last]
	if name == "mnaryPr" && empty {
		tex = append(tex, "∫"...)
	}
	return append(tex, end[name]...)
}

// Finish returns an equation without scripts that nothing is in.
func Finish(tex []byte) string {
	return strings.TrimSpace(strings.ReplaceAll(string(tex), `{}^{}`, ``))
}

// chars are the characters that mean something to LaTeX or to Markdown around
// it, each as it is written.
var chars = map[byte]string{
	'\\': `\backslash `, '{': `\lbrace `, '}': `\rbrace `, '[': `\lbrack `, ']': `\rbrack `, '<': `\lt `, '*': `\ast `,
	'~': `\sim `, '!': "! ", '\n': " ", '\t': " ", '$': `\char36 `, '%': `\char37 `, '#': `\char35 `, '&': `\char38 `,
	'_': `\char95 `, '@': `\char64 `, '`': `\char96 `,
}

// AppendText appends the text of an equation.
func AppendText(tex, text []byte) []byte {
	for _, c := range text {
		if written, ok := chars[c]; ok {
			tex = append(tex, written...)
		} else {
			tex = append(tex, c)
		}
	}
	return tex
}
