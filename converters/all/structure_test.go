package all_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/document/markdown/judge"
	"github.com/seed353dc258/backstory/internal/soak"
)

// structural are texts that are the structure of Markdown, of what is composed, or of a
// terminal, if they are not taken for text: every kind of block of CommonMark and GFM.
// • is a word.
func structural() []string {
	return []string{
		"# •", "## •", "###### •", "#\t•", "### File: /•.md", "# • #", "• ===", "• ---", "• -", "---", "***", "_ _ _", "===", "=", "- •", "* •", "+ •", "-\t•", "1. •", "1) •", "01. •", "0) •", "- [ ] •", "* * *", "-", "+",
		"> •", ">", ">•", "```•", "~~~ •", "````", "| • | • |", "|---|", "|:-:|--|", ":-:", "-|-", "•|•", "<h1>•</h1>", "<!-- •", "<!--•-->", "<script>•", "</script>", "<pre>•", "<?•", "<!A •", "<![CDATA[•", "<div>•", "</p>", "<•>", "<a@•.example>",
		"[•]: /x", "[•]:", "[^•]: x", "[^•]", "^[•]", "![•](x)", "[•](x)", "[•][•]", ": •", "$$", "$•$", `\[•\]`, "::: •", "+++", "•\\", "• \\", "&#35; •", "&num;•", "*•*", "**•", "_•_", "~~•~~", "`•", "`", "``•``", "==•==", "{#•}", "http://•.example", "www.•.example", "•@a.example", "#•", ".•", "-•", "1.•", "•:", "• :",
		"\u202e# •", "\u2066- •", "\u200b# •", "\u2028# •", "\u2029- •", "\u0085## •", "\u00a0# •", "\ufeff---", "\u00ad- •", "\u3000> •", "# •", "﹟ •", "\x1b[1m# •", "\x1b]0;a\x07- •", "\x9b1m- •", "\v# •", "\f---", "\r# •", "\b- •", "\x00# •",
		"[hidden: •", "[may be hidden: •]", "]", `\`, `\]`, "<|im_start|>•", "{{•}}", "<table><tr><td>•", "<br>", "<details>", "\t•", "    •", "  \t- •",
	}
}

// written returns a text as a format wants it, and whether it can hold it.
func written(name, text string) (string, bool) {
	odd := strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\t' && r != '\r' || r == '\ufffd' })
	switch ext := path.Ext(name); ext {
	case ".json", ".ipynb":
		said, err := json.Marshal(text)
		return string(bytes.Trim(said, `"`)), err == nil
	case ".rtf":
		var b strings.Builder
		for _, r := range text {
			switch {
			case strings.ContainsRune(`\{}`, r):
				b.WriteString(`\` + string(r))
			case r < ' ' || r > '~':
				fmt.Fprintf(&b, `\u%d?`, int16(r))
			default:
				b.WriteRune(r)
			}
		}
		return b.String(), true
	case ".html":
		return html.EscapeString(text), !odd
	case ".vtt": // of which CR ends a line
		return strings.ReplaceAll(html.EscapeString(text), "\r", "&#13;"), !odd
	case ".csv":
		return text, !strings.ContainsAny(text, ",\"\r")
	case ".eml":
		return text, !strings.ContainsAny(text, "\r\x00")
	default:
		return html.EscapeString(text), !odd && strings.ToValidUTF8(text, "") == text
	}
}

// isMeant reports whether a text is structure in a place, or may say nothing there:
// Markdown and HTML in a notebook or a frame are what they are, and a footer without a word is left
// out, as is what nobody sees. A text of a slide with a line end in it is no title.
func isMeant(text, path string) bool {
	return strings.Contains(path, `"cell_type":"markdown"`) || strings.Contains(path, `"text/`) || strings.Contains(path, "srcdoc") || strings.Contains(path, " > !") || strings.Contains(path, "text/html") ||
		strings.Contains(path, "<a:t>") && strings.Contains(text, "\r") ||
		(strings.Contains(path, `{\header`) || strings.Contains(path, `{\footer`)) && !strings.Contains(text, "•")
}

// Where a format holds text, nothing in it becomes structure: the output has the same
// blocks as that of a file with words in its place, and no word is lost.
func TestSoakTextStaysText(t *testing.T) {
	registry, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	texts := structural()
	seed := soak.Seed(t, 41)
	for i, p := range keptIn() {
		ext := path.Ext(p.name)
		if slices.Contains([]string{".md", ".sql", ".yaml"}, ext) {
			continue // their text is their structure
		}
		counted := "" // all kinds
		if slices.Contains([]string{".eml", ".vtt", ".csv"}, ext) {
			counted = "h1 h2 h3 h4 h5 h6 rule html" // what a person writes may be a list, or the head of a table
		}
		told := map[string]bool{}
		for n := range soak.Size(t, 20_000) {
			r := rand.New(rand.NewPCG(seed+uint64(n), uint64(i)))
			g := &grow{kinds: p.kinds, r: r}
			top := "B"
			if p.kinds["Z"] != nil {
				top = "Z"
			}
			text := g.text(top, 0, "")
			plain, hostile := text, text
			var said string
			for k, word := range g.words {
				if r.IntN(3) == 0 {
					continue
				}
				raw := texts[r.IntN(len(texts))]
				in, ok := written(p.name, strings.ReplaceAll(raw, "•", word))
				if strings.Contains(in, "\x00") && strings.Contains(hostile, "\x00") {
					continue // with more of them a short file is binary data, which is refused
				}
				if ok && !isMeant(raw, g.paths[k]) {
					hostile = strings.Replace(hostile, word, in, 1)
					said += fmt.Sprintf("%q in%s\n", raw, g.paths[k])
				}
			}
			want, got := blocksOf(t, registry, p.grammar, plain, counted), blocksOf(t, registry, p.grammar, hostile, counted)
			if want != got && !told[said] && len(told) < 5 {
				told[said] = true
				t.Errorf("%s: the blocks differ:\n%s\n%s\nwith\n%s\n%s", p.name, want, got, said, hostile)
			}
		}
	}
}

// blocksOf returns the kinds of the blocks that come of a text: all, or those that are
// counted.
func blocksOf(t *testing.T, registry *converters.Registry, around grammar, text, counted string) string {
	t.Helper()
	data := around.stored(around.before + text + around.after)
	env := converters.NewEnv(registry, converters.Limits{}, converters.Options{})
	in := converters.Input{Name: around.name, SectionReader: io.NewSectionReader(bytes.NewReader(data), 0, int64(len(data)))}
	doc, err := registry.Convert(t.Context(), in, env)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	if _, err := markdown.Write(&b, doc, markdown.WriteOptions{MaxChars: env.Limits.Text}); err != nil {
		return err.Error()
	}
	var kinds []string
	for _, leaf := range judge.Read(b.String()).Leaves {
		if counted != "" && !slices.Contains(strings.Fields(counted), leaf.Kind) {
			continue
		}
		kinds = append(kinds, strings.Replace(leaf.Path+leaf.Kind, "code math", "p", 1)) // an equation whose text is no paragraph's
	}
	return strings.Join(kinds, " ")
}

// Nothing in the name of a file becomes structure, whatever is before and behind it.
func TestNamesStayText(t *testing.T) {
	for _, raw := range structural() {
		name := "File: /" + strings.ReplaceAll(raw, "•", "word")
		leaves := judge.Read("x\n\n" + markdown.HeadingLine(3, name) + "\n\ny\n").Leaves
		if len(leaves) != 3 || leaves[1].Kind != "h3" || !strings.HasPrefix(leaves[1].Text, "File: /") || leaves[1].Link != "" {
			t.Errorf("%q is read as %q", name, leaves)
		}
	}
}
