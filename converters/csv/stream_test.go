package csv_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/csv"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/gate"
)

// endless is a text that repeats, as long as one asks for.
type endless string

// ReadAt implements [io.ReaderAt].
func (e endless) ReadAt(p []byte, off int64) (int, error) {
	n := copy(p, e[off%int64(len(e)):])
	for n < len(p) {
		n += copy(p[n:], e)
	}
	return n, nil
}

// unlimited returns limits that no test file passes.
func unlimited() converters.Limits {
	return converters.Limits{Input: 1 << 40, Nodes: 1 << 40, Cells: 1 << 40, Text: 1 << 40, Steps: 1 << 60}
}

// source converts an input and returns its table.
func source(t testing.TB, name string, content io.ReaderAt, size int64) *document.Table {
	t.Helper()
	env := converters.NewEnv(nil, unlimited(), converters.Options{})
	in := converters.Input{Name: name, SectionReader: io.NewSectionReader(content, 0, size)}
	doc, err := csv.New().Convert(t.Context(), in, env)
	if err != nil {
		t.Fatal(err)
	}
	return doc.Blocks[0].(*document.Table)
}

// A file of any size takes a chunk of memory and no allocation for a field.
func TestRowsStream(t *testing.T) {
	const size = 200 << 20
	content := endless(strings.Repeat("2024-01-31,\"Doe, Jane\",jane.doe@example.org,12.50\n", 1000) +
		strings.Repeat("2024-02-29,John Roe,john.roe@example.org,7\r\n", 1000))
	var before, middle, after runtime.MemStats
	runtime.ReadMemStats(&before)
	table := source(t, "a.csv", content, size)
	rows, cells := 0, 0
	for row, err := range table.Source.Rows() {
		if err != nil {
			t.Fatal(err)
		}
		rows++
		cells += len(row.Cells)
		if rows == 2_000_000 {
			runtime.GC()
			runtime.ReadMemStats(&middle)
		}
	}
	runtime.ReadMemStats(&after)
	if rows < 4_000_000 || cells < 4*rows-4 {
		t.Fatalf("%d rows with %d cells", rows, cells)
	}
	if held := int64(middle.HeapAlloc) - int64(before.HeapAlloc); held > 4<<20 {
		t.Errorf("%d bytes are held in the middle of the file", held)
	}
	if n := after.Mallocs - before.Mallocs; n > 20_000 {
		t.Errorf("%d allocations for %d cells", n, cells)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 3*size {
		t.Errorf("%d bytes allocated for %d bytes read", n, size)
	}
}

// A quote that is never closed is looked for in a bounded part of the file.
func TestOpenQuoteHoldsABoundedPart(t *testing.T) {
	const size = 48 << 20
	content := "a,b\n\"x,1\n" + strings.Repeat("y,2\n", 4<<20)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	table := source(t, "a.csv", endless(content), size)
	rows := 0
	for row, err := range table.Source.Rows() {
		if err != nil {
			t.Fatal(err)
		}
		if rows++; rows == 2 && row.Cells[0].Text != `"x` {
			t.Errorf("second row: %+v", row)
		}
		if rows == 1000 {
			runtime.GC()
			runtime.ReadMemStats(&after)
		}
	}
	if rows < size/6 {
		t.Errorf("%d rows", rows)
	}
	if held := int64(after.HeapAlloc) - int64(before.HeapAlloc); held > 40<<20 {
		t.Errorf("%d bytes are held", held)
	}
}

// A file of one endless line ends at the limit of text, not of memory.
func TestLongLineEndsAtTheLimit(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := convertErr(t, endless("x"), 1<<30, converters.Limits{Text: 1 << 20})
	runtime.ReadMemStats(&after)
	var limit *converters.LimitError
	if !errors.As(err, &limit) || limit.Limit != converters.LimitText || limit.Pos.Lines.First != 1 {
		t.Errorf("error %v", err)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 40<<20 {
		t.Errorf("%d bytes allocated", n)
	}
}

// A wide header over many short rows makes a small file a large table. The
// work of writing it is counted before it is done.
func TestWideTableOfShortRowsIsCountedByItsArea(t *testing.T) {
	text := strings.Repeat("h,", 16_000) + "h\n" + strings.Repeat("x\n", 300_000)
	err := convertErr(t, strings.NewReader(text), int64(len(text)), converters.Limits{})
	var limit *converters.LimitError
	if !errors.As(err, &limit) || limit.Limit != converters.LimitSteps {
		t.Errorf("error %v", err)
	}
}

// convertErr returns the error of a conversion within limits.
func convertErr(t *testing.T, content io.ReaderAt, size int64, limits converters.Limits) error {
	t.Helper()
	env := converters.NewEnv(nil, limits, converters.Options{})
	in := converters.Input{Name: "a.csv", SectionReader: io.NewSectionReader(content, 0, size)}
	_, err := csv.New().Convert(t.Context(), in, env)
	return err
}

// The gate does not look at rows that are said to be plain.
func TestPlainRowsHoldNothingForTheGate(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	letters := []string{"a", "b", ",", ",", "\n", "\r\n", "\"", "\"", " ", "\t", "é", "\x1b[1m", "\x7f", "\u200b", "\u2028", "\x0c", "\r"}
	plain := 0
	for range 5000 {
		text := "a,b\n"
		n := 4 + r.IntN(len(letters)-4) // often without the last ones
		for range r.IntN(40) {
			text += letters[r.IntN(n)]
		}
		table := source(t, "a.csv", strings.NewReader(text), int64(len(text)))
		for row, err := range table.Source.Rows() {
			if err != nil {
				t.Fatal(err)
			}
			if !row.Plain {
				continue
			}
			plain++
			for _, cell := range row.Cells {
				var gate gate.Gate
				if clean := gate.Text(cell.Text); clean != cell.Text || strings.Contains(clean, "\r") {
					t.Fatalf("%q: the gate makes %q of the cell %q", text, clean, cell.Text)
				}
			}
		}
	}
	if plain < 5000 {
		t.Errorf("only %d plain rows were seen", plain)
	}
}

// people returns a table as a shop or an office exports it, of about size
// bytes: short cells, some of them quoted.
func people(size int) []byte {
	cities := []string{"Berlin", "Paris", "New York", "Madrid", "Wellington"}
	notes := []string{"", "paid in full", `"refund, in part"`, `"see ""terms"""`, "ok", `"called back, no answer"`}
	b := []byte("id,name,mail,city,joined,amount,status,note\n")
	for i := 0; len(b) < size; i++ {
		b = fmt.Appendf(b, "%d,Person %d,person.%d@example.org,%s,2024-%02d-%02d,%d.50,active,%s\n",
			i, i, i, cities[i%5], 1+i%12, 1+i%28, i*37%10000, notes[i%6])
	}
	return b
}

// Empty fields beyond what the scanner keeps are nowhere in the text.
func TestAFirstRowOfCommasBehindAnother(t *testing.T) {
	text := "a,b\n\"x\"" + strings.Repeat(",", 3000) + "\n1,2\n"
	table := source(t, "a.csv", strings.NewReader(text), int64(len(text)))
	rows := 0
	for _, err := range table.Source.Rows() {
		if err != nil {
			t.Fatal(err)
		}
		rows++
	}
	if rows != 3 {
		t.Errorf("%d rows", rows)
	}
}
