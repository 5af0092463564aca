package xlsx_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
)

// Cells of the usual form are read in one step, all others tag by tag.
func TestBothWaysToReadCellsGiveTheSame(t *testing.T) {
	forms := []string{
		`<c r="A1"><v>5</v></c>`, `<c r="B1" s="1" t="n"><v>1234.5</v></c>`, `<c r="C1" t="s"><v>1</v></c>`, `<c><v>7</v></c>`,
		`<c r="F1" t="b"><v>1</v></c>`, `<c r="G1" t="inlineStr"><is><t>a &amp; b</t></is></c>`, `<c r="H1" t="str"><v>x_x000A_y</v></c>`,
		`<c r="I1" t="e"><v>#N/A</v></c>`, `<c r="J1" s="2"><v>45000</v></c>`, `<c r="K1" t="inlineStr"><is><t> </t></is></c>`,
		`<c r="L1" s="9"><v>1e3</v></c>`, `<c r="M1" t="s"><v>99</v></c>`, `<c r="N1"><v></v></c>`, `<c r="O1" t="inlineStr"><is><t>` + strings.Repeat("long ", 50) + `</t></is></c>`,
		`<c r="2"><v>1</v></c>`, `<c r="AAAA1"><v>2</v></c>`, `<c r="xfd1"><v>3</v></c>`,
	}
	more := []string{
		"xl/sharedStrings.xml", `<sst><si><t>zero</t></si><si><t>one</t></si></sst>`,
		"xl/styles.xml", `<styleSheet><cellXfs><xf/><xf numFmtId="4"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
	}
	row := strings.Join(forms, "")
	slow := strings.ReplaceAll(row, "<c", `<c cm="1"`)
	want, warned, err := convert(t, workbook(`<sheetData><row r="1">`+slow+`</row></sheetData>`, more...), converters.Options{}, converters.Limits{})
	if err != nil || !strings.Contains(want, "1,234.50") {
		t.Fatalf("%v\n%s", err, want)
	}
	got, warnings, err := convert(t, workbook(`<sheetData><row r="1">`+row+`</row></sheetData>`, more...), converters.Options{}, converters.Limits{})
	if err != nil || got != want || fmt.Sprint(warned) != fmt.Sprint(warnings) {
		t.Errorf("%v\nin one step:\n%s\ntag by tag:\n%s\n%v\n%v", err, got, want, warnings, warned)
	}
}

func TestHostileWorkbooks(t *testing.T) {
	inline := func(ref, text string) string {
		return `<c r="` + ref + `" t="inlineStr"><is><t>` + text + `</t></is></c>`
	}
	var padded, tall strings.Builder
	for r := 1; r <= 2000; r++ {
		fmt.Fprintf(&padded, `<row r="%d"><c r="XFD%d"><v>%d</v></c></row>`, r, r, r)
		fmt.Fprintf(&tall, `<row r="%d" hidden="1"/>`, r*500)
	}
	var stairs strings.Builder
	stairs.WriteString(`<sheetData>`)
	for i := range 10000 {
		fmt.Fprintf(&stairs, `<row r="%d"><c r="%c%c%c%d"><v>1</v></c></row>`, i+1, 'A'+i/676, 'A'+i/26%26, 'A'+i%26, i+1)
	}
	stairs.WriteString(`</sheetData>`)
	var merges strings.Builder
	for i := range 20000 {
		fmt.Fprintf(&merges, `<mergeCell ref="A%d:XFD1048576"/>`, i+1)
	}
	var links strings.Builder
	for range 20000 {
		links.WriteString(`<hyperlink ref="A1:XFD1048576" r:id="l"/>`)
	}
	var apart strings.Builder
	for r := 1; r <= 30000; r++ {
		fmt.Fprintf(&apart, `<row r="%d">%s</row>`, 2*r, inline(fmt.Sprintf("A%d", 2*r), "x"))
	}
	for _, c := range []struct {
		name, sheet string
		kind        error
		most        int // bytes of Markdown
	}{
		{"cells in the last column", `<sheetData>` + padded.String() + `</sheetData>`, nil, 20_000},
		{"cells on a diagonal", stairs.String(), nil, 200_000},
		{"hidden rows without cells", `<sheetData>` + tall.String() + `</sheetData>`, converters.ErrCorrupt, 100},
		{"merged ranges over one another", `<sheetData><row r="1">` + inline("A1", "x") + `</row></sheetData><mergeCells>` + merges.String() + `</mergeCells>`, nil, 100},
		{"links over one another", `<sheetData><row r="1">` + inline("A1", "x") + `</row></sheetData><hyperlinks>` + links.String() + `</hyperlinks>`, nil, 100},
		{"thirty thousand lines apart", `<sheetData>` + apart.String() + `</sheetData>`, nil, 200_000},
		{"nested elements", `<sheetData>` + strings.Repeat("<a>", 1_000_000), converters.ErrLimit, 0},
		{"nested elements in a cell", `<sheetData><row><c>` + strings.Repeat("<a>", 1_000_000), converters.ErrLimit, 0},
		{"blanks", `<sheetData>` + strings.Repeat(" ", 9<<20) + `</sheetData>`, converters.ErrCorrupt, 0},
		{"a tag without end", `<sheetData><row r="` + strings.Repeat("1", 5<<20), converters.ErrCorrupt, 0},
		{"a comment without end", `<sheetData><!-- ` + strings.Repeat("-", 5<<20), converters.ErrCorrupt, 0},
		{"a column name without end", `<sheetData><row r="1"><c r="` + strings.Repeat("Z", 1<<16) + `1"><v>5</v></c></row></sheetData>`, nil, 100},
		{"rows out of order", `<sheetData><row r="5"><c><v>5</v></c></row><row r="1"><c><v>1</v></c></row><row r="5"><c><v>6</v></c></row></sheetData>`, nil, 100},
		{"every row the last", `<sheetData>` + strings.Repeat(`<row r="1048576"><c r="A1048576"><v>1</v></c></row>`, 5000) + `</sheetData>`, nil, 30_000},
		{"a row with too many cells", `<sheetData><row>` + strings.Repeat(`<c r="A1"><v>1</v></c>`, 20_000) + `</row></sheetData>`, converters.ErrLimit, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _, err := convert(t, workbook(c.sheet), converters.Options{}, converters.Limits{Ratio: 1 << 20})
			if !errors.Is(err, c.kind) || len(got) > c.most {
				t.Errorf("%v, %d bytes: %.200s", err, len(got), got)
			}
		})
	}
}

// A long text that many cells share costs what it shows.
func TestSharedTextCountsForEachCell(t *testing.T) {
	sheet := `<sheetData>` + strings.Repeat(`<row><c t="s"><v>0</v></c></row>`, 10_000) + `</sheetData>`
	texts := `<sst><si><t>` + strings.Repeat("long text ", 3000) + `</t></si></sst>`
	_, _, err := convert(t, workbook(sheet, "xl/sharedStrings.xml", texts), converters.Options{}, converters.Limits{})
	var over *converters.LimitError
	if !errors.As(err, &over) || over.Limit != converters.LimitText {
		t.Errorf("%v", err)
	}
}

func TestWorkbooksThatNameOnePartOftenReadItOnce(t *testing.T) {
	list := strings.Repeat(`<sheet name="S" sheetId="1" r:id="a"/>`, 500)
	content := pack(
		"xl/workbook.xml", `<workbook `+mainSpace+` xmlns:r="`+officeSpace+`"><sheets>`+list+`</sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`+
			`<Relationship Id="a" Type="`+officeSpace+`/worksheet" Target="sheet.xml"/></Relationships>`,
		"xl/sheet.xml", `<worksheet><sheetData><row><c><v>42</v></c></row></sheetData></worksheet>`)
	got, warnings, err := convert(t, content, converters.Options{}, converters.Limits{})
	if err != nil || strings.Count(got, "42") != 1 || len(warnings) != 1 || warnings[0].Count != 499 {
		t.Errorf("%v, %v\n%.300s", err, warnings, got)
	}
	if _, _, err := convert(t, content, converters.Options{}, converters.Limits{Entries: 100}); !errors.Is(err, converters.ErrLimit) {
		t.Errorf("more sheets than entries: %v", err)
	}
}

// A chart that relates to its drawing, and a drawing that holds itself.
func TestRelationshipsThatLeadInCirclesEnd(t *testing.T) {
	rel := func(kind, target string) string {
		return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
			`<Relationship Id="d" Type="` + officeSpace + `/` + kind + `" Target="` + target + `"/></Relationships>`
	}
	drawing := `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"` +
		` xmlns:r="` + officeSpace + `" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><xdr:absoluteAnchor><xdr:graphicFrame><a:graphic><a:graphicData>` +
		`<c:chart r:id="d"/></a:graphicData></a:graphic></xdr:graphicFrame></xdr:absoluteAnchor></xdr:wsDr>`
	got, _, err := convert(t, workbook(`<sheetData><row><c><v>1</v></c></row></sheetData><drawing xmlns:r="`+officeSpace+`" r:id="d"/>`,
		"xl/worksheets/_rels/sheet1.xml.rels", rel("drawing", "../drawings/d.xml"),
		"xl/drawings/d.xml", drawing,
		"xl/drawings/_rels/d.xml.rels", rel("chart", "d.xml")), converters.Options{}, converters.Limits{})
	if err != nil || !strings.Contains(got, "1") {
		t.Errorf("%v\n%s", err, got)
	}
}
