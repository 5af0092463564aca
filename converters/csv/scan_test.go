package csv

import (
	stdcsv "encoding/csv"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/document"
)

// shown is a record as these tests compare it.
type shown struct {
	Cells        []string
	First, Lines int
	Unterminated int
	Stray        int
}

// scanAll reads a text in chunks of a size; the whole at once if it is 0.
func scanAll(t testing.TB, d dialect, text string, size, longest int) []shown {
	t.Helper()
	if size == 0 {
		size = len(text) + 1
	}
	source := iotest.OneByteReader(strings.NewReader(text))
	s := &scanner{src: source, longest: longest, buf: make([]byte, size)}
	s.runs.dialect = d
	var out []shown
	for s.next() {
		r := shown{First: s.record.first, Lines: s.record.lines}
		if !s.record.plain {
			r.Unterminated, r.Stray = s.record.unterminated, s.record.stray
		}
		for f := range s.all() {
			r.Cells = append(r.Cells, s.runs.value(string(s.runs.text[f.from:f.to]), f.quotes))
		}
		out = append(out, r)
	}
	if s.err != nil {
		t.Fatal(s.err)
	}
	return out
}

// soup returns a random text of the characters that matter.
func soup(r *rand.Rand, letters string, n int) string {
	var b strings.Builder
	for range n {
		b.WriteByte(letters[r.IntN(len(letters))])
	}
	return b.String()
}

const soups = 5000

// differ is cmp.Diff, which takes its time, for values that do differ.
func differ(want, got any) string {
	if reflect.DeepEqual(want, got) {
		return ""
	}
	return cmp.Diff(want, got)
}

func TestRecordsDoNotDependOnChunks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range soups {
		text := soup(r, "a\"\"\"\", \n\r\\", 1+r.IntN(60))
		d := dialect{comma: ',', backslash: i%5 == 0}
		longest := 4 + r.IntN(60)
		want := scanAll(t, d, text, 0, longest)
		for _, size := range []int{1, 2, 3, 7, 16, 33} {
			if diff := differ(want, scanAll(t, d, text, size, longest)); diff != "" {
				t.Fatalf("%q in chunks of %d, fields of %d: %s", text, size, longest, diff)
			}
		}
	}
}

func TestQuotesFollowTheRules(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range soups {
		text := soup(r, "ab\"\"\"\", \n\r\\", 1+r.IntN(80))
		d := dialect{comma: ',', backslash: i%5 == 0}
		longest := 4 + r.IntN(90)
		want := rules{d, text, longest}.records()
		if diff := differ(want, scanAll(t, d, text, 0, longest)); diff != "" {
			t.Fatalf("%q, fields of %d: %s", text, longest, diff)
		}
	}
}

// The first pass counts what the second one stores.
func TestCountingIsStoringWithoutTheFields(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range soups {
		text := soup(r, "ab\"\"\",,,, \n\r", 1+r.IntN(80))
		type size struct{ Fields, Filled, Line int }
		var stored, counted []size
		for _, counting := range []bool{false, true} {
			s := sampleScanner(dialect{comma: ','}, []byte(text), false)
			s.counting = counting
			for s.next() {
				fields, filled := s.size()
				if counting {
					counted = append(counted, size{fields, filled, s.record.first})
					continue
				}
				all, last := 0, 0
				for f := range s.all() {
					if all++; !blank(s.runs.text[f.from:f.to]) {
						last = all
					}
				}
				stored = append(stored, size{all, last, s.record.first})
				if fields != all || filled != last {
					t.Fatalf("%q, line %d: %d and %d fields, want %d and %d", text, s.record.first, fields, filled, all, last)
				}
			}
		}
		if diff := differ(stored, counted); diff != "" {
			t.Fatalf("%q: %s", text, diff)
		}
	}
}

// The second pass gives the fields up to the last one with text.
func TestRowsHoldTheFields(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range soups {
		text := soup(r, "abcdefgh\",,, \n\x2d\xad", 1+r.IntN(200))
		s := sampleScanner(dialect{comma: ','}, []byte(text), false)
		var wanted [][]string
		for s.next() {
			want := []string{}
			for f := range s.all() {
				want = append(want, s.runs.value(text[f.from:f.to], f.quotes))
			}
			_, filled := s.size()
			wanted = append(wanted, want[:filled:filled])
		}
		for _, columns := range []int{1000, 3, 1} {
			s := sampleScanner(dialect{comma: ','}, []byte(text), false)
			s.cells, s.str = make([]document.Cell, columns), text
			for i := 0; s.next(); i++ {
				got := []string{}
				width := s.fill()
				for _, c := range s.cells[:min(width, columns)] {
					got = append(got, c.Text)
				}
				want := wanted[i]
				if diff := differ(want[:min(len(want), columns)], got); diff != "" || width != len(want) {
					t.Fatalf("%q, line %d: %d fields, want %d: %s", text, s.record.first, width, len(want), diff)
				}
			}
		}
	}
}

func TestPrintableTextIsFoundExactly(t *testing.T) {
	for b := range 256 {
		want := b >= ' ' && b <= '~' || b == '\n' || b == '\t' || b == '\r'
		for at := range 17 {
			text := []byte("a\nb,\t \r~\"cdefghij")
			text[at] = byte(b)
			if printable(text) != want {
				t.Fatalf("%q: %v", text, !want)
			}
		}
	}
}

func TestWellFormedRecordsAreThoseOfTheStandardLibrary(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range soups {
		comma := ",;\t|"[r.IntN(4)]
		var records [][]string
		for range 1 + r.IntN(5) {
			record := make([]string, 1+r.IntN(5))
			for j := range record {
				record[j] = soup(r, "abcé\", ;\t|\n", r.IntN(8))
			}
			record[0] += "x" // the standard library leaves out blank lines
			records = append(records, record)
		}
		var b strings.Builder
		w := stdcsv.NewWriter(&b)
		w.Comma, w.UseCRLF = rune(comma), r.IntN(3) == 0
		if err := w.WriteAll(records); err != nil {
			t.Fatal(err)
		}
		reader := stdcsv.NewReader(strings.NewReader(b.String()))
		reader.Comma, reader.FieldsPerRecord = rune(comma), -1
		want, err := reader.ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		var got [][]string
		for _, record := range scanAll(t, dialect{comma: comma}, b.String(), 64, maxQuoted) {
			for i, cell := range record.Cells {
				record.Cells[i] = strings.ReplaceAll(cell, "\r\n", "\n")
			}
			if record.Unterminated+record.Stray > 0 {
				t.Fatalf("%q: %+v", b.String(), record)
			}
			got = append(got, record.Cells)
		}
		if diff := differ(want, got); diff != "" {
			t.Fatalf("%q: %s", b.String(), diff)
		}
	}
}

func TestEmptyFieldsTakeNoMemory(t *testing.T) {
	commas := strings.Repeat(",", 5000)
	s := sampleScanner(dialect{comma: ','}, []byte(`"a"`+commas+`"b"`+commas+"\n"+commas+`""`+commas), false)
	for _, want := range []struct{ fields, filled, stored int }{{10001, 5001, 5001}, {10001, 0, 0}} {
		if !s.next() {
			t.Fatal("no record")
		}
		fields, filled := s.size()
		all := 0
		for range s.all() {
			all++
		}
		if fields != want.fields || filled != want.filled || len(s.record.fields) != want.stored || all != want.fields {
			t.Errorf("%d fields, %d filled, %d stored, %d given; want %+v", fields, filled, len(s.record.fields), all, want)
		}
	}
}

func TestOfManyFieldsTheOnesWithTextAreKept(t *testing.T) {
	s := sampleScanner(dialect{comma: ','}, []byte("a,,b"+strings.Repeat(",", 2000)+`"x",`), false)
	if !s.next() {
		t.Fatal("no record")
	}
	for i, f := range s.record.fields {
		want := map[int]string{0: "a", 2: "b", 2002: "x"}[i]
		if got := string(s.runs.text[f.from:f.to]); got != want {
			t.Errorf("field %d is %q, want %q", i, got, want)
		}
	}
	if len(s.record.fields) != 2003 {
		t.Errorf("%d fields", len(s.record.fields))
	}
}

func TestBufferShrinksBehindALongRecord(t *testing.T) {
	text := `"` + strings.Repeat("x", 3*chunk) + "\"\n" + strings.Repeat("a,b\n", 2*chunk)
	s := newScanner(strings.NewReader(text), make([]byte, chunk), 0)
	s.runs.comma = ','
	most := 0
	for s.next() {
		most = max(most, len(s.buf))
	}
	if most <= 3*chunk || len(s.buf) != chunk {
		t.Errorf("the buffer had up to %d bytes, and has %d", most, len(s.buf))
	}
}
