package find

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown/scan"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/tokens"
	"github.com/seed353dc258/backstory/prompt"
)

// The bounds of an outline.
const (
	maxListed   = 40  // documents
	maxTops     = 3   // headings of each in a list
	maxHeadings = 40  // of one document
	maxHeading  = 120 // characters of a heading
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

// headings returns the first headings of a text, without the targets of their links.
func headings(text string, most int) (all []string) {
	tree := scan.Parse(text, scan.Options{FrontMatter: true, Footnotes: true})
	var in scan.Inlines
	for n, d := range tree.Nodes {
		if d.Kind != scan.KindHeading || len(all) == most {
			continue
		}
		tree.Inlines(scan.NodeID(n), &in)
		if title := cut(strings.Join(strings.Fields(withoutTargets(text, &in)), " "), maxHeading); title != "" {
			all = append(all, title)
		}
	}
	return all
}

// withoutTargets returns a heading as it is written, but of each link and picture its text
// alone.
func withoutTargets(text string, in *scan.Inlines) string {
	if len(in.Nodes) == 0 {
		return ""
	}
	start, end := in.Nodes[0].Start, in.Nodes[0].End
	var out []scan.Span
	for _, n := range in.Nodes {
		end = max(end, n.End)
		if n.Kind == scan.KindLink || n.Kind == scan.KindImage {
			bracket := int32(strings.IndexByte(text[n.Start:], '[')) + 1
			out = append(out, scan.Span{Start: n.Start, End: n.Start + bracket}, scan.Span{Start: in.Links[n.Link].TextEnd, End: n.End})
		}
	}
	slices.SortFunc(out, func(a, b scan.Span) int { return cmp.Compare(a.Start, b.Start) })
	var b strings.Builder
	for _, s := range out {
		b.WriteString(text[start:s.Start])
		start = s.End
	}
	b.WriteString(text[start:end])
	return b.String()
}

// cut returns the start of a text of at most so many characters. A long one ends before a
// label that the end would cut through.
func cut(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	text = string(runes[:most-1])
	for _, style := range []document.Style{document.Hidden, document.MayBeHidden} {
		if at := strings.LastIndex(text, style.LabelStart()); at >= 0 && !strings.Contains(strings.ReplaceAll(text[at:], `\]`, ""), "]") {
			text = text[:at]
		}
	}
	return strings.TrimSpace(text) + "…"
}

// opening returns the first paragraph of a text.
func opening(text string) string {
	for block := range strings.SplitSeq(text, "\n\n") {
		block = strings.TrimSpace(block)
		if block == "" || strings.ContainsAny(block[:1], "#|`~-*[") || len([]rune(block)) < 40 {
			continue
		}
		return cut(block, maxOpening)
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
