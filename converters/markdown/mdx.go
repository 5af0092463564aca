package markdown

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown/scan"
)

// isModule reports whether a block of an MDX file is program text: an import,
// an export, or a component, whose name begins with a capital letter.
func (i *input) isModule(n scan.NodeID) bool {
	node := &i.tree.Nodes[n]
	switch node.Kind {
	case scan.KindParagraph, scan.KindHTMLBlock:
	default:
		return false
	}
	if node.Parent != 0 {
		return false
	}
	text := i.source[node.Start:node.End]
	return isProgram(text) || isComponent(text)
}

// isProgram reports whether a block of an MDX file is an import or an export.
func isProgram(text string) bool {
	return strings.HasPrefix(text, "import ") || strings.HasPrefix(text, "export ")
}

// module appends program text of an MDX file. No page shows imports and exports;
// a component may show what its attributes say.
func (b *builder) module(out []document.Block, n scan.NodeID) []document.Block {
	text := strings.TrimRight(b.text(n), "\n")
	if isProgram(text) && b.env.Options.WhenHidden("") == converters.DropHidden {
		b.account.warn(warnModule, "imports and exports of MDX were dropped", b.pos(n))
		b.env.Show(warnModule, b.pos(n), text)
		return out
	}
	return append(out, converters.Make(b.env, &document.CodeBlock{Pos: b.pos(n), Lang: "jsx", Text: text}))
}

// withoutNotes returns MDX without its comments, {/* … */}, but with the ends of
// their lines, and how many there were. Fenced code stays as it is, and so does code in a line.
func withoutNotes(source string) (string, int) {
	if !strings.Contains(source, noteBegin) {
		return source, 0
	}
	var c noteCutter
	fence := "" // that is open
	for line := range strings.Lines(source) {
		trimmed := strings.TrimLeft(line, " >")
		switch mark := fenceOf(trimmed); {
		case c.inside:
			c.line(line)
		case fence != "":
			if strings.HasPrefix(mark, fence) && strings.Trim(trimmed, fence[:1]+" \t\r\n") == "" {
				fence = ""
			}
			c.WriteString(line)
		case mark != "":
			fence = mark
			c.WriteString(line)
		default:
			c.line(line)
		}
	}
	return c.String(), c.count
}

const noteBegin, noteEnd = "{/*", "*/}"

// noteCutter takes the text that is outside of comments.
type noteCutter struct {
	strings.Builder
	inside bool // a comment is open
	count  int
}

// line takes a line that is not in fenced code.
func (c *noteCutter) line(line string) {
	for ticks := 0; line != ""; {
		if c.inside {
			before, rest, found := strings.Cut(line, noteEnd)
			if c.inside = !found; c.inside && strings.HasSuffix(before, "\n") {
				c.WriteByte('\n')
			}
			line = rest
			continue
		}
		before, rest, found := strings.Cut(line, noteBegin)
		c.WriteString(before)
		ticks += strings.Count(before, "`")
		if c.inside = found && ticks%2 == 0; c.inside {
			c.count++
		} else if found {
			c.WriteString(noteBegin)
		}
		line = rest
	}
}

// fenceOf returns the mark that begins a line of a fence, or "".
func fenceOf(line string) string {
	for _, c := range "`~" {
		if n := len(line) - len(strings.TrimLeft(line, string(c))); n >= 3 {
			return line[:n]
		}
	}
	return ""
}

// isComponent reports whether a text begins with the tag of a component or of
// a fragment (<>).
func isComponent(text string) bool {
	name := strings.TrimPrefix(strings.TrimPrefix(text, "<"), "/")
	if len(name) == len(text) || name == "" {
		return false
	}
	return name[0] >= 'A' && name[0] <= 'Z' || name[0] == '>'
}
