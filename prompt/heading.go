package prompt

import (
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/scan"
)

// lowest is the lowest level that a heading can have.
const lowest = 6

// parse reads the blocks of a text.
func parse(text string) *scan.Tree {
	return scan.Parse(text, scan.Options{Footnotes: true})
}

// shift lowers every heading of a text by some levels. What looks like one in
// code stays as it is.
func shift(text string, by int) string {
	if by <= 0 {
		return text
	}
	return rewrite(text, func(t *scan.Tree, n scan.NodeID) (edit, bool) {
		d := &t.Nodes[n]
		if d.Kind != scan.KindHeading {
			return edit{}, false
		}
		level := min(int(d.Level)+by, lowest)
		if d.Mark == '#' {
			return edit{at: int(d.Start), to: int(d.Start), text: strings.Repeat("#", level-int(d.Level))}, true
		}
		return edit{at: int(d.Start), to: int(d.End), text: strings.Repeat("#", level) + " " + oneHeading(t.Text(n))}, true
	})
}

// nest lowers the headings of a text until the highest is below a level.
func nest(text string, below int) string {
	highest := 0
	for _, d := range parse(text).Nodes {
		if d.Kind == scan.KindHeading && (highest == 0 || int(d.Level) < highest) {
			highest = int(d.Level)
		}
	}
	if highest == 0 {
		return text
	}
	return shift(text, below+1-highest)
}

// oneHeading makes the text of an underlined heading, which may have several
// lines, fit a heading of one line.
func oneHeading(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		line = strings.TrimSpace(line)
		if i+1 < len(lines) {
			line = strings.TrimRight(strings.TrimSuffix(line, `\`), " \t") // a line break has no place here
		}
		lines[i] = line
	}
	line := strings.TrimSpace(strings.Join(lines, " "))
	body := strings.TrimRight(line, "#")
	if body != line && (body == "" || strings.HasSuffix(body, " ") || strings.HasSuffix(body, "\t")) {
		return body + `\` + line[len(body):] // no closing sequence (CommonMark 4.2)
	}
	return line
}

// edit replaces a stretch of a text.
type edit struct {
	at, to int
	text   string
}

// rewrite applies what a function wants done to each block. Edits come in the
// order of the blocks and do not overlap.
func rewrite(text string, want func(*scan.Tree, scan.NodeID) (edit, bool)) string {
	tree := parse(text)
	var b strings.Builder
	done := 0
	for n := range tree.Nodes {
		e, ok := want(tree, scan.NodeID(n))
		if !ok || e.at < done {
			continue
		}
		b.WriteString(text[done:e.at])
		b.WriteString(e.text)
		done = e.to
	}
	if done == 0 && b.Len() == 0 {
		return text
	}
	b.WriteString(text[done:])
	return b.String()
}

// closing returns what ends a block that a text leaves open, so that it does
// not swallow what comes after: a fence of code, a comment, an HTML block.
func closing(text string) string {
	tree := parse(text)
	last := lastChild(tree)
	if last == 0 {
		return ""
	}
	d := &tree.Nodes[last]
	switch {
	case d.Closed:
		return ""
	case d.Kind == scan.KindCodeBlock && d.Mark != 0:
		return "\n" + strings.Repeat(string(d.Mark), int(d.Number))
	case d.Kind == scan.KindHTMLBlock:
		// The ends of CommonMark 4.6, by the kind of the block.
		return [...]string{"", "\n</pre>", "\n-->", "\n?>", "\n>", "\n]]>", "", ""}[min(d.Level, 7)]
	}
	return ""
}

// lastChild returns the last block of a document, or 0.
func lastChild(t *scan.Tree) scan.NodeID {
	last := scan.NodeID(0)
	for n := t.Nodes[0].First; n != 0; n = t.Nodes[n].Next {
		last = n
	}
	return last
}
