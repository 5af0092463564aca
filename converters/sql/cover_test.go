package sql

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/sql/lex"
	"github.com/seed353dc258/backstory/document"
)

// texts returns the inputs of the cases, and the files of the corpus where it
// is present.
func texts(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	cases, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatal("no cases", err)
	}
	for _, path := range cases {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if f.Name == "in.sql" && !strings.Contains(path, "limit-") {
				found[path] = string(f.Data)
			}
		}
	}
	paths, err := filepath.Glob(filepath.Join(os.Getenv("BACKSTORY_CORPUS"), "sql", "*.sql"))
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("BACKSTORY_CORPUS") == "" {
		paths = nil
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		found[path] = strings.ToValidUTF8(string(data), "?")
	}
	return found
}

// Every byte that is neither white space nor comment is in a piece that is
// shown as SQL, in a CREATE TABLE that is summed up, or in a statement all of
// whose values are cells.
func TestNothingIsLost(t *testing.T) {
	for name, text := range texts(t) {
		nothingLost(t, name, text)
	}
}

func FuzzNothingIsLost(f *testing.F) {
	f.Add("INSERT INTO t VALUES (1, 'a;''b'), (2, /* x */ \"c\");\nCREATE TABLE t (a, b); -- c\nGO\nSELECT '\\'';")
	f.Add("COPY t (a, b) FROM stdin;\n1\t2\n\\.\nSELECT $$;$$;\nINSERT t (a) VALUES (N'x')\nINSERT t (a) VALUES (E'\\'')")
	f.Fuzz(func(t *testing.T, text string) {
		if text = strings.ToValidUTF8(text, ""); !strings.Contains(strings.ToUpper(text), "DELIMITER") {
			nothingLost(t, "fuzz", text)
		}
	})
}

// nothingLost reads a text and reports what is in no piece and in no row.
func nothingLost(t *testing.T, name, text string) {
	t.Helper()
	env := converters.NewEnv(nil, converters.Limits{}, converters.Options{})
	r, err := readBest(context.Background(), env, lineFeeds(text))
	if err != nil {
		if errors.Is(err, converters.ErrLimit) {
			return
		}
		t.Fatalf("%s: %v", name, err)
	}
	doc := r.build()
	shown := ""
	if doc != nil {
		shown = fenced(doc.Blocks)
		streams(t, name, doc.Blocks)
	}
	for _, p := range r.catalog.pieces {
		if piece := strings.Trim(r.lex.Of(p.Span), " \t\n"); !strings.Contains(shown, piece) {
			t.Errorf("%s: the SQL of line %d is not shown: %q", name, p.line, piece)
		}
	}
	for _, gap := range r.gaps() {
		if rest := r.uncovered(gap); rest >= 0 {
			t.Errorf("%s: line %d is lost: %q", name, r.lines.lineOf(rest), r.lex.Text[rest:min(rest+60, len(r.lex.Text))])
		}
	}
}

// streams ranges over all rows, whose promise to be plain must hold.
func streams(t *testing.T, name string, blocks []document.Block) {
	t.Helper()
	document.Walk(blocks, func(b document.Block) bool {
		grid, ok := b.(*document.Table)
		if !ok {
			return true
		}
		for row, err := range grid.Source.Rows() {
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for _, c := range row.Cells {
				if row.Plain && strings.IndexFunc(c.Text, func(r rune) bool { return (r < ' ' || r > '~') && r != '\n' && r != '\t' }) >= 0 {
					t.Errorf("%s: a plain row has the cell %q", name, c.Text)
				}
			}
		}
		return true
	})
}

// gaps returns what is neither shown as SQL nor summed up.
func (r *reader) gaps() []lex.Span {
	var taken []lex.Span
	for _, p := range r.catalog.pieces {
		taken = append(taken, p.Span)
	}
	for i := range r.catalog.creations.count() {
		taken = append(taken, r.catalog.creations.at(int32(i)).whole().Span)
	}
	slices.SortFunc(taken, func(a, b lex.Span) int { return cmp.Compare(a.From, b.From) })
	var gaps []lex.Span
	at := 0
	for _, s := range taken {
		gaps = append(gaps, lex.Span{From: at, To: max(at, s.From)})
		at = max(at, s.To)
	}
	return append(gaps, lex.Span{From: at, To: len(r.lex.Text)})
}

// uncovered returns the first place in a gap that belongs to no rows, or -1.
func (r *reader) uncovered(gap lex.Span) int {
	segments := map[int]segment{}
	for _, t := range r.catalog.tables {
		for _, s := range t.segments {
			segments[s.at] = s
		}
	}
	r.lex.Delimit(";")
	for i := gap.From; ; {
		if i = r.lex.Blank(i); i >= gap.To {
			return -1
		}
		switch end := r.lex.BatchEnd(i); {
		case r.lex.Text[i] == ';' || r.lex.StartsLine(i) && end > i:
			i = max(end, i+1)
			continue
		}
		h, ok := insertHead(r.lex, i)
		copies := r.lex.Is(i, "COPY")
		if copies {
			h, _, _, ok = copyHead(r.lex, i)
		}
		s, known := segments[h.Rows]
		if !ok || !known || (s.form == formCopy) != copies {
			return i
		}
		if i = r.rowsCovered(s); i < 0 {
			return h.Rows
		}
	}
}

// rowsCovered returns where the statement ends that a segment is of, or -1 if
// its rows have more than their values.
func (r *reader) rowsCovered(s segment) int {
	if s.form == formCopy {
		rows, next := r.lex.CopyBlock(s.at)
		if fields := r.catalog.forms[s.copied].Fields(r.lex, s.at, rows, nil); fields[0].From != s.at || fields[len(fields)-1].To != rows {
			return -1
		}
		return next
	}
	if s.form == formSet {
		return r.setCovered(s.at)
	}
	for i := r.lex.RowBegin(s.at); ; {
		end, fields, ok := r.lex.Row(i, nil)
		if !ok || r.lex.Text[i] != '(' || r.lex.Text[end-1] != ')' {
			return -1
		}
		at := i + 1
		for k, f := range append(fields, lex.Span{From: end - 1, To: end}) {
			if k > 0 && k < len(fields) {
				if at = r.lex.Blank(at); r.lex.Text[at] != ',' {
					return -1
				}
				at++
			}
			if r.lex.Blank(at) != f.From {
				return -1
			}
			at = f.To
		}
		if i = r.lex.Blank(end); r.lex.At(i) != ',' {
			return r.behindRows(end)
		}
		i = r.lex.RowBegin(i + 1)
	}
}

// setCovered is rowsCovered for the row of an INSERT … SET.
func (r *reader) setCovered(i int) int {
	for {
		name, value, end := r.lex.Assignment(i)
		equals := r.lex.Blank(name.To)
		if r.lex.Blank(i) != name.From || r.lex.At(equals) != '=' || r.lex.Blank(equals+1) != value.From || r.lex.Blank(value.To) != r.lex.Blank(end) {
			return -1
		}
		if i = r.lex.Blank(end); r.lex.At(i) != ',' {
			return r.behindRows(end)
		}
		i++
	}
}

// behindRows returns where the statement ends whose rows end at i, or -1.
func (r *reader) behindRows(i int) int {
	for _, delimiter := range []string{";", "//", "|"} { // the others are of some cases
		r.lex.Delimit(delimiter)
		if stop, _, ok := afterRows(r.lex, i); ok {
			r.lex.Delimit(";")
			return stop
		}
	}
	return -1
}
