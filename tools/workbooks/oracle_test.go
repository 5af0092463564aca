package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/xlsx"
	"github.com/seed353dc258/backstory/document"
)

const fixtures = "../../converters/xlsx/testdata/fixtures/*.xlsx"

// Every cell that excelize shows is shown by the converter, as the same text and
// as often, but for those that are listed with a reason.
func TestCellsAreThoseOfExcelize(t *testing.T) {
	differ := map[string]string{
		"payload-a": "in a hidden column", "x": "in a hidden column", "y": "in a hidden column", "Secret": "in a hidden column",
		"payload-b": "in a hidden row", "2": "in a hidden row",
		"yes":      "excelize takes the first of three sections for zero",
		"02-29-24": "a date that looks different on each machine is ISO 8601",
	}
	paths, err := filepath.Glob(fixtures)
	if err != nil || len(paths) < 3 {
		t.Fatalf("%d workbooks, %v", len(paths), err)
	}
	for _, path := range paths {
		ours := ourCells(t, path)
		f, err := excelize.OpenFile(path)
		if err != nil {
			t.Fatal(err)
		}
		seen := 0
		for _, sheet := range f.GetSheetList() {
			if visible, _ := f.GetSheetVisible(sheet); !visible {
				continue
			}
			rows, err := f.GetRows(sheet)
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range slices.Concat(rows...) {
				text = normal(text)
				if text == "" {
					continue
				}
				seen++
				if _, listed := differ[text]; listed {
					continue
				}
				if ours[sheet] == nil || ours[sheet][text] == 0 {
					t.Errorf("%s: %s: excelize shows %q once more", filepath.Base(path), sheet, text)
					continue
				}
				ours[sheet][text]--
			}
		}
		f.Close()
		t.Logf("%s: %d cells", filepath.Base(path), seen)
	}
}

// normal returns a text without what the two need not agree on.
func normal(text string) string { return strings.Join(strings.Fields(text), " ") }

// ourCells counts the texts of the converter, by sheet.
func ourCells(t *testing.T, path string) map[string]map[string]int {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	registry, err := converters.NewRegistry(xlsx.New())
	if err != nil {
		t.Fatal(err)
	}
	env := converters.NewEnv(registry, converters.Limits{}, converters.Options{})
	in := converters.Input{Name: filepath.Base(path), SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))}
	doc, err := registry.Convert(t.Context(), in, env)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]map[string]int{}
	for _, b := range doc.Blocks {
		if s, ok := b.(*document.Section); ok {
			out[s.Title] = texts(t, s.Blocks)
		}
	}
	return out
}

// texts counts the texts of paragraphs and cells.
func texts(t *testing.T, blocks []document.Block) map[string]int {
	out := map[string]int{}
	for _, b := range blocks {
		switch b := b.(type) {
		case *document.Paragraph:
			out[normal(document.InlineText(b.Inlines))]++
		case *document.Table:
			if b.Source == nil {
				continue
			}
			for row, err := range b.Source.Rows() {
				if err != nil {
					t.Fatal(err)
				}
				for _, c := range row.Cells {
					text := c.Text
					for _, inner := range c.Blocks {
						text += document.LabelText(inner.(*document.Paragraph).Inlines)
					}
					out[normal(text)]++
				}
			}
		}
	}
	return out
}
