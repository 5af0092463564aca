package drawing

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// line is a paragraph that is being read.
type line struct {
	env   *converters.Env
	runs  document.Runs
	scale int64    // of the size of letters, see fontScale
	open  ink      // what the last text was
	mono  []byte   // text of fixed width that has no node yet
	code  []byte   // all text so far, as long as all of it is of fixed width
	tex   []string // displayed equations
	ended int      // breaks that wait for something to follow
	any   bool     // something but breaks was put in
	full  bool     // something was put in that can be seen, but displayed equations
	prose bool     // not all of it is of fixed width
}

// ink is what a run of text has besides its words.
type ink struct {
	styles document.Styles
	url    string // of a link
	mono   bool   // of fixed width, where the text around it is not
}

// begin begins a paragraph in the memory of the one before.
func (l *line) begin(env *converters.Env, scale int64) {
	if l.env == nil {
		l.runs = env.Runs()
	}
	*l = line{env: env, runs: l.runs, scale: scale, mono: l.mono[:0], code: l.code[:0]}
}

// text adds a run of text.
func (l *line) text(text string, k ink) {
	for first := true; ; first = false {
		part, rest, more := strings.Cut(text, "\n")
		if !first {
			l.ended++
		}
		if part != "" {
			l.put(part, k)
		}
		if !more {
			return
		}
		text = rest
	}
}

// put adds text without line ends.
func (l *line) put(text string, k ink) {
	blank := strings.TrimSpace(text) == ""
	if blank && k.url == "" && !k.mono && l.open.mono {
		k = l.open // a blank between two words of code
	}
	l.settle(k)
	l.full = l.full || !blank
	l.prose = l.prose || !blank && !k.mono
	switch {
	case k.mono:
		l.mono = append(l.mono, text...)
		if !l.prose {
			l.code = append(l.code, text...)
		}
	default:
		l.runs.Text(text, k.styles)
	}
}

// node adds a node that is not text.
func (l *line) node(n document.Inline) {
	l.settle(ink{})
	l.prose = true
	l.runs.Inline(n, 0)
}

// settle ends what is open, if the next text is of another kind, and writes
// the breaks that wait, unless the line is empty still.
func (l *line) settle(k ink) {
	if k.url != l.open.url || k.mono != l.open.mono {
		l.leaveCode()
	}
	if k.url != l.open.url {
		l.runs.EndLink()
		if k.url != "" {
			l.runs.BeginLink(converters.Make(l.env, &document.Link{URL: k.url}), 0)
		}
	}
	l.open = k
	for ; l.ended > 0; l.ended-- {
		if !l.any {
			continue
		}
		if !l.prose {
			l.code = append(l.code, '\n')
		}
		l.leaveCode()
		l.runs.Inline(converters.Make(l.env, &document.Break{}), 0)
	}
	l.any = true
}

// leaveCode ends the code that is open.
func (l *line) leaveCode() {
	if len(l.mono) == 0 {
		return
	}
	l.runs.Inline(converters.Make(l.env, &document.Code{Value: string(l.mono)}), 0)
	l.mono = l.mono[:0]
}

// end puts what was read into a paragraph: a displayed equation or code if
// there is nothing else. Text that is all blank is nothing.
func (l *line) end(p *Para) {
	l.leaveCode()
	inlines := l.runs.Inlines()
	switch {
	case l.full:
		p.Inlines = inlines
		if !l.prose {
			p.Code = string(l.code)
		}
	case len(l.tex) > 0:
		p.TeX = strings.Join(l.tex, " \\\\ ")
	}
}

// Para is a paragraph of a text body that holds something.
type Para struct {
	Level   int    // from 0
	Marker  string // its bullet or number, "" for none
	Inlines []document.Inline
	TeX     string // a displayed equation, in place of Inlines
	Code    string // the text, if all of it is of fixed width
	Align   document.Align

	left    EMU  // where its text stands
	hanging bool // its first line begins further left
}
