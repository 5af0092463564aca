package xlsx_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/xlsx"
)

// A header alone is kept, where Coqui's case fails.
//
// coqui: 36, 95, 96, 97
func TestConverter(t *testing.T) {
	convtest.Run(t, xlsx.New(), convtest.Big("big.xlsx", func() []byte { return numbers(3000, 10, 4<<10) }))
}

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, xlsx.New()) }

func FuzzParts(f *testing.F) { convtest.FuzzParts(f, xlsx.New()) }

func BenchmarkConvert(b *testing.B) {
	convtest.Bench(b, xlsx.New(), convtest.Big("big.xlsx", func() []byte { return numbers(20000, 10, 0) }))
}

func TestCorpus(t *testing.T) { convtest.Corpus(t, xlsx.New()) }

const (
	mainSpace   = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	officeSpace = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
)

// pack makes a package of parts: a name, then its content.
func pack(parts ...string) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i+1 < len(parts); i += 2 {
		f, err := w.Create(parts[i])
		if err != nil {
			panic(err)
		}
		if _, err := f.Write([]byte(parts[i+1])); err != nil {
			panic(err)
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// workbook makes a workbook of one sheet.
func workbook(sheet string, more ...string) []byte {
	return pack(append([]string{
		"xl/workbook.xml", `<workbook ` + mainSpace + ` xmlns:r="` + officeSpace + `"><sheets><sheet name="S" sheetId="1" r:id="a"/></sheets></workbook>`,
		"xl/worksheets/sheet1.xml", `<worksheet ` + mainSpace + `>` + sheet + `</worksheet>`,
	}, more...)...)
}

// numbers makes a workbook as programs write it, of texts, numbers and dates.
// Each row has a comment of so many bytes in front of it, which makes the part
// long enough for every limit to count and costs little.
func numbers(rows, cols, comment int) []byte {
	var b strings.Builder
	random := rand.New(rand.NewPCG(1, 2))
	b.WriteString(`<sheetData>`)
	for r := 1; r <= rows; r++ {
		if comment > 0 {
			b.WriteString("<!--")
			for range comment / 64 {
				b.WriteString(strings.Repeat(fmt.Sprintf("%016x", random.Uint64()), 4))
			}
			b.WriteString("-->")
		}
		fmt.Fprintf(&b, `<row r="%d" spans="1:%d">`, r, cols)
		for c := range cols {
			ref := fmt.Sprintf("%c%d", 'A'+c, r)
			switch {
			case r == 1 || c%4 == 0:
				fmt.Fprintf(&b, `<c r="%s" t="s"><v>%d</v></c>`, ref, (r+c)%100)
			case c%4 == 1:
				fmt.Fprintf(&b, `<c r="%s"><v>%d</v></c>`, ref, r*c)
			case c%4 == 2:
				fmt.Fprintf(&b, `<c r="%s" s="1"><v>%d.%02d</v></c>`, ref, r*7%100000, c)
			default:
				fmt.Fprintf(&b, `<c r="%s" s="2"><v>%d</v></c>`, ref, 40000+r%9000)
			}
		}
		b.WriteString(`</row>`)
	}
	b.WriteString(`</sheetData>`)
	var texts strings.Builder
	for i := range 100 {
		fmt.Fprintf(&texts, `<si><t>Text number %d</t></si>`, i)
	}
	return workbook(b.String(),
		"xl/sharedStrings.xml", `<sst `+mainSpace+`>`+texts.String()+`</sst>`,
		"xl/styles.xml", `<styleSheet `+mainSpace+`><cellXfs><xf numFmtId="0"/><xf numFmtId="4"/><xf numFmtId="14"/></cellXfs></styleSheet>`)
}
