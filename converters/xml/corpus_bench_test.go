package xml_test

import (
	"bytes"
	"context"
	stdxml "encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html"
	"github.com/seed353dc258/backstory/converters/xml"
	"github.com/seed353dc258/backstory/document/markdown"
)

// BenchmarkCorpus converts the real XML files of the folder that
// BACKSTORY_CORPUS names to Markdown, one after another, and reads the tokens
// of the same bytes with the standard library.
func BenchmarkCorpus(b *testing.B) {
	root := os.Getenv("BACKSTORY_CORPUS")
	if root == "" {
		b.Skip("BACKSTORY_CORPUS names no folder of real documents")
	}
	paths, err := filepath.Glob(filepath.Join(root, "xml", "*.xml"))
	if err != nil || len(paths) == 0 {
		b.Fatal("no files", err)
	}
	registry, err := converters.NewRegistry(xml.New(), html.New())
	if err != nil {
		b.Fatal(err)
	}
	var contents [][]byte
	size := 0
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		contents = append(contents, content)
		size += len(content)
	}
	b.Run("convert", func(b *testing.B) {
		b.SetBytes(int64(size))
		b.ReportAllocs()
		for b.Loop() {
			for i, content := range contents {
				in := converters.Input{Name: filepath.Base(paths[i]), SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))}
				doc, err := registry.Convert(context.Background(), in, converters.NewEnv(registry, converters.Limits{}, converters.Options{}))
				if errors.Is(err, converters.ErrCorrupt) {
					continue
				}
				if err != nil {
					b.Fatal(err)
				}
				if _, err := markdown.Write(io.Discard, doc, markdown.WriteOptions{NoTokens: true, NoPlaces: true}); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	b.Run("tokens of the standard library", func(b *testing.B) {
		b.SetBytes(int64(size))
		for b.Loop() {
			for _, content := range contents {
				d := stdxml.NewDecoder(bytes.NewReader(content))
				d.Strict = false
				for {
					if _, err := d.Token(); err != nil {
						break
					}
				}
			}
		}
	})
}
