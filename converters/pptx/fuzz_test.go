package pptx_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/pptx"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/document/markdown/judge"
)

// decks returns the packages of the cases, part by part.
func decks(t testing.TB) [][]part {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no cases", err)
	}
	var out [][]part
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var parts []part
		for _, f := range txtar.Parse(data).Files {
			if name, ok := strings.CutPrefix(f.Name, "in.pptx/"); ok {
				parts = append(parts, part{name, string(f.Data)})
			}
		}
		if len(parts) > 0 {
			out = append(out, parts)
		}
	}
	return out
}

// FuzzParts changes one part of a package, so that the search does not stop at
// the checksums of the zip file.
func FuzzParts(f *testing.F) {
	all := decks(f)
	for d, parts := range all {
		for p := range parts {
			f.Add(uint16(d), uint8(p), uint8(d%3), []byte(parts[p].text))
		}
	}
	registry, err := converters.NewRegistry(pptx.New())
	if err != nil {
		f.Fatal(err)
	}
	limits := converters.Limits{Steps: 1 << 22, Nodes: 1 << 14, Depth: 64, Cells: 1 << 12, Columns: 256, Entries: 256, Part: 1 << 20, Parts: 4 << 20, Text: 1 << 20}
	f.Fuzz(func(t *testing.T, deck uint16, which, hidden uint8, content []byte) {
		parts := bytesOf(all[int(deck)%len(all)], int(which), content)
		options := converters.Options{Hidden: [...]string{"drop", "mark", "keep"}[hidden%3]}
		dump := ""
		for again := range 2 {
			env := converters.NewEnv(registry, limits, options)
			in := converters.Input{Name: "in.pptx", SectionReader: io.NewSectionReader(bytes.NewReader(parts), 0, int64(len(parts)))}
			doc, err := registry.Convert(context.Background(), in, env)
			if err != nil {
				if !errors.Is(err, converters.ErrCorrupt) && !errors.Is(err, converters.ErrLimit) && !errors.Is(err, converters.ErrEncrypted) {
					t.Fatalf("no error that a caller can act on: %v", err)
				}
				return
			}
			if again == 1 {
				if got := document.Dump(doc); got != dump {
					t.Fatalf("a second conversion gives something else:\n%s\n%s", dump, got)
				}
				return
			}
			dump = document.Dump(doc)
			judged(t, doc)
		}
	})
}

// bytesOf packs a deck with the content of one part changed.
func bytesOf(deck []part, which int, content []byte) []byte {
	parts := append([]part(nil), deck...)
	parts[which%len(parts)].text = string(content)
	return pack(parts)
}

// judged checks that a reader of the Markdown sees what the document says.
func judged(t *testing.T, doc *document.Document) {
	t.Helper()
	var out bytes.Buffer
	options := markdown.WriteOptions{MaxChars: 1 << 20}
	if _, err := markdown.Write(&out, doc, options); err != nil || out.Len() > 64<<10 {
		return
	}
	if err := judge.Check(doc, options, out.String()); err != nil {
		t.Errorf("the Markdown does not read as the model means: %v", err)
	}
}
