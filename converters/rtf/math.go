package rtf

import (
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// enterMath begins a part of an equation (RTF 1.9.1, mathematics). The
// equation becomes LaTeX.
func (r *reader) enterMath(w word) {
	inside := r.group.dest == destCollect && r.inMath(r.group.of)
	if w == wMath {
		if !inside && r.group.dest == destBody {
			r.begin(destCollect, w)
		}
		return
	}
	if !inside || w == wMathText {
		return
	}
	r.boundMath()
	r.group.of, r.group.owner = w, true
	name := r.lastWord()
	if n := len(r.mathNames); n > 0 && r.mathNames[n-1] == "mrad" && name == "me" {
		name = "root"
	}
	r.collected = append(r.collected, mathBegin[name]...)
	r.group.from = int32(len(r.collected))
	r.mathNames = append(r.mathNames, name)
}

func (r *reader) inMath(w word) bool { return w == wMath || w == wMathPart || w == wMathText }

// mathBegin and mathEnd are what is written before and behind a part.
var (
	mathBegin = map[string]string{
		"mf": `\frac`, "mnum": "{", "mden": "{", "msup": "^{", "msub": "_{", "mdeg": "{}^{", "root": `\sqrt{`, "me": "{",
		"mlim": "_{", "mfName": "", "macc": "", "mnary": "", "md": "(",
	}
	mathEnd = map[string]string{
		"mnum": "}", "mden": "}", "msup": "}", "msub": "}", "mdeg": "}", "root": "}", "me": "}", "mlim": "}", "md": ")",
	}
)

// lastWord returns the name of the control word that was just read.
func (r *reader) lastWord() string {
	end := r.at
	for end > 0 && !isLetter(r.src[end-1]) {
		end--
	}
	from := end
	for from > 0 && isLetter(r.src[from-1]) {
		from--
	}
	return string(r.src[from:end])
}

// leaveMath ends an equation or a part of it.
func (r *reader) leaveMath(g group) {
	if g.of == wMathPart {
		last := len(r.mathNames) - 1
		name := r.mathNames[last]
		if name == "mnaryPr" && len(r.collected) == int(g.from) {
			r.collected = append(r.collected, "∫"...)
		}
		r.collected = append(r.collected, mathEnd[name]...)
		r.mathNames = r.mathNames[:last]
		return
	}
	tex := strings.TrimSpace(strings.ReplaceAll(string(r.collected[g.from:]), `{}^{}`, ``))
	r.collected = r.collected[:g.from]
	if tex != "" {
		r.group.dest = destBody
		r.node(&document.Math{TeX: tex})
	}
}

// mathChars are the characters that mean something to LaTeX or to Markdown
// around it, each as it is written.
var mathChars = map[byte]string{
	'\\': `\backslash `, '{': `\lbrace `, '}': `\rbrace `, '[': `\lbrack `, ']': `\rbrack `, '<': `\lt `, '*': `\ast `,
	'~': `\sim `, '!': "! ", '\n': " ", '\t': " ", '$': `\char36 `, '%': `\char37 `, '#': `\char35 `, '&': `\char38 `,
	'_': `\char95 `, '@': `\char64 `, '`': `\char96 `,
}

// putMath collects text of an equation.
func (r *reader) putMath(b []byte) {
	r.boundMath()
	for _, c := range b {
		if text, ok := mathChars[c]; ok {
			r.collected = append(r.collected, text...)
		} else {
			r.collected = append(r.collected, c)
		}
	}
}
