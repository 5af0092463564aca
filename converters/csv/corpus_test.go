package csv_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/csv"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
)

// grid returns the rows of a file, each filled up to the table's width.
func grid(t *testing.T, path string) [][]string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	table := source(t, filepath.Base(path), bytes.NewReader(content), int64(len(content)))
	var rows [][]string
	if table.Header == 0 {
		rows = append(rows, make([]string, table.Columns))
	}
	for row, err := range table.Source.Rows() {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, texts(row, table.Columns))
	}
	return rows
}

func texts(row document.Row, columns int) []string {
	out := make([]string, columns)
	for i, cell := range row.Cells {
		out[i] = cell.Text
	}
	return out
}

// csvspectrum states the rows of each file as JSON objects.
func TestCSVSpectrumIsReadExactly(t *testing.T) {
	for _, path := range convtest.CorpusPaths(t, "csv/csvspectrum__*.csv") {
		name := filepath.Base(path)
		if strings.Contains(name, "location_coordinates") {
			continue // its JSON has another number than its CSV, and neither is UTF-8
		}
		content, err := os.ReadFile(path + ".expected.json")
		if err != nil {
			t.Fatal(err)
		}
		var want, got []map[string]string
		if err := json.Unmarshal(content, &want); err != nil {
			t.Fatal(err)
		}
		rows := grid(t, path)
		for _, row := range rows[1:] {
			object := map[string]string{}
			for i, key := range rows[0] {
				object[key] = row[i]
			}
			got = append(got, object)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// Other projects state the Markdown; its cells are ours, its spacing is not.
func TestCellsAreThoseThatOthersRead(t *testing.T) {
	for _, pattern := range []string{"csv/docling__*.csv", "tsv/*.tsv", "csv/markitdown__*.csv"} {
		for _, path := range convtest.CorpusPaths(t, pattern) {
			content, err := os.ReadFile(path + ".expected.md")
			if err != nil {
				continue // none is stated
			}
			if diff := cmp.Diff(markdownCells(string(content)), grid(t, path)); diff != "" {
				t.Errorf("%s: %s", filepath.Base(path), diff)
			}
		}
	}
}

// markdownCells reads a pipe table.
func markdownCells(text string) [][]string {
	var rows [][]string
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if i == 1 {
			continue
		}
		line = strings.ReplaceAll(strings.TrimSpace(line), "&#124;", "\x00")
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for j, cell := range cells {
			cells[j] = strings.ReplaceAll(strings.TrimSpace(cell), "\x00", "|")
		}
		rows = append(rows, cells)
	}
	return rows
}

func TestHostileFilesEndWell(t *testing.T) {
	for _, path := range convtest.CorpusPaths(t, "hostile/*.csv") {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		env := converters.NewEnv(nil, converters.Limits{}, converters.Options{})
		in := converters.Input{Name: "a.csv", SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))}
		doc, err := csv.New().Convert(t.Context(), in, env)
		if err == nil {
			_, err = markdown.Write(io.Discard, doc, markdown.WriteOptions{})
		}
		if err != nil && !errors.Is(err, converters.ErrCorrupt) && !errors.Is(err, converters.ErrLimit) {
			t.Errorf("%s: %v", filepath.Base(path), err)
		}
	}
}
