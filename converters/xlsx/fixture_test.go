package xlsx_test

import (
	"bytes"
	"encoding/csv"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/xlsx"
	"github.com/seed353dc258/backstory/document"
)

const fixtures = "testdata/fixtures/*.xlsx"

// Each workbook of another program has its Markdown beside it, which go test
// -update writes.
func TestFixtures(t *testing.T) {
	paths, err := filepath.Glob(fixtures)
	if err != nil || len(paths) < 3 {
		t.Fatalf("%d workbooks, %v", len(paths), err)
	}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		got, warnings, err := convert(t, content, converters.Options{}, converters.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range warnings {
			got += "<!-- " + w.Code + " " + w.Pos.String() + " -->\n"
		}
		golden := strings.TrimSuffix(path, ".xlsx") + ".md"
		if flag.Lookup("update").Value.String() == "true" {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), got); d != "" {
			t.Errorf("%s (-want +got):\n%s", path, d)
		}
	}
}

// LibreOffice shows the same texts, as often, in the same workbooks, but for
// those that are listed with a reason.
func TestCellsAreThoseOfLibreOffice(t *testing.T) {
	if testing.Short() {
		t.Skip("starts LibreOffice")
	}
	if _, err := exec.LookPath("soffice"); err != nil {
		t.Skip("there is no soffice")
	}
	differ := map[string]string{
		"payload-a": "in a hidden column", "x": "in a hidden column", "y": "in a hidden column", "Secret": "in a hidden column",
		"payload-b": "in a hidden row", "2": "in a hidden row", "payload-c": "on a hidden sheet",
		"14.5":      "a formula whose result the file does not hold is shown itself",
		"2/29/2024": "a date that looks different on each machine is ISO 8601",
		"2/29/1924": "as above",
	}
	paths, err := filepath.Glob(fixtures)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	asCSV(t, dir, paths)
	if any, err := filepath.Glob(filepath.Join(dir, "*.csv")); err != nil || len(any) == 0 {
		t.Skip("this LibreOffice wrote no sheets: it has no Calc")
	}
	for _, path := range paths {
		ours := cellTexts(t, path)
		base := strings.TrimSuffix(filepath.Base(path), ".xlsx")
		sheets, err := filepath.Glob(filepath.Join(dir, base+"-*.csv"))
		if err != nil || len(sheets) == 0 {
			t.Fatalf("%s: LibreOffice wrote no sheets: %v", base, err)
		}
		seen := 0
		for _, sheet := range sheets {
			for _, text := range readCSV(t, sheet) {
				seen++
				if _, listed := differ[text]; listed {
					continue
				}
				if ours[text]--; ours[text] < 0 {
					t.Errorf("%s: LibreOffice shows %q once more", filepath.Base(sheet), text)
				}
			}
		}
		t.Logf("%s: %d cells", base, seen)
	}
}

// readCSV returns the texts of a file that are not empty.
func readCSV(t *testing.T, path string) []string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r := csv.NewReader(bytes.NewReader(data))
	r.FieldsPerRecord = -1
	records, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, record := range records {
		for _, field := range record {
			if text := normal(field); text != "" {
				out = append(out, text)
			}
		}
	}
	return out
}

// normal returns a text without what programs need not agree on.
func normal(text string) string { return strings.Join(strings.Fields(text), " ") }

// cellTexts counts the texts of a workbook's cells and lines, without labels.
func cellTexts(t *testing.T, path string) map[string]int {
	t.Helper()
	out := map[string]int{}
	document.Walk(documentOf(t, path).Blocks, func(b document.Block) bool {
		switch b := b.(type) {
		case *document.Paragraph:
			out[normal(document.InlineText(b.Inlines))]++
		case *document.Table:
			if b.Source != nil {
				for _, text := range appendRows(t, nil, b.Source) {
					out[normal(text)]++
				}
			}
		}
		return true
	})
	return out
}

// documentOf returns what a file is converted to.
func documentOf(t *testing.T, path string) *document.Document {
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
	return doc
}

// appendRows appends the texts of the cells of rows, without labels.
func appendRows(t *testing.T, out []string, rows document.RowSource) []string {
	t.Helper()
	for row, err := range rows.Rows() {
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range row.Cells {
			text := c.Text
			for _, b := range c.Blocks {
				text += document.LabelText(b.(*document.Paragraph).Inlines)
			}
			out = append(out, text)
		}
	}
	return out
}
