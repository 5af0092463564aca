package sql

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/document"
)

// fenced returns what a document shows as SQL.
func fenced(blocks []document.Block) string {
	var b strings.Builder
	document.Walk(blocks, func(block document.Block) bool {
		if code, ok := block.(*document.CodeBlock); ok {
			b.WriteString(code.Text + "\n")
		}
		return true
	})
	return b.String()
}

// tablesOf reads a file of the corpus and returns the rows of each table.
func tablesOf(t *testing.T, name string) map[string][][]string {
	t.Helper()
	data := convtest.CorpusFiles(t, "sql/"+name)[0].Content
	env := converters.NewEnv(nil, converters.Limits{}, converters.Options{})
	r, err := readBest(context.Background(), env, lineFeeds(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string][][]string{}
	for _, b := range r.build().Blocks {
		s := b.(*document.Section)
		if s.Kind != document.SectionTable {
			continue
		}
		grid := s.Blocks[len(s.Blocks)-1].(*document.Table)
		key := strings.TrimPrefix(s.Title, "dbo.")
		if tables[key] != nil {
			t.Errorf("%s: two tables are called %s", name, key)
		}
		for row, err := range grid.Source.Rows() {
			if err != nil {
				t.Fatal(err)
			}
			var cells []string
			for _, c := range row.Cells {
				if day, err := time.Parse("2006/1/2", c.Text); err == nil {
					c.Text = day.Format(time.DateTime) // as the SQLite dump has it
				}
				// The dump for MySQL does not double its backslashes, so that
				// MySQL drops them.
				cells = append(cells, strings.ReplaceAll(c.Text, `\`, ""))
			}
			tables[key] = append(tables[key], cells)
		}
	}
	return tables
}

// One database, dumped for three products, has the same tables.
func TestProductsAgree(t *testing.T) {
	mysql := tablesOf(t, "chinook__Chinook_MySql.sql")
	if len(mysql) != 11 || len(mysql["Track"]) != 3504 {
		t.Fatalf("%d tables, %d rows with tracks", len(mysql), len(mysql["Track"]))
	}
	for _, name := range []string{"chinook__Chinook_SqlServer.sql", "chinook__Chinook_Sqlite.sql"} {
		if d := cmp.Diff(mysql, tablesOf(t, name)); d != "" {
			t.Errorf("%s (-MySQL +this): %.3000s", name, d)
		}
	}
	for key, rows := range tablesOf(t, "chinook__Chinook_PostgreSql_SerialPKs.sql") {
		if n := len(mysql[camel(key)]); n != len(rows) {
			t.Errorf("%s has %d rows, not %d", key, len(rows), n)
		}
	}
}

// camel writes snake_case as SnakeCase.
func camel(name string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(name, "_") {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}
