package xlsb_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/internal/officetest"
	"github.com/seed353dc258/backstory/converters/xlsb"
)

func TestConverter(t *testing.T) {
	convtest.Run(t, xlsb.New(), convtest.Big("big.xlsb", func() []byte { return ledger(t, 3_000, 3) }))
}

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, xlsb.New()) }

func FuzzParts(f *testing.F) { convtest.FuzzParts(f, xlsb.New()) }

func BenchmarkConvert(b *testing.B) {
	convtest.Bench(b, xlsb.New(), convtest.Big("big.xlsb", func() []byte { return ledger(b, 100_000, 0) }))
}

func TestCorpus(t *testing.T) { convtest.Corpus(t, xlsb.New()) }

// ledger returns a workbook of so many rows, a text and a number in each, and of records
// that nothing reads, which pack a little: so many of 4 MiB.
func ledger(t testing.TB, rows, more int) []byte {
	var cells, texts strings.Builder
	random := rand.New(rand.NewPCG(1, 2))
	for range more {
		cells.WriteString("4242 x")
		for range 4 << 20 / 32 {
			cells.WriteString(strings.Repeat(fmt.Sprintf("%016x", random.Uint64()), 4))
		}
		cells.WriteString("\n")
	}
	cells.WriteString("145\n")
	for i := range rows {
		fmt.Fprintf(&cells, "0 u%d u0 h300 h0 b0 u0\n7 u0 u0 u%d\n5 u1 u0 f%d.25\n", i, i, i)
		fmt.Fprintf(&texts, "19 b0 \"item number %d\"\n", i)
	}
	cells.WriteString("146\n")
	return pack(t, map[string]string{"xl/worksheets/sheet1.bin": cells.String(), "xl/sharedStrings.bin": texts.String()})
}

// pack makes a workbook of one sheet from descriptions of its parts.
func pack(t testing.TB, parts map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	parts["xl/workbook.bin"] = "156 u0 u1 \"s\" \"Ledger\"\n"
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		content, err := officetest.Records(parts[name])
		if err != nil {
			t.Fatal(err)
		}
		add(t, w, name, content)
	}
	const kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	add(t, w, "xl/_rels/workbook.bin.rels", []byte(`<Relationships><Relationship Id="s" Type="`+kind+`worksheet" Target="worksheets/sheet1.bin"/>`+
		`<Relationship Id="t" Type="`+kind+`sharedStrings" Target="sharedStrings.bin"/></Relationships>`))
	add(t, w, "[Content_Types].xml", []byte(`<Types/>`))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func add(t testing.TB, w *zip.Writer, name string, content []byte) {
	t.Helper()
	f, err := w.Create(name)
	if err == nil {
		_, err = f.Write(content)
	}
	if err != nil {
		t.Fatal(err)
	}
}
