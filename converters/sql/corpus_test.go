package sql_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/sql"
)

// BenchmarkCorpus makes documents of the files that lie in the folder sql of
// the one that BACKSTORY_CORPUS names: of each, and of all, one after another.
func BenchmarkCorpus(b *testing.B) {
	var all [][]byte
	for _, f := range convtest.CorpusFiles(b, "sql/*.sql") {
		all = append(all, f.Content)
		b.Run(strings.TrimSuffix(filepath.Base(f.Path), ".sql"), func(b *testing.B) { models(b, f.Content) })
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
