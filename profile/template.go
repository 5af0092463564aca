package profile

import (
	"regexp"
	"strings"
	"sync"

	"github.com/seed353dc258/backstory/profile/lenient"
)

// filled returns a file as it counts. One that is as its template left it has no
// text, and that is a problem: nobody is called Your Name.
func (r *reader) filled(f File) File {
	if place := placeholder(f.Text); f.Found && place != "" {
		r.problem(f.Path, "still holds "+place+" from its template, and counts as blank: write your own text, or remove the file")
		f.Text = ""
	}
	return f
}

// IsFilled reports whether a file has a text that somebody wrote: it is neither
// blank nor as its template left it.
func IsFilled(text string) bool { return strings.TrimSpace(text) != "" && placeholder(text) == "" }

// slot is what a template has for somebody to fill in.
var slot = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\[[^\[\]]+\]$`) })

// placeholder returns what of a template still is in a text, by which nobody
// has filled it in: the name or the first belief that the template of a soul
// begins with, or where the text holds nothing but headings, comments and such
// places, the first of these. It is empty for what somebody wrote.
func placeholder(text string) string {
	first, isSlot, written := "", slot(), false
	for line := range strings.Lines(lenient.WithoutComments(text)) {
		line = strings.TrimSpace(line)
		content := strings.Trim(line, "#*_->+ \t")
		switch {
		case content == "[Your Name]", content == "[Belief 1]", content == "Your Name" && strings.HasPrefix(line, "# "):
			return "\"" + content + "\""
		case isSlot.MatchString(content):
			if first == "" {
				first = "\"" + content + "\""
			}
		case content != "" && line[0] != '#':
			written = true
		}
	}
	if written {
		return ""
	}
	return first
}
