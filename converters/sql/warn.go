package sql

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// The codes of the package's warnings.
const (
	warnRagged     = "row-ragged"
	warnMismatched = "insert-mismatched"
	warnClause     = "insert-clause"
	warnBlob       = "blob-cut"
	warnOpen       = "string-unterminated"
	warnComment    = "comment-dropped"
)

// tallied is a number of losses of one sort, and the line of the first.
type tallied struct{ n, line int }

// add counts one at a place.
func (t *tallied) add(r *reader, at int) {
	if t.n == 0 {
		t.line = r.lineOf(at)
	}
	t.n++
}

// losses is what is not shown as it is written.
type losses struct{ ragged, mismatched, clauses, blobs, comments tallied }

// warn reports what is lost.
func (r *reader) warn() {
	lost := r.lost
	open := tallied{}
	if r.Open >= 0 {
		open.add(r, r.Open)
		open.n = max(1, r.Cuts)
	}
	for _, w := range []struct {
		tallied
		code, message string
	}{
		{lost.mismatched, warnMismatched, "rows have another number of values than the table has columns; the statement was kept as it is"},
		{lost.ragged, warnRagged, "rows are shorter than the list of columns; the missing cells are empty"},
		{lost.clauses, warnClause, "what follows the rows of an INSERT (ON CONFLICT, ON DUPLICATE KEY, RETURNING) is not shown"},
		{lost.blobs, warnBlob, "long binary values were cut"},
		{lost.comments, warnComment, "comments in front of rows are too many and are not shown"},
		{open, warnOpen, "a quote is never closed; the statement was kept as it is"},
	} {
		if w.n > 0 {
			r.env.Warn(document.Warning{Code: w.code, Pos: document.LineSpan(w.line, w.line), Message: w.message, Count: w.n})
		}
	}
}

// warnings describes the package's codes.
func warnings() []converters.WarningInfo {
	return []converters.WarningInfo{
		{Code: warnRagged, Title: "rows of a COPY that are shorter than its columns"},
		{Code: warnMismatched, Title: "rows that have another number of values than their table has columns; kept as SQL"},
		{Code: warnClause, Title: "clauses after the rows of an INSERT, such as ON CONFLICT; not shown"},
		{Code: warnBlob, Title: "long binary values in rows; their first bytes and their length are shown"},
		{Code: warnComment, Title: "comments in front of rows beyond the first hundred of a table; not shown"},
		{Code: warnOpen, Title: "quotes that are never closed; kept as SQL"},
	}
}
