package sql

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
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

// lineCounter counts lines from the place that it was asked for last.
type lineCounter struct {
	text     string
	at, line int
}

// lineOf returns the line that a place is in.
func (c *lineCounter) lineOf(i int) int {
	if i >= c.at {
		c.line += strings.Count(c.text[c.at:i], "\n")
	} else {
		c.line -= strings.Count(c.text[i:c.at], "\n")
	}
	c.at = i
	return c.line
}

// tallied is a number of losses of one sort, and the line of the first.
type tallied struct{ n, line int }

// add counts one at a place.
func (t *tallied) add(lines *lineCounter, at int) {
	if t.n == 0 {
		t.line = lines.lineOf(at)
	}
	t.n++
}

// losses is what is not shown as it is written.
type losses struct{ ragged, mismatched, clauses, blobs, comments tallied }

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
