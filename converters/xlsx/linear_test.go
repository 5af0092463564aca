package xlsx_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/xlsx"
	"github.com/seed353dc258/backstory/document/markdown"
)

// repeated writes a text for each number up to n.
func repeated(n int, text func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(text(i))
	}
	return b.String()
}

// shapes are sheets that would cost more than their length if something were
// done for each pair of their parts.
func shapes() map[string]func(n int) string {
	rows := func(n int, style string) string {
		return `<sheetData>` + repeated(n, func(i int) string {
			return fmt.Sprintf(`<row r="%d"><c r="A%d"%s t="inlineStr"><is><t>text</t></is></c><c r="B%d"%s><v>%d</v></c></row>`, i+1, i+1, style, i+1, style, i)
		}) + `</sheetData>`
	}
	return map[string]func(n int) string{
		"faint": func(n int) string {
			return rows(n, ` s="1"`) + repeated(n, func(i int) string { return fmt.Sprintf(`<conditionalFormatting sqref="D%d:E%d"/>`, i+1, i+1) })
		},
		"merged": func(n int) string {
			return rows(n, "") + `<mergeCells>` + repeated(n, func(i int) string { return fmt.Sprintf(`<mergeCell ref="A%d:A%d"/>`, i+1, 2*n) }) + `</mergeCells>`
		},
		"linked": func(n int) string {
			return rows(n, "") + `<hyperlinks>` + repeated(n, func(i int) string { return `<hyperlink ref="A1:B99999" r:id="l"/>` }) + `</hyperlinks>`
		},
		"apart": func(n int) string {
			return `<sheetData>` + repeated(n, func(i int) string {
				return fmt.Sprintf(`<row r="%d"><c r="A1"><v>1</v></c><c r="B1" t="inlineStr"><is><t>x</t></is></c></row>`, 3*i+1)
			}) + `</sheetData>`
		},
		"stairs": func(n int) string {
			return `<sheetData>` + repeated(n, func(i int) string {
				col := string(rune('A'+i/676%26)) + string(rune('A'+i/26%26)) + string(rune('A'+i%26))
				return fmt.Sprintf(`<row r="%d"><c r="%s%d"><v>1</v></c></row>`, i+1, col, i+1)
			}) + `</sheetData>`
		},
		"wide": func(n int) string {
			return `<sheetData><row r="1">` + repeated(min(n, 16000), func(i int) string { return `<c t="inlineStr"><is><t>x</t></is></c>` }) + `</row>` +
				repeated(n, func(i int) string { return fmt.Sprintf(`<row r="%d"><c r="A1"><v>1</v></c></row>`, i+2) }) + `</sheetData>`
		},
		"columns": func(n int) string {
			return `<cols>` + repeated(n, func(i int) string { return fmt.Sprintf(`<col min="%d" max="16384" hidden="1"/>`, i%16000+2) }) + `</cols>` + rows(n, "")
		},
	}
}

// BenchmarkShapes shows that time grows with the length of a sheet: the ns/op
// of a shape grow no faster than n.
func BenchmarkShapes(b *testing.B) {
	all := shapes()
	for _, name := range []string{"faint", "merged", "linked", "apart", "stairs", "wide", "columns"} {
		for _, n := range []int{1000, 4000, 16000} {
			content := workbook(all[name](n), "xl/styles.xml", `<styleSheet><fonts><font/><font><color rgb="FFFFFFFF"/></font></fonts><cellXfs><xf/><xf fontId="1"/></cellXfs></styleSheet>`,
				"xl/worksheets/_rels/sheet1.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`+
					`<Relationship Id="l" Type="`+officeSpace+`/hyperlink" Target="https://example.org" TargetMode="External"/></Relationships>`)
			registry, err := converters.NewRegistry(xlsx.New())
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					env := converters.NewEnv(registry, converters.Limits{}, converters.Options{})
					in := converters.Input{Name: "in.xlsx", SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))}
					doc, err := registry.Convert(b.Context(), in, env)
					if err != nil {
						b.Fatal(err)
					}
					if _, err := markdown.Write(io.Discard, doc, markdown.WriteOptions{MaxChars: 10 << 20}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
