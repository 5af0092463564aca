package sql_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/sql"
	"github.com/seed353dc258/backstory/document"
)

// numbered repeats a text up to a size, with its number for each %d.
func numbered(text string) func(size int) []byte {
	return func(size int) []byte {
		b := make([]byte, 0, size+len(text)+16)
		for i := 0; len(b) < size; i++ {
			if strings.Contains(text, "%d") {
				b = fmt.Appendf(b, strings.ReplaceAll(text, "%d", "%[1]d"), i)
			} else {
				b = append(b, text...)
			}
		}
		return b
	}
}

// behind puts a text in front of what another function makes.
func behind(text string, then func(int) []byte) func(int) []byte {
	return func(size int) []byte { return append([]byte(text), then(size)...) }
}

// hostile lists inputs that would be slow or big if something were looked for
// again and again.
func hostile() map[string]func(size int) []byte {
	wide := func(size int) []byte {
		b := []byte("INSERT INTO t (c")
		for i := range 400 {
			b = fmt.Appendf(b, ",c%d", i)
		}
		return append(append(b, ") VALUES ("+strings.Repeat("1,", 400)+"1);\n"...), numbered("INSERT INTO t (c%d) VALUES (1);")(size)...)
	}
	return map[string]func(int) []byte{
		"comments open":        numbered("/* \n"),
		"comments open, code":  numbered("SELECT /*\n1;"),
		"quotes":               numbered("'"),
		"quotes, odd":          numbered("a'b;"),
		"quotes, lines":        numbered("INSERT INTO t VALUES ('x\n"),
		"escapes outside":      behind("/*!1*/'", numbered("INSERT INTO \\'\n")),
		"backticks":            numbered("`\n"),
		"backticks, run":       numbered("`"),
		"brackets":             numbered("[a "),
		"brackets, doubled":    numbered("[a]]"),
		"tags":                 numbered(" $a%d$"),
		"oracle's quotes":      numbered("q'["),
		"oracle's, lines":      numbered("INSERT INTO t VALUES (q'[\n"),
		"calls":                behind("INSERT INTO t VALUES ", numbered("(replace(replace('a','\\','b'),'\\n',char(10))),")),
		"computed columns":     behind("CREATE TABLE t (a"+strings.Repeat(",b AS (1)", 2000)+");\n", numbered("INSERT INTO t VALUES(1,2);\n")),
		"parentheses":          behind("INSERT INTO t VALUES (", numbered("(")),
		"parentheses, many":    numbered("INSERT INTO t VALUES ((((;"),
		"statements":           numbered("a;"),
		"separators":           numbered(";"),
		"tables":               numbered("INSERT INTO t%d VALUES(1);"),
		"tables, one":          numbered("INSERT INTO t VALUES(1);"),
		"tables, taking turns": numbered("INSERT INTO a VALUES(1);INSERT INTO b VALUES(1);"),
		"tables, and code":     numbered("INSERT INTO a VALUES(1);b;"),
		"columns, new":         numbered("INSERT INTO t(a%d)VALUES(1);"),
		"columns, some":        wide,
		"columns, set":         numbered("INSERT INTO t SET a=1,b=2;"),
		"columns, set, new":    numbered("INSERT INTO t SET a%d=1;"),
		"columns, set, open":   numbered("INSERT INTO t SET a=(1,\n"),
		"columns, set, GO":     behind("N'';\nGO\n", numbered("INSERT INTO t SET a=1\n")),
		"columns, set, batch":  numbered("INSERT INTO t SET a=1\n/\n"),
		"partitions":           numbered("INSERT INTO t PARTITION (p%d) VALUES (1);"),
		"partitions, open":     behind("N'';\nGO\n", numbered("INSERT INTO t PARTITION (1\n")),
		"creations":            numbered("CREATE TABLE t%d(a);"),
		"creations, same":      numbered("CREATE TABLE t(a);INSERT INTO t VALUES(1);"),
		"creations, open":      numbered("CREATE TABLE t(a(\n"),
		"copies, open":         numbered("COPY t FROM stdin;\n"),
		"copies, open, rows":   numbered("COPY t FROM stdin;\na\tb\n"),
		"routines, open":       numbered("CREATE PROCEDURE p BEGIN;\n"),
		"batches":              behind("N'';\nGO\n", numbered("CREATE PROC p\n;")),
		"delimiters":           numbered("DELIMITER x%d\n"),
		"notes":                numbered("--a\nINSERT INTO t VALUES(1);"),
		"notes, all":           behind("", func(size int) []byte { return append(numbered("--a\n")(size), "INSERT INTO t VALUES(1);"...) }),
		"list":                 behind("CREATE TABLE t (", numbered("a,")),
		"values":               behind("INSERT INTO t VALUES (", numbered("1,")),
		"rows":                 behind("INSERT INTO t VALUES (1)", numbered(",(1)")),
	}
}

// drain converts a text, ranges over all rows, and returns how it ended.
func drain(tb testing.TB, content []byte) error {
	tb.Helper()
	env := converters.NewEnv(nil, converters.Limits{}, converters.Options{})
	in := converters.Input{Name: "in.sql", SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))}
	doc, err := sql.New().Convert(context.Background(), in, env)
	if err != nil {
		return err
	}
	document.Walk(doc.Blocks, func(b document.Block) bool {
		if t, ok := b.(*document.Table); ok {
			for _, rowErr := range t.Source.Rows() {
				if rowErr != nil && err == nil {
					err = rowErr
				}
			}
		}
		return true
	})
	return err
}

// The time for a byte does not grow with the input: compare the sizes.
func BenchmarkHostile(b *testing.B) {
	for name, input := range hostile() {
		for _, size := range []int{1, 4, 16} {
			content := input(size << 17)
			b.Run(fmt.Sprintf("%s/%dx", strings.NewReplacer(", ", "-", " ", "-").Replace(name), size), func(b *testing.B) {
				b.SetBytes(int64(len(content)))
				b.ReportAllocs()
				for b.Loop() {
					_ = drain(b, content)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(content)), "ns/byte")
			})
		}
	}
}

func TestHostileEndsWell(t *testing.T) {
	for name, input := range hostile() {
		err := drain(t, input(1<<16))
		if err != nil && !errors.Is(err, converters.ErrCorrupt) && !errors.Is(err, converters.ErrLimit) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
