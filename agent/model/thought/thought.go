// Package thought takes what a model thinks out of the text of its answer, as local
// models write it there, between marks.
package thought

import (
	"strings"
	"sync"

	"github.com/seed353dc258/backstory/internal/pattern"
)

// marks are those of thoughts.
var marks = [...]struct{ open, end string }{{"<think>", "</think>"}, {"[THINK]", "[/THINK]"}}

// byName are the names of models that think first and leave the opening mark
// to their template, so that it is not in what they say.
var byName = pattern.Lazy(`(?i)(?:^|[^a-z0-9])(?:r1|qwq)(?:[^a-z0-9]|$)|thinking|reasoning|deepseek-reasoner`)

// Filter takes the thoughts out of the text of an answer. A mark in code is text.
// A closing mark without an opening one says that all before it was thought: it
// is taken back where it was handed out, and from then on held until it is known.
type Filter struct {
	known *sync.Map // by model: whether it leaves the opening mark out; nil remembers nothing
	model string

	text    string // not judged yet
	held    string // judged, and not handed out yet
	hold    bool   // it may turn out to be thought
	begun   bool   // something was judged to be an answer
	told    int    // bytes that were handed out
	back    int    // bytes that are taken back
	inside  string // the mark that ends the thought, "" outside of one
	thought string
	thinks  bool // there was a thought
	code    code
}

// New returns a filter for an answer of a model. What the model turns out to do is
// remembered in known, which may be nil.
func New(known *sync.Map, model string) *Filter {
	t := &Filter{known: known, model: model, code: code{start: true}}
	t.hold = byName().MatchString(model)
	if known != nil {
		if bare, ok := known.Load(model); ok {
			t.hold = bare.(bool)
		}
	}
	return t
}

// Add takes a piece of the text and returns what of the answer is known now; so many
// bytes of what was returned before, from its end, were thought.
func (t *Filter) Add(text string) (answer string, back int) {
	t.text += text
	return t.give(false)
}

// End is Add for the end of the text.
func (t *Filter) End() (answer string, back int) {
	if answer, back = t.give(true); t.begun && t.known != nil {
		t.known.LoadOrStore(t.model, false)
	}
	return answer, back
}

// Thinks reports whether there was a thought.
func (t *Filter) Thinks() bool { return t.thinks }

func (t *Filter) give(end bool) (answer string, back int) {
	t.judge(end)
	if !t.hold || end {
		answer, t.held = t.held, ""
	}
	back, t.back = t.back, 0
	t.told += len(answer)
	return answer, back
}

// judge holds what is known to be text. At the end all is known.
func (t *Filter) judge(end bool) {
	for t.text != "" {
		if t.inside != "" {
			if !t.skip(end) {
				break
			}
			continue
		}
		n, mark := t.code.scan(t.text, end)
		t.say(t.text[:n])
		t.text = t.text[n+len(mark):]
		if mark == "" {
			return
		}
		t.marked(mark)
	}
	if end && t.inside != "" { // it has no end
		text := t.thought
		t.inside, t.thought = "", ""
		if t.begun {
			t.say(text)
		}
	}
}

// skip passes over a thought, and reports whether its end came.
func (t *Filter) skip(end bool) bool {
	at := strings.Index(t.text, t.inside)
	if at < 0 {
		keep := 0
		if !end {
			keep = tail(t.text, t.inside)
		}
		t.thought += t.text[:len(t.text)-keep]
		t.text = t.text[len(t.text)-keep:]
		return false
	}
	t.text = t.text[at+len(t.inside):]
	t.inside, t.thought, t.code = "", "", code{start: true}
	return true
}

// marked takes a mark outside of code.
func (t *Filter) marked(mark string) {
	for _, m := range marks {
		if m.open == mark {
			t.thinks, t.inside, t.thought = true, m.end, mark
			return
		}
	}
	if t.thinks {
		t.say(mark) // the thought has ended: this is a word about it
		return
	}
	if t.known != nil {
		t.known.Store(t.model, true)
	}
	t.back, t.told = t.told, 0 // all before was thought
	t.thinks, t.held, t.hold, t.begun, t.code = true, "", false, false, code{start: true}
}

// say takes text of the answer. Blank lines before an answer are left out.
func (t *Filter) say(text string) {
	if !t.begun {
		text = strings.TrimLeft(text, " \t\r\n")
	}
	t.begun = t.begun || text != ""
	t.held += text
}

// tail is how much of the end of a text may begin a mark.
func tail(text, mark string) int {
	n := min(len(mark)-1, len(text))
	for !strings.HasPrefix(mark, text[len(text)-n:]) {
		n--
	}
	return n
}

// code follows what of a Markdown text is code: fences, and spans on a line.
type code struct {
	start bool   // at the start of a line
	blank bool   // nothing but blanks was on the line so far
	fence string // that is open, "" for none
	span  int    // length of the backticks that opened a span, 0 for none
}

// scan returns how much of a text is text for sure, and the mark that follows it
// outside of code. What may begin a mark or a fence waits for what follows.
func (c *code) scan(text string, end bool) (n int, mark string) {
	for n < len(text) {
		size, found, wait := c.next(text[n:], end)
		if wait || found != "" {
			return n, found
		}
		n += size
	}
	return n, ""
}

// next takes the next character of a text, or the next run of them.
func (c *code) next(rest string, end bool) (size int, mark string, wait bool) {
	first := rest[0]
	if first == '\n' {
		if c.start || c.blank {
			c.span = 0 // a paragraph ends
		}
		c.start, c.blank = true, false
		return 1, "", false
	}
	atStart := c.start || c.blank
	c.start, c.blank = false, atStart && strings.IndexByte(" \t\r", first) >= 0
	if run := runOf(rest); run > 0 && c.counts(first, atStart) {
		if run == len(rest) && !end {
			c.start, c.blank = false, atStart // it is looked at again
			return 0, "", true
		}
		c.run(rest[:run], atStart)
		return run, "", false
	}
	if c.fence == "" && c.span == 0 {
		mark, wait = markAt(rest, end)
	}
	return 1, mark, wait
}

// runOf is how many ticks or tildes a text begins with.
func runOf(text string) int {
	if text[0] != '`' && text[0] != '~' {
		return 0
	}
	return len(text) - len(strings.TrimLeft(text, text[:1]))
}

// counts reports whether a run of a character may open or close code.
func (c *code) counts(first byte, atStart bool) bool { return atStart || first == '`' && c.fence == "" }

// run takes a run of ticks or tildes.
func (c *code) run(run string, atStart bool) {
	isTick := run[0] == '`'
	switch {
	case atStart && len(run) >= 3 && c.fence == "":
		c.fence, c.span = run, 0
	case atStart && c.fence != "":
		if run[0] == c.fence[0] && len(run) >= len(c.fence) {
			c.fence = ""
		}
	case isTick && c.span == 0:
		c.span = len(run)
	case isTick && c.span == len(run):
		c.span = 0
	}
}

// markAt returns the mark with which a text begins; wait says that it may.
func markAt(text string, end bool) (mark string, wait bool) {
	if text[0] != '<' && text[0] != '[' {
		return "", false
	}
	for _, m := range marks {
		for _, one := range []string{m.open, m.end} {
			if strings.HasPrefix(text, one) {
				return one, false
			}
			wait = wait || !end && strings.HasPrefix(one, text)
		}
	}
	return "", wait
}
