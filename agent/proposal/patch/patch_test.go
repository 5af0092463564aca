package patch_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/proposal/patch"
	"github.com/seed353dc258/backstory/internal/soak"
)

const soul = `---
name: Ada
---
You keep the lamp.

# Voice

Calm.

## Tone

Dry.

# Values

` + "```\n# no heading\n```" + `

Honesty.
`

func TestChangesAreCarriedOut(t *testing.T) {
	for _, test := range []struct {
		name, patch, base, want string
		wrong                   error
	}{
		{name: "a section takes the place of its own", patch: "## Tone\n\nWarm.\n", base: soul, want: strings.Replace(soul, "Dry.", "Warm.", 1)},
		{name: "the last section", patch: "# Values\n\nCare.", base: soul, want: soul[:strings.Index(soul, "# Values")] + "# Values\n\nCare.\n"},
		{name: "a new section comes at the end", patch: "# Habits\n\nTea.", base: "# A\n\na\n", want: "# A\n\na\n\n# Habits\n\nTea.\n"},
		{name: "a new section comes behind the one above it", patch: "# A\n\nb\n\n# B\n\nc\n", base: "# A\n\na\n\n# C\n\nd\n", want: "# A\n\nb\n\n# B\n\nc\n\n# C\n\nd\n"},
		{name: "a new section comes behind what belongs to the one above it", patch: "# A\n\nb\n\n# B\n\nc\n", base: "# A\n\na\n\n## A1\n\ne\n\n# C\n\nd\n", want: "# A\n\nb\n\n## A1\n\ne\n\n# B\n\nc\n\n# C\n\nd\n"},
		{name: "a new part comes first in the one above it", patch: "# A\n\nb\n\n## A0\n\nc\n", base: "# A\n\na\n\n## A1\n\ne\n", want: "# A\n\nb\n\n## A0\n\nc\n\n## A1\n\ne\n"},
		{name: "two of a name", patch: "# A\n\nb\n", base: "# A\n\na\n\n# A\n\nd\n", wrong: patch.ErrConflict},
		{name: "line ends stay", patch: "# A\n\nb\n", base: "# A\r\n\r\na\r\n", want: "# A\r\n\r\nb\r\n"},
		{name: "a new file", patch: "# A\n\nb\n", base: "", want: "# A\n\nb\n"},
		{name: "a diff", patch: "--- a/soul.md\n+++ b/soul.md\n@@ -1,3 +1,3 @@\n # A\n \n-a\n+b\n", base: "# A\n\na\n", want: "# A\n\nb\n"},
		{name: "a diff with wrong numbers", patch: "@@ -7,1 +7,9 @@\n-a\n+b\n", base: "# A\n\na\n", want: "# A\n\nb\n"},
		{name: "a diff that fits twice", patch: "@@ -7,1 +7,9 @@\n-a\n+b\n", base: "a\n\na\n", wrong: patch.ErrConflict},
		{name: "a diff that does not fit", patch: "@@ -1,1 +1,1 @@\n-x\n+b\n", base: "# A\n\na\n", wrong: patch.ErrConflict},
		{name: "a diff of two files", patch: "--- a\n+++ b\n@@ -1 +1 @@\n-a\n+b\n--- c\n+++ d\n@@ -1 +1 @@\n-a\n+b\n", base: "a\n", wrong: patch.ErrInvalid},
		{name: "no line feed at the end", patch: "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n", base: "a", want: "b\n"},
		{name: "no change", patch: "# A\n\na\n", base: "# A\n\na\n", wrong: patch.ErrInvalid},
		{name: "neither", patch: "be nice", base: "a\n", wrong: patch.ErrInvalid},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := patch.Parse(test.patch)
			var got []byte
			if err == nil {
				got, err = p.Apply([]byte(test.base))
			}
			if !errors.Is(err, test.wrong) {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, string(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// PP-09
func TestSuggestionsAreAddedOrReplaceAll(t *testing.T) {
	for suggestion, want := range map[string]string{
		"Be kind.":                               "# A\n\nBe kind.\n",
		"Replace the whole file:\n# B\n\nNew.":   "# B\n\nNew.\n",
		"replace entire file with:\n\n# B\nNew.": "# B\nNew.\n",
		"Never replace the whole file by hand.":  "# A\n\nNever replace the whole file by hand.\n",
	} {
		p, err := patch.Suggest(suggestion)
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.Apply([]byte("# A\n"))
		if err != nil || string(got) != want {
			t.Errorf("%q: %q, %v", suggestion, got, err)
		}
	}
	for _, bad := range []string{"", " \n", "Replace the whole file:\n\n"} {
		if _, err := patch.Suggest(bad); !errors.Is(err, patch.ErrInvalid) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestSectionsAreTheText(t *testing.T) {
	var all strings.Builder
	var paths []string
	for _, s := range patch.Split(soul) {
		all.WriteString(s.Text)
		paths = append(paths, s.Path)
	}
	if diff := cmp.Diff([]string{"", "Voice", "Voice > Tone", "Values"}, paths); diff != "" || all.String() != soul {
		t.Error(diff, all.String())
	}
}

// changed returns a text in which some lines are changed, added or removed.
func changed(r *rand.Rand, text string) string {
	lines := strings.SplitAfter(text, "\n")
	for range 1 + r.IntN(3) {
		at := r.IntN(len(lines))
		switch r.IntN(4) {
		case 0:
			lines[at] = fmt.Sprintf("line %d\n", r.IntN(6))
		case 1:
			lines = append(lines[:at:at], append([]string{fmt.Sprintf("line %d\n", r.IntN(6))}, lines[at:]...)...)
		case 2:
			lines = append(lines[:at:at], lines[min(at+1, len(lines)):]...)
			if len(lines) == 0 {
				lines = []string{""}
			}
		case 3:
			lines = append(lines[:at:at], append([]string{fmt.Sprintf("# Section %d\n", r.IntN(9))}, lines[at:]...)...)
		}
	}
	out := strings.Join(lines, "")
	if r.IntN(8) == 0 {
		out = strings.TrimSuffix(out, "\n")
	}
	return out
}

func random(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(5) {
		fmt.Fprintf(&b, "# Section %d\n\n", r.IntN(9))
		for range r.IntN(6) {
			fmt.Fprintf(&b, "line %d\n", r.IntN(6))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestDifferencesCanBeCarriedOut(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for i := range 2000 {
		base := random(r)
		want := changed(r, base)
		if base == want || strings.TrimSpace(want) == "" {
			continue
		}
		text := patch.Unified("soul.md", []byte(base), []byte(want))
		p, err := patch.Parse(text)
		var got []byte
		if err == nil {
			got, err = p.Apply([]byte(base))
		}
		if err != nil || string(got) != want {
			t.Fatalf("case %d: %v\n%s\nbase %q\nwant %q\ngot  %q", i, err, text, base, want, got)
		}
	}
}

// A merge is what git makes of it, or it is none.
func TestMergeIsGitsOrClashesSoak(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	clean := 0
	n := soak.Size(t, 5000)
	for i := range n {
		r := rand.New(rand.NewPCG(soak.Seed(t, 11), uint64(i)))
		base := random(r)
		ours, theirs := changed(r, base), changed(r, base)
		got, clashes := patch.Merge([]byte(base), []byte(ours), []byte(theirs))
		if len(clashes) > 0 {
			continue
		}
		clean++
		var args []string
		for name, text := range map[string]string{"ours": ours, "base": base, "theirs": theirs} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range []string{"ours", "base", "theirs"} {
			args = append(args, filepath.Join(dir, name))
		}
		want, err := exec.Command("git", append([]string{"merge-file", "-p"}, args...)...).Output()
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("case %d: git says %v\nbase   %q\nours   %q\ntheirs %q\ngot    %q\nwant   %q", i, err, base, ours, theirs, got, want)
		}
	}
	if clean*20 < n {
		t.Errorf("%d of %d merges were clean: that shows little", clean, n)
	}
	t.Logf("%d merges, %d clean", n, clean)
}

// PA-01
func TestMergeShowsBothSides(t *testing.T) {
	base := "# A\n\na\n\n# B\n\nb\n"
	got, clashes := patch.Merge([]byte(base), []byte("# A\n\nx\n\n# B\n\nb\n"), []byte("# A\n\na\n\n# B\n\ny\n"))
	if string(got) != "# A\n\nx\n\n# B\n\ny\n" || clashes != nil {
		t.Errorf("%q %v", got, clashes)
	}
	got, clashes = patch.Merge([]byte(base), []byte("# A\n\na\n\n# B\n\nx\n"), []byte("# A\n\na\n\n# B\n\ny\n"))
	want := []patch.Clash{{Section: "B", Base: "# B\n\nb\n", Ours: "# B\n\nx\n", Theirs: "# B\n\ny\n"}}
	if diff := cmp.Diff(want, clashes); diff != "" || got != nil {
		t.Error(diff)
	}
	if got, clashes = patch.Merge([]byte(base), []byte(base+"more\n"), []byte(base)); string(got) != base+"more\n" || clashes != nil {
		t.Errorf("%q %v", got, clashes)
	}
}

func FuzzApply(f *testing.F) {
	f.Add(soul, "## Tone\n\nWarm.\n")
	f.Add("a\n", "@@ -1 +1 @@\n-a\n+b\n")
	f.Fuzz(func(t *testing.T, base, text string) {
		p, err := patch.Parse(text)
		if err != nil {
			return
		}
		first, err := p.Apply([]byte(base))
		again, _ := p.Apply([]byte(base))
		if !bytes.Equal(first, again) {
			t.Error("it differs")
		}
		if err == nil {
			patch.Merge([]byte(base), first, []byte(base+"x\n"))
		}
	})
}
