package csv

import (
	stdcsv "encoding/csv"
	"fmt"
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
	s := &scanner{dialect: d, src: source, longest: longest, buf: make([]byte, size)}
	var out []shown
	for s.next() {
		r := shown{First: s.first, Lines: s.lines}
		if !s.plain {
			r.Unterminated, r.Stray = s.unterminated, s.stray
		}
		for f := range s.all() {
			r.Cells = append(r.Cells, s.value(string(s.text[f.from:f.to]), f.quotes))
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
					counted = append(counted, size{fields, filled, s.first})
					continue
				}
				all, last := 0, 0
				for f := range s.all() {
					if all++; !blank(s.text[f.from:f.to]) {
						last = all
					}
				}
				stored = append(stored, size{all, last, s.first})
				if fields != all || filled != last {
					t.Fatalf("%q, line %d: %d and %d fields, want %d and %d", text, s.first, fields, filled, all, last)
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
		for s.next() {
			var want, got []string
			for f := range s.all() {
				want = append(want, s.value(text[f.from:f.to], f.quotes))
			}
			_, filled := s.size()
			cells := make([]document.Cell, filled)
			width, ok := s.fill(cells, text)
			for _, c := range cells[:width] {
				got = append(got, c.Text)
			}
			if diff := differ(want[:filled:filled], append([]string{}, got...)); diff != "" || !ok {
				t.Fatalf("%q, line %d: %s", text, s.first, diff)
			}
			if filled > 0 {
				if _, ok := s.fill(cells[1:], text); ok {
					t.Fatalf("%q, line %d: %d fields fit %d cells", text, s.first, filled, filled-1)
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
		for _, record := range scanAll(t, dialect{comma: comma}, b.String(), 64, quotedMost) {
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

// rules reads records as the comment in quote.go says, each field for itself
// and in quadratic time.
type rules struct {
	dialect
	text    string
	longest int
}

// cell is a field of the rules.
type cell struct {
	text   string
	quotes quotes
}

func (r rules) records() []shown {
	var out []shown
	line := 1
	for p := 0; p < len(r.text); {
		var record shown
		start := p
		record, p = r.record(p)
		record.First, record.Lines = line, len(endsOf(r.text[start:p]))
		if !strings.HasSuffix(r.text[:p], "\n") && !strings.HasSuffix(r.text[:p], "\r") {
			record.Lines++
		}
		line += record.Lines
		out = append(out, record)
	}
	return out
}

// endsOf returns the line ends of a text.
func endsOf(text string) []string {
	var ends []string
	for i := 0; i < len(text); i++ {
		switch {
		case strings.HasPrefix(text[i:], "\r\n"):
			ends = append(ends, "\r\n")
			i++
		case text[i] == '\r' || text[i] == '\n':
			ends = append(ends, text[i:i+1])
		}
	}
	return ends
}

func (r rules) record(p int) (record shown, next int) {
	for ; ; p++ {
		eol := r.eol(p)
		q := r.unblank(p)
		f, after := cell{}, -1
		if q < eol && r.text[q] == '"' {
			f, after = r.quoted(q, q > p, &record)
		}
		if after < 0 {
			after = p
			for after < eol && r.text[after] != r.comma {
				after++
			}
			f.text = r.text[p:after]
		}
		record.Cells = append(record.Cells, r.value(f.text, f.quotes))
		p = r.unblank(after)
		if p < len(r.text) && r.text[p] == r.comma {
			continue
		}
		if ends := endsOf(r.text[p:]); len(ends) > 0 {
			return record, p + len(ends[0])
		}
		return record, p
	}
}

// quoted returns the field with a quote at q and the place behind it, -1 if
// it is not quoted.
func (r rules) quoted(q int, blanks bool, record *shown) (cell, int) {
	eol := r.eol(q)
	runs := r.runs(q)
	first := runs[0]
	limit := q + r.longest
	if first.at == q && first.kind == runClose {
		return cell{r.text[q+1 : first.end-1], quotesEscaped}, first.end
	}
	if first.at == q { // an even run: a stray quote right at the begin
		return r.line(q, runs[1:], eol, blanks, record)
	}
	switch {
	case first.at >= limit || first.kind == runOpen || first.kind == runNone:
		if !blanks {
			record.Unterminated++
		}
		return cell{}, -1
	case first.kind == runStray:
		return r.line(q, runs[1:], min(r.eol(first.at), limit), blanks, record)
	case blanks && first.at >= eol:
		return cell{}, -1
	}
	return cell{r.text[q+1 : first.end-1], quotesEscaped}, first.end
}

// line looks for the end of a field with stray quotes in one line.
func (r rules) line(q int, runs []run, eol int, blanks bool, record *shown) (cell, int) {
	if blanks {
		return cell{}, -1
	}
	record.Stray++
	for _, run := range runs {
		if run.at >= eol || run.kind == runOpen {
			break
		}
		if run.kind == runClose {
			return cell{text: r.text[q:run.end]}, run.end
		}
	}
	return cell{}, -1
}

// runs returns the odd runs of quotes as the field with a quote at q sees
// them: its own first quote is not one of them.
func (r rules) runs(q int) []run {
	var out []run
	for i := q + 1; i < len(r.text); i++ {
		if r.text[i] != '"' || r.escaped(i) {
			continue
		}
		end := i
		for end < len(r.text) && r.text[end] == '"' {
			end++
		}
		n, at := end-i, i
		if i == q+1 {
			at = q
		}
		i = end - 1
		if n%2 == 0 {
			continue
		}
		kind := runStray
		next := r.unblank(end)
		switch {
		case next == len(r.text) || strings.IndexByte("\r\n,", r.text[next]) >= 0:
			kind = runClose
		case at != q && strings.IndexByte("\r\n,", r.text[at-1]) >= 0:
			kind = runOpen
		}
		out = append(out, run{at, end, kind})
	}
	return append(out, run{at: len(r.text), end: len(r.text)})
}

func (r rules) escaped(i int) bool {
	n := len(r.text[:i]) - len(strings.TrimRight(r.text[:i], `\`))
	return r.backslash && n%2 == 1
}

func (r rules) eol(p int) int {
	if i := strings.IndexAny(r.text[p:], "\r\n"); i >= 0 {
		return p + i
	}
	return len(r.text)
}

func (r rules) unblank(p int) int {
	for p < len(r.text) && (r.text[p] == ' ' || r.text[p] == '\t') {
		p++
	}
	return p
}

// BenchmarkHostileQuotes shows that time by byte does not grow with the size.
func BenchmarkHostileQuotes(b *testing.B) {
	for _, c := range []struct{ name, unit string }{
		{"quotes", `"`},
		{"open", `"a,`},
		{"open-lines", "\"a,b\n"},
		{"stray", `"a"b,`},
		{"even", `""a,`},
		{"even-and-stray", `""a,b"c,`},
		{"blank", ` "a"b,`},
		{"ditto", "x,\"\n"},
		{"backslash", `"\",`},
		{"returns", "\r"},
		{"fields", `"",`},
	} {
		for _, n := range []int{1 << 16, 1 << 18, 1 << 20} {
			text := strings.Repeat(c.unit, n/len(c.unit))
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) {
				b.SetBytes(int64(n))
				for b.Loop() {
					s := newScanner(strings.NewReader(text), 0)
					s.dialect = dialect{comma: ',', backslash: c.name == "backslash"}
					for s.next() {
					}
				}
			})
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
		if fields != want.fields || filled != want.filled || len(s.fields) != want.stored || all != want.fields {
			t.Errorf("%d fields, %d filled, %d stored, %d given; want %+v", fields, filled, len(s.fields), all, want)
		}
	}
}
