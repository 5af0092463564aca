package xlsx_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/xlsx"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
)

// convert returns the Markdown of a workbook.
func convert(t *testing.T, content []byte, o converters.Options, l converters.Limits) (string, []document.Warning, error) {
	t.Helper()
	registry, err := converters.NewRegistry(xlsx.New())
	if err != nil {
		t.Fatal(err)
	}
	env := converters.NewEnv(registry, l, o)
	in := converters.Input{Name: "in.xlsx", SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))}
	doc, err := registry.Convert(t.Context(), in, env)
	if err != nil {
		return "", env.Warnings(), err
	}
	var b strings.Builder
	_, err = markdown.Write(&b, doc, markdown.WriteOptions{HTMLTables: o.Tables == "html", MaxChars: l.Get(converters.LimitText)})
	return b.String(), env.Warnings(), err
}

func TestMergedCellsKeepTheirSpansInHTML(t *testing.T) {
	sheet := `<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Group</t></is></c><c r="C1"><v>0</v></c></row>` +
		`<row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c><c r="C2"><v>3</v></c></row><row r="3"><c r="B3"><v>4</v></c><c r="C3"><v>5</v></c></row></sheetData>` +
		`<mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="A2:A3"/></mergeCells>`
	got, _, err := convert(t, workbook(sheet), converters.Options{Tables: "html"}, converters.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`colspan="2">Group<`, `rowspan="2">1<`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in:\n%s", want, got)
		}
	}
}
