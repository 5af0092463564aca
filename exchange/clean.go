package exchange

import (
	"strings"

	"github.com/seed353dc258/backstory/document/gate"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/document/markdown/chattoken"
)

// clean returns a text as a file of a profile may have it, and tells the report
// what was hidden in it: it has passed the gate, has no comments, and does not
// begin as front matter does. It ends with a line feed.
func clean(text, place string, report *Report) string {
	var gate gate.Gate
	text = gate.Text(text)
	report.findings(place, gate.Findings())
	text, comments := withoutComments(text)
	if comments > 0 {
		report.character(Character{Place: place, Rule: "comment", Severity: "M", Count: comments})
	}
	if _, tokens := chattoken.Break(text); tokens > 0 { // which the composer of prompts breaks
		report.character(Character{Place: place, Rule: "token", Severity: "M", Count: tokens})
	}
	return noFront(strings.Trim(text, "\n")) + "\n"
}

// noFront writes the line "---" that a text begins with as "***", which is the
// same thematic break and begins no front matter.
func noFront(text string) string {
	first, rest, more := strings.Cut(strings.TrimLeft(text, " \t\n\r\ufeff"), "\n")
	if strings.TrimRight(first, " \t\r") != "---" {
		return text
	}
	if !more {
		return "***"
	}
	return "***\n" + rest
}

// withoutComments takes HTML comments out of Markdown, which nobody who reads
// it rendered would see. Those in fenced code are seen, and stay, as does what
// begins like one and has no end.
func withoutComments(text string) (rest string, n int) {
	for range maxPasses { // what is left can join to another comment
		passed, found := cutComments(text)
		if n += found; found == 0 {
			break
		}
		text = passed
	}
	return text, n
}

// maxPasses bounds how often a text is looked through.
const maxPasses = 8

func cutComments(text string) (rest string, n int) {
	if !strings.Contains(text, "<!--") {
		return text, 0
	}
	var out, comment strings.Builder // comment: what may be one
	fence, inside := "", false
	for line := range strings.Lines(text) {
		if mark := fenceOf(line); !inside && (fence != "" || mark != "") {
			out.WriteString(line)
			switch {
			case fence == "":
				fence = mark
			case strings.HasPrefix(mark, fence) && strings.Trim(line, " \t\r\n"+fence[:1]) == "":
				fence = ""
			}
			continue
		}
		for line != "" {
			if !inside {
				before, _, ok := strings.Cut(line, "<!--")
				out.WriteString(before)
				line, inside = line[len(before):], ok
				continue
			}
			_, after, ok := strings.Cut(line, "-->")
			comment.WriteString(line[:len(line)-len(after)])
			line = after
			if ok {
				n, inside = n+1, false
				comment.Reset()
			}
		}
	}
	return out.String() + comment.String(), n
}

// fenceOf returns the run of signs that opens or closes fenced code, or "".
func fenceOf(line string) string {
	trimmed := strings.TrimLeft(line, " ")
	if len(line)-len(trimmed) > 3 {
		return ""
	}
	for _, sign := range []string{"`", "~"} {
		if run := trimmed[:len(trimmed)-len(strings.TrimLeft(trimmed, sign))]; len(run) >= 3 {
			return run
		}
	}
	return ""
}

// Clean returns a text as an import would write it.
func Clean(text string) string { return clean(text, "", &Report{}) }

// Heading returns the line of a Markdown heading, with a line feed. The text is
// put on one line and shows as it is.
func Heading(level int, text string) string {
	return markdown.HeadingLine(level, oneLine(text)) + "\n"
}

// LinkText returns a name as the text of a Markdown link.
func LinkText(name string) string {
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "`", "\\`", "<", `\<`, "*", `\*`, "_", `\_`).Replace(oneLine(name))
}

// oneLine returns the start of a text on one line.
func oneLine(text string) string {
	if len(text) > 4*1024 {
		text = text[:4*1024]
	}
	return strings.ToValidUTF8(strings.Join(strings.Fields(text), " "), "\ufffd")
}
