package sql_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/sql"
)

// BenchmarkCorpus makes documents of the files that lie in the folder sql of
// the one that BACKSTORY_CORPUS names: of each, and of all, one after another.
func BenchmarkCorpus(b *testing.B) {
	root := os.Getenv("BACKSTORY_CORPUS")
	if root == "" {
		b.Skip("BACKSTORY_CORPUS names no folder of real documents")
	}
	paths, err := filepath.Glob(filepath.Join(root, "sql", "*.sql"))
	if err != nil || len(paths) == 0 {
		b.Fatal("no files", err)
	}
	var all [][]byte
	for _, path := range paths {
		if strings.Contains(path, ".expected.") {
			continue
		}
		content, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, content)
		b.Run(strings.TrimSuffix(filepath.Base(path), ".sql"), func(b *testing.B) { models(b, content) })
	}
	b.Run("all", func(b *testing.B) { models(b, all...) })
}

// models measures how long it takes to make documents of files.
func models(b *testing.B, contents ...[]byte) {
	b.SetBytes(int64(len(bytes.Join(contents, nil))))
	for _, content := range contents {
		if err := model(content); err != nil && !errors.Is(err, converters.ErrCorrupt) {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, content := range contents {
			_ = model(content)
		}
	}
}

func model(content []byte) error {
	in := converters.Input{Name: "in.sql", SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))}
	_, err := sql.New().Convert(context.Background(), in, converters.NewEnv(nil, converters.Limits{}, converters.Options{}))
	return err
}
