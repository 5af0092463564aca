package session

import (
	_ "embed"
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/internal/pattern"
)

// Headings returns what a summary has, in order.
func Headings() []string {
	return []string{"## Goals", "## Facts", "## Decisions", "## Done", "## Open"}
}

// write makes a summary of the points under each heading.
func write(points [][]string) string {
	var b strings.Builder
	for i, heading := range Headings() {
		if i > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(heading + "\n\n")
		if len(points[i]) == 0 {
			b.WriteString("- none")
			continue
		}
		b.WriteString("- " + strings.Join(points[i], "\n- "))
	}
	return b.String()
}

// readSummary returns the points under each heading of what a model says is a
// summary, however it writes the headings, and how many of them it has. Those of
// one that is not there are nil. The text under any other heading is among
// the facts.
func readSummary(text string) (points [][]string, named int) {
	points = make([][]string, len(Headings()))
	text = bare(text)
	if ofJSON(text, points) {
		return points, countNamed(points)
	}
	onlyHashes := hashes(text) >= 2
	at, level := -1, 0
	for line := range strings.Lines(text) {
		h := heading(line)
		if onlyHashes && h.level == 0 {
			h.known = -1
		}
		switch {
		case isRule(line):
		case h.known >= 0:
			at, level = h.known, h.level
			if points[at] == nil {
				points[at] = []string{}
			}
			points[at] = addPoint(points[at], h.rest)
		case at < 0: // a title, or what is said before
		case h.level > 0 && h.level <= level:
			at = 1
			if points[at] == nil {
				points[at] = []string{}
			}
		default:
			points[at] = addPoint(points[at], line)
		}
	}
	return points, countNamed(points)
}

// hashes counts the headings of a summary that are written with #.
func hashes(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		if h := heading(line); h.level > 0 && h.known >= 0 {
			n++
		}
	}
	return n
}

func countNamed(points [][]string) int {
	n := 0
	for _, p := range points {
		if p != nil {
			n++
		}
	}
	return n
}

// thoughts are what models put around what they do not mean to say.
var thoughts = []string{"think", "thinking", "thought", "reasoning", "reflection"}

// bare returns what a model says without its thoughts, and without a fence
// around all of it.
func bare(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\r\n", "\n")
	for _, name := range thoughts {
		text = without(text, "<"+name+">", "</"+name+">")
	}
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "```"); ok {
		if _, rest, ok = strings.Cut(rest, "\n"); ok {
			text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "```"))
		}
	}
	return text
}

// without takes out the text between two tags, with what is before an end
// that has no start. Where there is no end the rest goes.
func without(text, opening, closing string) string {
	for {
		lower := strings.ToLower(text)
		if len(lower) != len(text) {
			lower = text // letters whose case changes their length
		}
		end := strings.Index(lower, closing)
		begin := strings.Index(lower, opening)
		switch {
		case end < 0 && begin < 0:
			return text
		case end < 0:
			return text[:begin]
		case begin < 0 || begin > end:
			text = text[end+len(closing):]
		default:
			text = text[:begin] + text[end+len(closing):]
		}
	}
}

// aliases are other words for the headings, in their order, in small letters.
var aliases = [...][]string{
	{"goals", "goal", "objectives", "objective", "aims", "purpose", "intent", "user goals", "what the person wants", "requests"},
	{"facts", "fact", "key facts", "information", "key information", "context", "findings", "background", "details", "what was learned"},
	{"decisions", "decision", "decisions made", "key decisions", "choices", "agreements", "conclusions"},
	{"done", "completed", "actions", "actions taken", "progress", "accomplished", "work done", "what was done", "finished", "steps taken"},
	{"open", "open questions", "open points", "open items", "open issues", "next steps", "next", "todo", "to do", "pending", "remaining", "outstanding", "unresolved", "still open"},
}

// section returns which heading a name means, or -1.
func section(name string) int {
	name = strings.ToLower(strings.Join(strings.Fields(strings.Trim(name, "*_`#:.- \t")), " "))
	for i, words := range aliases {
		if slices.Contains(words, name) {
			return i
		}
	}
	return -1
}

// Patterns of lines that may be headings: with numbers or bullets, bold, or a
// colon.
var (
	hashed   = pattern.Lazy(`^(#{1,6})\s*(.*)$`)
	numbered = pattern.Lazy(`^(?:[0-9]{1,2}[.)]|[-*•])\s+`)
	marked   = pattern.Lazy(`^(?:\*\*|__)\s*([^*_]{1,60}?)\s*:?\s*(?:\*\*|__)\s*:?\s*(.*)$`)
	colon    = pattern.Lazy(`^([^:]{1,40}):\s*(.*)$`)
)

// headed is a line that may be a heading.
type headed struct {
	level int    // how many # it begins with
	known int    // which heading it is, or -1
	rest  string // the text after it in the line
}

// heading reads a line. One without # is a heading where it is one that is
// known: bold, with a colon, or alone in its line.
func heading(line string) headed {
	line = strings.TrimSpace(line)
	h := headed{known: -1}
	if m := hashed().FindStringSubmatch(line); m != nil {
		h.level, line = len(m[1]), m[2]
	}
	bullet := numbered().FindString(line)
	line = line[len(bullet):]
	for _, form := range []*regexp.Regexp{marked(), colon()} {
		if m := form.FindStringSubmatch(line); m != nil && section(m[1]) >= 0 {
			h.known, h.rest = section(m[1]), m[2]
			return h
		}
	}
	if h.level > 0 || bullet == "" || bullet[0] >= '0' && bullet[0] <= '9' {
		h.known = section(line)
	}
	return h
}

func isRule(line string) bool {
	line = strings.TrimSpace(line)
	return len(line) >= 3 && strings.Trim(line, "=-*_") == ""
}

// addPoint adds a line to points: without its bullet; a line that says that
// there is none is left out.
func addPoint(points []string, line string) []string {
	line = strings.TrimSpace(line)
	if n := numbered().FindString(line); n != "" {
		line = line[len(n):]
	}
	line = strings.TrimSpace(strings.TrimPrefix(line, "[ ] "))
	word := strings.ToLower(strings.Trim(line, "*_.()-– "))
	if line == "" || word == "" || slices.Contains([]string{"none", "n/a", "nothing", "keine", "aucun", "ninguno"}, word) {
		return points
	}
	return append(points, strings.TrimLeft(line, "#"))
}

// ofJSON reads a summary that is an object with the headings as its fields.
func ofJSON(text string, points [][]string) bool {
	var fields map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &fields) != nil {
		return false
	}
	for name, raw := range fields {
		at := section(name)
		if at < 0 {
			continue
		}
		var list []string
		var one string
		points[at] = []string{}
		switch {
		case json.Unmarshal(raw, &list) == nil:
		case json.Unmarshal(raw, &one) == nil:
			list = strings.Split(one, "\n")
		}
		for _, line := range list {
			points[at] = addPoint(points[at], line)
		}
	}
	return countNamed(points) > 0
}
