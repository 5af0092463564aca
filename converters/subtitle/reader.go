package subtitle

import (
	"context"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// reader reads the blocks of a file: the text between blank lines.
type reader struct {
	ctx    context.Context
	env    *converters.Env
	rest   string
	line   int // of the first line of the block, from 1
	until  int // its last line
	after  int // lines read so far
	blocks []document.Block

	open passage  // the paragraph that is open
	last []phrase // lines of the cue before

	style  string // the rules of the file, as a page has them
	unread bool   // there are rules that are not in style
	cued   bool   // a cue was read
	hidden visible.Tally
}

// passage is a paragraph of cues.
type passage struct {
	run      []document.Inline
	from, to int // lines
	begin    int // its time in milliseconds
	end      int // of its last cue
	speaker  string
}

// cue is one cue: its times in milliseconds, the line before them, and its text.
type cue struct {
	start, end int
	id         string
	lines      []string
}

// maxTag is how long a tag may be.
const maxTag = 200

// tag returns the length of the tag that a text begins with, 0 for none, and
// the name in a voice tag.
func tag(s string) (size int, speaker string) {
	closing := byte('>')
	if s[0] == '{' {
		closing = '}'
	}
	n := strings.IndexByte(s[:min(len(s), maxTag)], closing)
	if n < 2 {
		return 0, ""
	}
	body := s[1:n]
	if closing == '}' {
		if body[0] != '\\' {
			return 0, ""
		}
		return n + 1, ""
	}
	name := strings.ToLower(strings.TrimLeft(body, "/"))
	name = name[:len(name)-len(strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz"))]
	switch name {
	case "v":
		_, who, _ := strings.Cut(body, " ")
		return n + 1, strings.TrimSpace(who)
	case "i", "b", "u", "s", "c", "font", "ruby", "rt", "lang":
		return n + 1, ""
	case "":
		if body[0] >= '0' && body[0] <= '9' && strings.IndexByte(body, ':') > 0 {
			return n + 1, "" // a time inside a cue
		}
	}
	return 0, ""
}

// isVoiceEnd reports whether a tag ends what somebody says.
func isVoiceEnd(tag string) bool { return strings.EqualFold(tag, "</v>") }

// phrase is a line of a cue, the label that it is in, or 0, and who speaks.
type phrase struct {
	text    string
	label   document.Style
	speaker string
}

// same reports whether two lines say the same, whoever it is.
func (p phrase) same(q phrase) bool { return p.text == q.text && p.label == q.label }

func (p phrase) inlines() []document.Inline { return p.label.LabelText(p.text) }
