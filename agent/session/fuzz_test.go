package session

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/store"
)

// FuzzSummary: what is taken for a summary has its headings, once and in order,
// and is taken again as it is.
func FuzzSummary(f *testing.F) {
	f.Add("## Goals\n- a\n## Facts\nb\n## Decisions\nnone\n## Done\nnone\n## Open\nc")
	f.Add("x\r\n## Goals\r\n## Facts")
	f.Fuzz(func(t *testing.T, said string) {
		got, ok := cleanSummary(said)
		if !ok {
			return
		}
		var found []string
		for line := range strings.Lines(got) {
			if strings.HasPrefix(line, "## ") {
				found = append(found, strings.TrimRight(line, "\n"))
			}
		}
		if !slices.Equal(found, Headings()) || !strings.HasPrefix(got, Headings()[0]) {
			t.Errorf("%q: the headings are %q", said, found)
		}
		if again, ok := cleanSummary(got); !ok || again != got {
			t.Errorf("%q is %q and then %q", said, got, again)
		}
	})
}

// FuzzFacts: memories are few, short and of one line.
func FuzzFacts(f *testing.F) {
	f.Add("- a\n- a\n- none\nb\n - c")
	f.Fuzz(func(t *testing.T, said string) {
		got := facts(said)
		if len(got) > maxLearn {
			t.Errorf("%d facts", len(got))
		}
		for i, fact := range got {
			if fact == "" || len(fact) > learnLine || strings.Contains(fact, "\n") || slices.Contains(got[:i], fact) {
				t.Errorf("%q", fact)
			}
		}
	})
}

// FuzzPointer: whatever is in the file, it names an id or none.
func FuzzPointer(f *testing.F) {
	f.Add([]byte("06gzyabstqvh3ma67gr4g1hd\n"))
	f.Add([]byte("../../etc/passwd"))
	root, err := os.OpenRoot(f.TempDir())
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { root.Close() })
	p := File(root)
	f.Fuzz(func(t *testing.T, content []byte) {
		if err := root.WriteFile(PointerName, content, 0o600); err != nil {
			t.Fatal(err)
		}
		id, err := p.Read()
		if err != nil || len(id) > maxID || strings.Trim(id, idLetters) != "" {
			t.Errorf("%q, %v", id, err)
		}
		if err := p.Write(id); err != nil {
			t.Fatal(err)
		}
		if again, err := p.Read(); err != nil || again != id {
			t.Errorf("%q, then %q, %v", id, again, err)
		}
	})
}

// FuzzTranscript: the headings of a transcript are its own, whatever was said in
// it.
func FuzzTranscript(f *testing.F) {
	f.Add("# a\n```\n> b", "Title *x*", "```` \n</p>")
	f.Add("\u2028# x\r# y\v", "\n## z", "~~~\n- \n")
	f.Fuzz(func(t *testing.T, words, title, result string) {
		parts, err := json.Marshal([]model.Part{
			{Text: words}, {Call: &model.Call{ID: "a", Name: title, Arguments: json.RawMessage(`{}`)}}, {Result: &model.Result{Text: result}},
		})
		if err != nil {
			t.Fatal(err)
		}
		e := &Export{Session: ExportedSession{ID: "x", Title: title, Summary: words, Reason: title, Model: result}, Messages: []ExportedWords{
			{Seq: 1, Turn: 1, Role: "user", Parts: parts}, {Seq: 2, Role: store.SummaryRole, Parts: parts}, {Seq: 3, Turn: 2, Role: "assistant", Parts: parts},
		}}
		got, err := transcript(e)
		if err != nil {
			t.Fatal(err)
		}
		if !utf8.ValidString(got) || strings.ContainsAny(got, "\x1b\x00\x07") {
			t.Errorf("%q", got)
		}
		if found := headings(got); len(found) < 4 || found[0] != 1 || slices.Contains(found[1:], 1) || len(found) > 5 {
			t.Errorf("the headings are %v in\n%s", found, got)
		}
	})
}

// headings returns the levels of the headings that do not stand in a quote.
func headings(markdown string) []int {
	var found []int
	root := goldmark.DefaultParser().Parse(text.NewReader([]byte(markdown)))
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			found = append(found, h.Level)
		}
	}
	return found
}

func TestTheLinkIsLeftAlone(t *testing.T) {
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if err := root.WriteFile("secret", []byte("abc"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := root.Symlink("secret", PointerName); err != nil {
		t.Skip("no links here:", err)
	}
	p := File(root)
	if id, err := p.Read(); id != "" || err != nil {
		t.Errorf("%q, %v", id, err)
	}
	if err := p.Write("abcd"); err == nil {
		t.Error("it was written through the link")
	}
	if content, _ := root.ReadFile("secret"); string(content) != "abc" {
		t.Errorf("%q", content)
	}
}
