package profile_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/profile"
)

// A stamp is another one after every change that makes another identity, and the
// same one after none.
func TestStampsFollowTheFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("backstory.json", "{}")
	write("profiles/ida/soul.md", "You are Ida.\n")
	w, err := profile.OpenWorkspace(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	p, err := w.Open("ida")
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	last := profile.Stamp(w, p)
	for _, name := range []string{
		"soul.md", "preferences.json", "base.md", "security.md", "done.md", "backstory.md", ".backstory-manifest.json", "context/a.md",
		"roles/clerk.md", "tools/x.md", "samples/a.md", "samples/responses/a.md", "style.md", "instructions.md", "memory.md", "examples/a.md", "../../prompts/base.md", "../../prompts/tools/x.md", "../../roles/muse.md",
	} {
		write("profiles/ida/"+name, "{}\nlonger than before\n")
		now := profile.Stamp(w, p)
		if now == last {
			t.Errorf("%s does not count", name)
		}
		if again := profile.Stamp(w, p); again != now {
			t.Errorf("%s: a stamp changes by itself", name)
		}
		last = now
	}
}

func TestSamples(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"soul.md":                 "I am.\n",
		"samples/a.md":            "---\nprompt: \"Who: are you?\"\n---\n\nI am.\n",
		"samples/responses/b.md":  "Plain.\n",
		"samples/responses/c.md":  "---\nprompt: |\n  What?\n---\nThat.\n",
		"samples/responses/d.md":  "---\nprompt: And?\n---\n\n",
		"samples/responses/e.txt": "No sample.\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, err := profile.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	i, err := profile.Load(nil, p)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range i.Own.Samples {
		got = append(got, s.File.Path+" "+s.Prompt+" "+s.Answer)
	}
	if want := "samples/a.md Who: are you? I am.|samples/responses/b.md  Plain.|samples/responses/c.md  That."; strings.Join(got, "|") != want {
		t.Errorf("%q", got)
	}
	if len(i.Problems) != 2 || !strings.Contains(i.Problems[0].Message, "one line") || !strings.Contains(i.Problems[1].Message, "no answer") {
		t.Errorf("%v", i.Problems)
	}
}
