package convtest

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
)

// Corpus converts every file of the folder that BACKSTORY_CORPUS names and
// that the format claims, with the promises that hold for any input. It skips
// where the variable is unset. With -v it says what each file gives.
func Corpus(t *testing.T, c converters.Converter, options ...Option) {
	t.Helper()
	root := CorpusFolder(t)
	s, err := newSuite(c, "testdata", options)
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.Contains(d.Name(), ".expected.") {
			return err
		}
		if found, ok := s.registry.ForName(d.Name()); !ok || found != c {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		s.corpusFile(t, path, content)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// CorpusFolder returns the folder that BACKSTORY_CORPUS names. It skips where
// the variable is unset.
func CorpusFolder(t testing.TB) string {
	t.Helper()
	root := os.Getenv("BACKSTORY_CORPUS")
	if root == "" {
		t.Skip("BACKSTORY_CORPUS names no folder of real documents")
	}
	return root
}

// CorpusPaths returns the paths in the folder that BACKSTORY_CORPUS names that
// match a pattern of [filepath.Glob]. It skips where the variable is unset, and
// fails where nothing matches.
func CorpusPaths(t testing.TB, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(CorpusFolder(t), filepath.FromSlash(pattern)))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no file of the corpus is called %s (%v)", pattern, err)
	}
	return paths
}

// A CorpusFile is a file of the corpus.
type CorpusFile struct {
	Path    string
	Content []byte
}

// CorpusFiles reads what [CorpusPaths] returns, but for the files that say what
// others should give.
func CorpusFiles(t testing.TB, pattern string) []CorpusFile {
	t.Helper()
	var files []CorpusFile
	for _, path := range CorpusPaths(t, pattern) {
		if strings.Contains(filepath.Base(path), ".expected.") {
			continue
		}
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, CorpusFile{path, content})
	}
	return files
}

// corpusFile converts one file with the default limits.
func (s *suite) corpusFile(t *testing.T, path string, content []byte) {
	t.Helper()
	o := s.convert(context.Background(), job{input: input{filepath.Base(path), content}})
	for _, p := range s.sound(o) {
		t.Errorf("%s: %s", path, p)
	}
	if o.err != nil {
		t.Logf("%s: %s", path, strings.TrimSpace(o.section("want.error")))
		return
	}
	t.Logf("%s: %d bytes, %d of Markdown\n%s", path, len(content), len(o.markdown), listing(o.warnings))
}
