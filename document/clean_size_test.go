package document_test

import (
	"iter"
	"testing"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/gate"
)

// noRows is a source without rows.
type noRows struct{}

func (noRows) Rows() iter.Seq2[document.Row, error] {
	return func(func(document.Row, error) bool) {}
}

// sizedRows is one that knows its size.
type sizedRows struct{ noRows }

func (sizedRows) Size() (rows, bytes int64) { return 7, 42 }

func TestCleanRowsKeepTheirSize(t *testing.T) {
	for _, c := range []struct {
		source      document.RowSource
		rows, bytes int64
	}{{sizedRows{}, 7, 42}, {noRows{}, -1, -1}} {
		table := &document.Table{Columns: 1, Source: c.source}
		document.Clean(new(gate.Gate), &document.Document{Blocks: []document.Block{table}}, nil)
		rows, bytes := table.Source.(document.RowSizer).Size()
		if rows != c.rows || bytes != c.bytes {
			t.Errorf("%T: %d rows, %d bytes", c.source, rows, bytes)
		}
	}
}
