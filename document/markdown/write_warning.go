package markdown

import (
	"github.com/seed353dc258/backstory/document"
)

// writeCode is the number of a warning of the writer.
type writeCode uint8

const (
	warnLink writeCode = iota
	warnImage
	warnRows
	warnSpans
	warnBlocks
	warnToken
	warnNote
	warnLabel
	warnCount
)

// Warning is a code of [Chapter.Warnings] and what it says.
type Warning struct{ Code, Title string }

// writeCodes are the warnings in the order in which they are reported.
var writeCodes = [warnCount]Warning{
	warnLink:   {"link-dropped", "a link's target is not http, https or mailto; its text was kept"},
	warnImage:  {"image-without-alt", "an image without alternative text"},
	warnRows:   {"rows-omitted", "rows in the middle of a long table were left out"},
	warnSpans:  {"spans-flattened", "the text of merged cells is in the first of them"},
	warnBlocks: {"blocks-flattened", "blocks that a table cell of Markdown cannot hold became plain"},
	warnToken:  {"chat-token", "a special token of a chat template; in text it was broken up, in code it was kept"},
	warnNote:   {"note-without-body", "the mark of a note that has no text was left out"},
	warnLabel:  {"label-like", "text that reads like a label of hidden text; its bracket was written with a backslash"},
}

// Warnings returns the codes that [Write] may give.
func Warnings() []Warning { return append([]Warning(nil), writeCodes[:]...) }

// writeWarnings counts what is reported.
type writeWarnings [warnCount]struct {
	count int
	pos   document.Pos
}

func (c *writeWarnings) add(code writeCode, n int, pos document.Pos) {
	if c[code].count == 0 {
		c[code].pos = pos
	}
	c[code].count += n
}

func (c *writeWarnings) list() []document.Warning {
	var out []document.Warning
	for i, w := range c {
		if w.count > 0 {
			out = append(out, document.Warning{
				Code: writeCodes[i].Code, Message: writeCodes[i].Title, Pos: w.pos, Count: w.count,
			})
		}
	}
	return out
}
