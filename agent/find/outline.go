package find

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/tokens"
	"github.com/seed353dc258/backstory/prompt"
)

// The bounds of an outline.
const (
	maxListed   = 40  // documents
	maxTops     = 3   // headings of each in a list
	maxHeadings = 40  // of one document
	maxOpening  = 600 // characters of its first paragraph
)

// Outline answers a question about the whole of a library, such as what it is about, or of
// one document of it that the question names: what there is, in Markdown. Of another
// question it is empty.
func Outline(l *prompt.Library, question string) string {
	words := " " + plainWords(question) + " "
	all := slices.DeleteFunc(l.All(), func(r prompt.Reading) bool { return strings.TrimSpace(r.Text) == "" })
	if len(all) == 0 {
		return ""
	}
	rest, sums := after(words, summaries)
	if one, ok := named(all, words); ok && (sums || isWhole(strings.ReplaceAll(words, " "+plainWords(nameOf(one))+" ", " "))) {
		return outlineOf(one)
	}
	if sums && isWhole(rest) || isWhole(words) {
		return list(all)
	}
	return ""
}

// list names the documents, each with its kind, its length and its first headings.
func list(all []prompt.Reading) string {
	var b strings.Builder
	if len(all) == 1 {
		return outlineOf(all[0])
	}
	fmt.Fprintf(&b, "There are %d documents:\n\n", len(all))
	for _, r := range all[:min(len(all), maxListed)] {
		fmt.Fprintf(&b, "- %s: %s", names.Show(nameOf(r)), size(r))
		if tops := headings(r.Text, maxTops); len(tops) > 0 {
			fmt.Fprintf(&b, "; %s", strings.Join(tops, " · "))
		}
		b.WriteByte('\n')
	}
	if more := len(all) - maxListed; more > 0 {
		fmt.Fprintf(&b, "- and %d more\n", more)
	}
	return b.String() + needsModel
}

// outlineOf tells the headings of a document and its first paragraph.
func outlineOf(r prompt.Reading) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", names.Show(nameOf(r)), size(r))
	if all := headings(r.Text, maxHeadings); len(all) > 0 {
		b.WriteByte('\n')
		for _, h := range all {
			fmt.Fprintf(&b, "- %s\n", h)
		}
	}
	if text := opening(r.Text); text != "" {
		b.WriteString("\nIt begins:\n\n> " + strings.ReplaceAll(text, "\n", "\n> ") + "\n")
	}
	return b.String() + needsModel
}

const needsModel = "\nA summary needs a model: docs/chat.md says how to set one."

func nameOf(r prompt.Reading) string { return strings.TrimPrefix(cmp.Or(r.Path, r.Title), "/") }

func size(r prompt.Reading) string {
	text := fmt.Sprintf("about %d tokens", tokens.Estimate(r.Text))
	if r.Origin != nil && r.Origin.Format != "" {
		return r.Origin.Format + ", " + text
	}
	return text
}

// headings returns the first headings of a text.
func headings(text string, most int) (all []string) {
	fence := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \n")
		bare := strings.TrimLeft(line, " >")
		mark := bare[:len(bare)-len(strings.TrimLeft(bare, "`~"))]
		switch {
		case fence != "" && mark == bare && strings.HasPrefix(mark, fence):
			fence = ""
		case fence == "" && len(mark) >= len("```"):
			fence = mark
		}
		title := strings.TrimLeft(line, "#")
		if fence == "" && title != line && strings.HasPrefix(title, " ") && len(all) < most {
			all = append(all, oneline.Cut(strings.TrimSpace(title), 80))
		}
	}
	return all
}

// opening returns the first paragraph of a text.
func opening(text string) string {
	for block := range strings.SplitSeq(text, "\n\n") {
		block = strings.TrimSpace(block)
		if block == "" || strings.ContainsAny(block[:1], "#|`~-*[") || len([]rune(block)) < 40 {
			continue
		}
		if runes := []rune(block); len(runes) > maxOpening {
			block = string(runes[:maxOpening]) + " …"
		}
		return block
	}
	return ""
}

// named returns the document that some words name: by its file, without its ending too.
func named(all []prompt.Reading, words string) (prompt.Reading, bool) {
	best, length := prompt.Reading{}, 0
	for _, r := range all {
		base := path.Base(nameOf(r))
		for _, name := range []string{base, strings.TrimSuffix(base, path.Ext(base))} {
			if name = plainWords(name); len(name) > max(length, 3) && strings.Contains(words, " "+name+" ") {
				best, length = r, len(name)
			}
		}
	}
	return best, length > 0
}

// plainWords returns the words of a text in small letters, with single blanks.
func plainWords(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}

// after returns what is behind the first phrase that some words begin with.
func after(words string, phrases []string) (string, bool) {
	for _, p := range phrases {
		if rest, ok := strings.CutPrefix(words, " "+p+" "); ok {
			return " " + rest + " ", true
		}
	}
	return words, false
}

// isWhole reports whether words ask for the whole, and for nothing else.
func isWhole(words string) bool {
	bare := strings.TrimSpace(words)
	return slices.Contains(wholes, bare)
}
