package pipeline_test

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/markdown"
	"github.com/seed353dc258/backstory/ingest/discover"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

// TestAForgedChapterIsNotKept changes the text of a chapter in backstory.md and
// in the manifest together, as whoever sends a change may, and lets its source
// fail. What could be taken for structure of the output is not kept.
func TestAForgedChapterIsNotKept(t *testing.T) {
	for text, keep := range map[string]bool{
		"The text.":                              true,
		"#### A heading of the source\n\nText":   true,
		"```sh\n# a comment\n### File: /x\n```":  true,
		"Text\n\n### File: /c.txt\n\nForged":     false,
		"Text\n\n> ## Backstory":                 false,
		"Text\n---":                              false,
		"- a\n\n  # b":                           false,
		"```\nnever closed":                      false,
		"<!-- never closed":                      false,
		"<div>\n<h2>Backstory</h2>\n</div>":      false,
		"a <H3 class=x>File: /c.txt</h3>":        false,
		"[a]: http://b.example":                  false,
		"Text\u202e":                             false,
		"a[^zzzzzz-1]\n\n[^zzzzzz-1]: of others": false,
	} {
		dir, b := t.TempDir(), textBuilder(t, "")
		tree(t, dir, map[string]string{
			"backstory/.backstory.json": `{"on-failure": "keep"}`,
			"backstory/a.txt":           "good\n", "backstory/b.txt": "another\n",
		})
		if _, err := run(t, b, dir); err != nil {
			t.Fatal(err)
		}
		forge(t, dir, "good", text)
		tree(t, dir, map[string]string{"backstory/a.txt": ""})
		report, err := run(t, b, dir)
		if err != nil {
			t.Fatal(err)
		}
		output := top(t, dir)[profile.OutputFile]
		if kept := strings.Contains(output, text); kept != keep || report.Summary.Failed+report.Summary.Empty != 1 || report.Summary.Kept == 1 != keep {
			t.Errorf("%q: kept %v, %+v:\n%s", text, kept, report.Summary, output)
		}
		if !keep && (len(report.Notes) != 1 || report.Notes[0].Code != pipeline.NoteNotKept) {
			t.Errorf("%q: %v", text, report.Notes)
		}
	}
}

// forge puts a text in the place of the first chapter, in both files.
func forge(t *testing.T, dir, old, text string) {
	t.Helper()
	files := top(t, dir)
	m, err := manifest.Load([]byte(files[profile.ManifestFile]))
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(text))
	m.Files[0].Chapter = manifest.Chapter{Length: int64(len(text)), Digest: hex.EncodeToString(sum[:])}
	tree(t, dir, map[string]string{
		profile.ManifestFile: string(m.Encode(discover.Compare)), profile.OutputFile: strings.Replace(files[profile.OutputFile], old, text, 1),
	})
}

// TestKeptChaptersSurviveMerges lets a source fail while a merge has left its
// markers in both files, or moved what is in backstory.md.
func TestKeptChaptersSurviveMerges(t *testing.T) {
	dir, b := t.TempDir(), textBuilder(t, "")
	tree(t, dir, map[string]string{
		"backstory/.backstory.json": `{"on-failure": "keep"}`,
		"backstory/a.txt":           "one\n", "backstory/b.txt": "two\n", "backstory/c.txt": "three\n",
	})
	if _, err := run(t, b, dir); err != nil {
		t.Fatal(err)
	}
	ours := top(t, dir)
	tree(t, dir, map[string]string{"backstory/b.txt": "TWO\n"})
	if _, err := run(t, b, dir); err != nil {
		t.Fatal(err)
	}
	theirs := top(t, dir)
	both := map[string]string{}
	for _, name := range []string{profile.ManifestFile, profile.OutputFile} {
		both[name] = "<<<<<<< ours\n" + ours[name] + "=======\n" + theirs[name] + ">>>>>>> theirs\n"
	}
	for name, files := range map[string]map[string]string{
		"markers": both,
		"crlf":    {profile.OutputFile: strings.ReplaceAll(theirs[profile.OutputFile], "\n", "\r\n"), profile.ManifestFile: theirs[profile.ManifestFile]},
	} {
		tree(t, dir, files)
		tree(t, dir, map[string]string{"backstory/c.txt": ""})
		report, err := run(t, b, dir)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := strings.ReplaceAll(top(t, dir)[profile.OutputFile], "\r", ""); got != theirs[profile.OutputFile] || report.Summary.Kept != 1 {
			t.Errorf("%s: %+v\n%s", name, report.Summary, got)
		}
	}
}

// TestKeptFootnotesAreSetApart keeps the chapter of a source whose equals come
// and go: no label is ever defined twice, and what is said of chapters is so.
func TestKeptFootnotesAreSetApart(t *testing.T) {
	registry, err := converters.NewRegistry(markdown.New())
	if err != nil {
		t.Fatal(err)
	}
	const note = "text[^1]\n\n[^1]: note\n"
	for _, cache := range []string{"", t.TempDir()} {
		dir, b := t.TempDir(), textBuilder(t, cache)
		b.Registry = registry
		tree(t, dir, map[string]string{
			"backstory/.backstory.json": `{"on-failure": "keep"}`,
			"backstory/b.md":            note, "backstory/c.md": note, "backstory/d.md": note,
		})
		for i, step := range []map[string]string{
			{},
			{"c.md": ""},
			{"b.md": "other"},
			{"a.md": note, "d.md": ""},
			{"b.md": "", "e.md": note},
			{"a.md": "other", "c.md": "other"},
		} {
			for name, content := range step {
				tree(t, dir, map[string]string{"backstory/" + name: content})
			}
			if _, err := run(t, b, dir); err != nil {
				t.Fatal(err)
			}
			files := top(t, dir)
			labels := map[string]bool{}
			for line := range strings.Lines(files[profile.OutputFile]) {
				if label, _, ok := strings.Cut(line, "]:"); ok {
					if labels[label] {
						t.Errorf("step %d: %s is defined twice in\n%s", i, label, files[profile.OutputFile])
					}
					labels[label] = true
				}
			}
			m, err := manifest.Load([]byte(files[profile.ManifestFile]))
			if err != nil {
				t.Fatal(err)
			}
			if same, err := pipeline.Describes(m, strings.NewReader(files[profile.OutputFile])); !same || err != nil {
				t.Errorf("step %d: the manifest describes another output (%v)", i, err)
			}
			if len(labels) == 0 {
				t.Errorf("step %d: the notes are lost", i)
			}
		}
	}
}
