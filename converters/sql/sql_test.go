package sql_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters/code"
	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/sql"
)

// The cases are trailing-select, create-insert, insert-bare, name-quotes,
// trailing-select, comments, empty, insert-list and procedure.
//
// coqui: 34, 89, 90, 91, 92, 93, 94, 108, 109
func TestConverter(t *testing.T) {
	convtest.Run(t, sql.New(), convtest.Big("big.sql", func() []byte { return dump(1 << 20) }))
}

// coqui: 88, 110
func TestClaimsSQLAlone(t *testing.T) {
	f := sql.New().Format()
	if d := cmp.Diff([]string{"sql"}, append(f.Extensions, f.Filenames...)); d != "" {
		t.Error(d)
	}
	if other := code.New().Format(); slices.Contains(other.Extensions, "sql") {
		t.Error("code claims sql, too")
	}
}

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, sql.New()) }

func BenchmarkConvert(b *testing.B) {
	convtest.Bench(b, sql.New(), convtest.Big("big.sql", func() []byte { return dump(8 << 20) }))
}

func TestCorpus(t *testing.T) { convtest.Corpus(t, sql.New()) }

// dump returns a dump as mysqldump writes it, of about size bytes.
func dump(size int) []byte {
	b := []byte("-- MySQL dump\n/*!40101 SET NAMES utf8 */;\nDROP TABLE IF EXISTS `orders`;\nCREATE TABLE `orders` (\n" +
		"  `id` int NOT NULL,\n  `name` varchar(80) DEFAULT NULL,\n  `mail` varchar(80),\n  `day` date,\n  `sum` decimal(10,2),\n  `note` text,\n" +
		"  PRIMARY KEY (`id`)\n) ENGINE=InnoDB;\n")
	notes := []string{"NULL", "'paid in full'", `'it\'s late'`, "'a; b'", "''", "'called back, no answer'"}
	for i := 0; len(b) < size; i++ {
		if i%1000 == 0 {
			if i > 0 {
				b = append(b, ";\n"...)
			}
			b = append(b, "INSERT INTO `orders` VALUES "...)
		} else {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, "(%d,'Person %d','person.%d@example.org','2024-%02d-%02d',%d.50,%s)", i, i, i, 1+i%12, 1+i%28, i*37%10000, notes[i%6])
	}
	return append(b, ";\nUNLOCK TABLES;\n"...)
}
