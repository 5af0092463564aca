package numfmt

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// oracle makes testdata/oracle.tsv again: go test -run Oracle -oracle. It
// needs soffice. A line is an epoch, a code, a number, what LibreOffice
// shows, and where ours is another, ours and why. To add a case, write its
// first three columns.
var oracle = flag.Bool("oracle", false, "ask LibreOffice for the third column of testdata/oracle.tsv")

const (
	oraclePath = "testdata/oracle.tsv"
	minOracle  = 300
)

// oracleCase is a line of the table.
type oracleCase struct{ epoch, code, value, want, ours, why string }

func loadOracle(t *testing.T) []oracleCase {
	t.Helper()
	data, err := os.ReadFile(oraclePath)
	if err != nil {
		t.Fatal(err)
	}
	var out []oracleCase
	for line := range strings.Lines(string(data)) {
		f := append(strings.Split(strings.TrimRight(line, "\n"), "\t"), "", "", "")
		if len(f) < 6 {
			t.Fatalf("a line with too few columns: %q", line)
		}
		out = append(out, oracleCase{f[0], f[1], f[2], f[3], f[4], f[5]})
	}
	return out
}

func TestNumbersLookAsInLibreOffice(t *testing.T) {
	cases := loadOracle(t)
	if *oracle {
		askOracle(t, cases)
	}
	differ := 0
	for _, c := range cases {
		epoch := Epoch1900
		if c.epoch == "1904" {
			epoch = Epoch1904
		}
		n, ok := ParseNumber(c.value)
		if !ok {
			t.Fatalf("%q is no number", c.value)
		}
		want := c.want
		if c.why != "" {
			want = c.ours
			differ++
			if c.ours == c.want {
				t.Errorf("%s %q %s: listed as different, and is not", c.epoch, c.code, c.value)
			}
		}
		if got := string(Parse(c.code).Append(nil, &n, epoch)); got != want {
			t.Errorf("%s\t%s\t%s\tis %q, want %q", c.epoch, c.code, c.value, got, want)
		}
	}
	if len(cases)-differ < minOracle {
		t.Errorf("%d cases agree, %d differ", len(cases)-differ, differ)
	}
	t.Logf("%d cases, %d of them with a reason to differ", len(cases), differ)
}

// askOracle fills in what LibreOffice shows, and writes the table.
func askOracle(t *testing.T, cases []oracleCase) {
	t.Helper()
	for _, epoch := range []string{"1900", "1904"} {
		var some []*oracleCase
		for i := range cases {
			if cases[i].epoch == epoch {
				some = append(some, &cases[i])
			}
		}
		for i, text := range shown(t, epoch, some) {
			some[i].want = text
		}
	}
	var b strings.Builder
	for _, c := range cases {
		line := []string{c.epoch, c.code, c.value, c.want, c.ours, c.why}
		if c.why == "" {
			line = line[:4]
		}
		b.WriteString(strings.Join(line, "\t") + "\n")
	}
	if err := os.WriteFile(oraclePath, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// shown returns the texts of a workbook with one case a row.
func shown(t *testing.T, epoch string, cases []*oracleCase) []string {
	t.Helper()
	dir := t.TempDir()
	book := filepath.Join(dir, "oracle.xlsx")
	if err := os.WriteFile(book, workbook(t, epoch, cases), 0o644); err != nil {
		t.Fatal(err)
	}
	c := exec.Command("soffice", "-env:UserInstallation=file://"+filepath.Join(dir, "office"), "--headless",
		"--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76,1", "--outdir", dir, book)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	data, err := os.ReadFile(filepath.Join(dir, "oracle.csv"))
	if err != nil {
		t.Fatal(err)
	}
	r := csv.NewReader(bytes.NewReader(data))
	r.FieldsPerRecord = -1
	records, err := r.ReadAll()
	if err != nil || len(records) != len(cases) {
		t.Fatalf("%d rows of %d: %v", len(records), len(cases), err)
	}
	var texts []string
	for _, record := range records {
		texts = append(texts, strings.TrimSpace(record[1]))
	}
	return texts
}

// workbook makes a workbook with a style for each code.
func workbook(t *testing.T, epoch string, cases []*oracleCase) []byte {
	t.Helper()
	var codes []string
	var formats, styles, rows strings.Builder
	for i, c := range cases {
		at := slices.Index(codes, c.code)
		if at < 0 {
			at = len(codes)
			codes = append(codes, c.code)
			var escaped bytes.Buffer
			if err := xml.EscapeText(&escaped, []byte(c.code)); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&formats, `<numFmt numFmtId="%d" formatCode="%s"/>`, 200+at, escaped.String())
			fmt.Fprintf(&styles, `<xf numFmtId="%d" applyNumberFormat="1"/>`, 200+at)
		}
		fmt.Fprintf(&rows, `<row r="%d"><c r="A%d" t="inlineStr"><is><t>x</t></is></c><c r="B%d" s="%d"><v>%s</v></c></row>`, i+1, i+1, i+1, at, c.value)
	}
	const main = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	const packaged = "http://schemas.openxmlformats.org/package/2006"
	date := map[string]string{"1900": "0", "1904": "1"}[epoch]
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, part := range [][2]string{
		{"[Content_Types].xml", `<Types xmlns="` + packaged + `/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>` +
			`<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>` +
			`<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`},
		{"_rels/.rels", `<Relationships xmlns="` + packaged + `/relationships"><Relationship Id="r" Type="` + office + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"xl/workbook.xml", `<workbook ` + main + ` xmlns:r="` + office + `"><workbookPr date1904="` + date + `"/><sheets><sheet name="S" sheetId="1" r:id="a"/></sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", `<Relationships xmlns="` + packaged + `/relationships"><Relationship Id="a" Type="` + office + `/worksheet" Target="worksheets/sheet1.xml"/>` +
			`<Relationship Id="b" Type="` + office + `/styles" Target="styles.xml"/></Relationships>`},
		{"xl/styles.xml", `<styleSheet ` + main + `><numFmts>` + formats.String() + `</numFmts><fonts><font/></fonts><fills><fill/></fills><borders><border/></borders><cellXfs>` + styles.String() + `</cellXfs></styleSheet>`},
		{"xl/worksheets/sheet1.xml", `<worksheet ` + main + `><sheetData>` + rows.String() + `</sheetData></worksheet>`},
	} {
		f, err := w.Create(part[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(part[1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
