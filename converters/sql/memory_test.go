package sql_test

import (
	"runtime"
	"testing"
)

// Statements cost little but their text, however many there are: what is taken
// from memory to make the document, freed or not, is a few times the source.
func TestManyStatementsTakeLittleMemory(t *testing.T) {
	for _, c := range []struct {
		name, unit string
		most       float64 // bytes for each byte of the source
	}{
		{"creations", "CREATE TABLE table_%d (id integer, name varchar(20), day date not null);\n", 4},
		{"small creations", "CREATE TABLE t%d(a int);\n", 7.5},
		{"statements", "SELECT 1;\n", 4},
		{"tables", "INSERT INTO table_%d VALUES (1, 'a row of some words, which is as long as rows of a table are in the mean');\n", 9.5},
	} {
		content := numbered(c.unit)(1 << 20)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if err := model(content); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		took := float64(after.TotalAlloc-before.TotalAlloc) / float64(len(content))
		t.Logf("%s: %.1f bytes for each byte", c.name, took)
		if took > c.most {
			t.Errorf("%s: %.1f bytes for each byte, at most %.1f expected", c.name, took, c.most)
		}
	}
}
