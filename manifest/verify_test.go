package manifest_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/seed353dc258/backstory/manifest"
)

func TestVerify(t *testing.T) {
	const now, before = "## Backstory\n\nnew\n", "## Backstory\n\nold\n"
	m := manifest.New()
	m.Output = &manifest.Output{SHA256: sum(now), PreviousSHA256: sum(before)}
	crlf := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	for _, tt := range []struct {
		name, output string
		want         manifest.Match
		ours, fresh  bool
	}{
		{"current", now, manifest.Current, true, true},
		{"current, Windows", crlf(now), manifest.CurrentCRLF, true, true},
		{"current, one line end of Windows", strings.Replace(now, "\n", "\r\n", 1), manifest.CurrentCRLF, true, true},
		{"previous", before, manifest.Previous, true, false},
		{"previous, Windows", crlf(before), manifest.PreviousCRLF, true, false},
		{"edited", now + "by hand\n", manifest.NoMatch, false, false},
		{"edited, Windows", crlf(now + "by hand\n"), manifest.NoMatch, false, false},
		{"lone carriage return", now + "\r", manifest.NoMatch, false, false},
		{"empty", "", manifest.NoMatch, false, false},
	} {
		got := m.Verify([]byte(tt.output))
		if got != tt.want || got.Ours() != tt.ours || got.Fresh() != tt.fresh {
			t.Errorf("%s: %d, ours %v, fresh %v", tt.name, got, got.Ours(), got.Fresh())
		}
	}
	m.Output.PreviousSHA256 = ""
	if m.Verify(nil).Ours() {
		t.Error("nothing matches an output that never was")
	}
	if manifest.New().Verify([]byte(now)).Ours() {
		t.Error("a manifest without output vouches for one")
	}
}

// TestSumLooksAcrossReads compares digests with those of a replacement in one go.
func TestSumLooksAcrossReads(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 5000 {
		text := make([]byte, random.IntN(40))
		for i := range text {
			text[i] = "\r\n\r\nab"[random.IntN(6)]
		}
		s, err := manifest.Sum(bytes.NewReader(text))
		if err != nil || s.Raw != sum(string(text)) || s.LF != sum(strings.ReplaceAll(string(text), "\r\n", "\n")) {
			t.Fatalf("%q: %+v, %v", text, s, err)
		}
	}
	broken := errors.New("broken")
	if _, err := manifest.Sum(struct {
		io.Reader
		io.Seeker
	}{iotest.ErrReader(broken), nil}); !errors.Is(err, broken) {
		t.Errorf("the reader's error is %v", err)
	}
}

// side is one branch: its sources' texts, its output and its manifest.
func side(texts ...string) (output string, m *manifest.Manifest) {
	m = manifest.New()
	m.Label = "Backstory"
	output = "## Backstory\n"
	for i, text := range texts {
		e := entry(fmt.Sprintf("%d.md", i), text)
		e.Chapter = manifest.Chapter{Length: int64(len(text)), Digest: sum(text)}
		m.Files = append(m.Files, e)
		output += "\n### File: /" + e.Path + "\n\n" + text
	}
	m.Recount()
	return output, m
}

// conflict joins two sides as git does where everything differs.
func conflict(ours, theirs string) string {
	return "<<<<<<< HEAD\n" + ours + "=======\n" + theirs + ">>>>>>> topic\n"
}

func TestMergeConflict(t *testing.T) {
	ours, a := side("one\n", "changed here\n", "three\n")
	theirs, b := side("one\n", "two\n", "three, changed there\n")
	m, err := manifest.Load([]byte(conflict(string(a.Encode(strings.Compare)), string(b.Encode(strings.Compare)))))
	var both *manifest.ConflictError
	if !errors.As(err, &both) || !m.IsEmpty() {
		t.Fatalf("Load = %+v, %v, want a conflict", m, err)
	}
	if both.Ours.Files[1].SHA256 != a.Files[1].SHA256 || both.Theirs.Files[2].SHA256 != b.Files[2].SHA256 {
		t.Fatal("the sides are not those that were merged")
	}
	hunk := "## Backstory\n\n### File: /0.md\n\none\n\n### File: /1.md\n\n" +
		"<<<<<<< HEAD\nchanged here\n||||||| base\ntwo\n=======\ntwo\n>>>>>>> topic\n" +
		"\n### File: /2.md\n\nthree, changed there\n"
	merged, _ := side("one\n", "changed here\n", "three, changed there\n")
	for name, output := range map[string]string{
		"ours": ours, "theirs": theirs, "conflict": conflict(ours, theirs),
		"conflict of Windows": strings.ReplaceAll(conflict(ours, theirs), "\n", "\r\n"),
		"one hunk":            hunk,
		"merged clean":        merged,
	} {
		if !both.Vouch([]byte(output)) {
			t.Errorf("%s: not recognised as ours:\n%s", name, output)
		}
	}
	for name, output := range map[string]string{
		"edited chapter":   strings.Replace(merged, "one", "uno", 1),
		"added text":       merged + "\nby hand\n",
		"text before":      strings.Replace(merged, "\n\n", "\n\nby hand\n\n", 1),
		"other label":      strings.Replace(merged, "Backstory", "Mine", 1),
		"edit in one side": conflict(ours, theirs+"by hand\n"),
		"hand-written":     "# Caelum\n\nA life.\n",
		"half a marker":    "<<<<<<< HEAD\n" + ours,
		"empty":            "",
	} {
		if both.Vouch([]byte(output)) {
			t.Errorf("%s: recognised as ours:\n%s", name, output)
		}
	}
}

// Where the manifest has no markers, an output with markers is ours, and one
// with every chapter once, under whatever heading; a chapter for another is not.
func TestAManifestVouchesForWhatAMergeMixed(t *testing.T) {
	ours, m := side("one\n", "```\n### File: /9.md\n```\n", "three\n")
	swapped := strings.NewReplacer("one", "three", "three", "one").Replace(ours)
	for name, tt := range map[string]struct {
		output string
		want   bool
	}{
		"another order":   {swapped, true},
		"markers":         {conflict(ours, swapped), true},
		"of Windows":      {strings.ReplaceAll(conflict(ours, swapped), "\n", "\r\n"), true},
		"twice":           {strings.Replace(ours, "one", "three", 1), false},
		"a chapter less":  {ours[:strings.Index(ours, "\n### File: /2")], false},
		"an edit":         {strings.Replace(ours, "one", "uno", 1), false},
		"an edited side":  {conflict(ours, swapped+"by hand\n"), false},
		"code by hand":    {strings.Replace(ours, "/9.md", "/8.md", 1), false},
		"code in a merge": {conflict(ours, strings.Replace(ours, "/9.md", "/8.md", 1)), false},
	} {
		if got := m.Vouch([]byte(tt.output)); got != tt.want {
			t.Errorf("%s: %v\n%s", name, got, tt.output)
		}
	}
}

// Conflict markers around what is not a manifest leave that side empty, and a
// manifest of Coqui vouches for nothing.
func TestConflictWithSomethingElse(t *testing.T) {
	out, a := side("one\n")
	_, err := manifest.Load([]byte(conflict(string(a.Encode(strings.Compare)), "not json\n")))
	var both *manifest.ConflictError
	if !errors.As(err, &both) || !both.Theirs.IsEmpty() || both.Ours.IsEmpty() {
		t.Fatalf("error %v", err)
	}
	if !both.Vouch([]byte(out)) || both.Vouch([]byte(conflict(out, "mine\n"))) {
		t.Error("the side that is not a manifest was believed, or the other not")
	}
	foreign := &manifest.ConflictError{Ours: &manifest.Manifest{Version: 2}, Theirs: &manifest.Manifest{Version: 2}}
	if foreign.Vouch([]byte("## \n")) || foreign.Vouch([]byte(out)) {
		t.Error("manifests of Coqui vouch for an output")
	}
}

func TestSplitConflictNeedsWholeMarkers(t *testing.T) {
	for _, text := range []string{
		"", "a\n=======\nb\n", "<<<<<<< a\nx\n", "<<<<<<< a\nx\n=======\ny\n", ">>>>>>> a\n",
		"<<<<<<<x\na\n=======\nb\n>>>>>>> c\n",
	} {
		if a, b, ok := manifest.SplitConflict([]byte(text)); ok {
			t.Errorf("%q was split into %q and %q", text, a, b)
		}
	}
	a, b, ok := manifest.SplitConflict([]byte("0\n<<<<<<<\n1\n=======\n2\n>>>>>>>\n3\n<<<<<<< x\n=======\n4\n>>>>>>> y"))
	if !ok || string(a) != "0\n1\n3\n" || string(b) != "0\n2\n3\n4\n" {
		t.Errorf("split into %q and %q, %v", a, b, ok)
	}
}
