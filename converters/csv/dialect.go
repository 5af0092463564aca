package csv

import (
	"bytes"
	"slices"
	"strings"
)

// sampleSize is how much of a file decides about its dialect.
const sampleSize = 64 << 10

// sampleRecords is how many records of it are looked at.
const sampleRecords = 1000

// commas are the delimiters that are tried, in the order of preference.
const commas = ",;\t|"

// delimiters are all that a file may say that it has.
const delimiters = "\t!#$%&'()*+,-./:;<=>?@[]^_`{|}~"

// sniff returns the dialect of a file by its beginning, which is cut if there
// is more of the file. Usual is the delimiter that the file's name stands for.
func sniff(sample []byte, cut bool, usual byte) dialect {
	best, bestScore := dialect{comma: noComma}, 0
	candidates := string([]byte{usual}) + strings.ReplaceAll(commas, string([]byte{usual}), "")
	for _, comma := range []byte(candidates) {
		if bytes.IndexByte(sample, comma) < 0 {
			continue // one column, which is no reason for a delimiter
		}
		d := dialect{comma: comma}
		d.backslash = backslashes(d, sample, cut)
		if score := fit(d, sample, cut, usual); score > bestScore {
			best, bestScore = d, score
		}
	}
	if best.comma == noComma {
		if usually := (dialect{comma: usual}); tally(usually, sample, cut).cells == 0 {
			return usually // nothing but delimiters
		}
		best.backslash = backslashes(best, sample, cut)
	}
	return best
}

// declared returns the delimiter of a first line such as sep=; by which
// spreadsheets say it. The line is not a record.
func declared(text []byte) (comma byte, ok bool) {
	line := string(text[:min(len(text), len(`"sep=,"`)+1)])
	if i := strings.IndexAny(line, "\r\n"); i >= 0 {
		line = line[:i]
	}
	if len(line) > 1 && line[0] == '"' && line[len(line)-1] == '"' {
		line = line[1 : len(line)-1]
	}
	if len(line) != len("sep=,") || !strings.EqualFold(line[:4], "sep=") || strings.IndexByte(delimiters, line[4]) < 0 {
		return 0, false
	}
	return line[4], true
}

// counts is what the records of a sample look like in one dialect.
type counts struct {
	widths    []int // fields by record
	cells     int   // not empty
	clean     int   // of those, without another delimiter in them
	malformed int   // records with quotes that were taken as text
	escapes   int   // quoted fields with \"
}

// tally reads a sample. If a quote keeps the scanner from even the half of a
// cut one, it is read as if it were whole.
func tally(d dialect, sample []byte, cut bool) counts {
	c := counts{widths: make([]int, 0, min(sampleRecords, len(sample)/16+1))}
	s := sampleScanner(d, sample, cut)
	for len(c.widths) < sampleRecords && s.next() {
		c.add(s)
	}
	if cut && s.at < len(sample)/2 && len(c.widths) < sampleRecords {
		return tally(d, sample, false)
	}
	return c
}

// add counts the record at hand.
func (c *counts) add(s *scanner) {
	if s.record.unterminated+s.record.stray > 0 && !s.record.plain {
		c.malformed++
	}
	width, empty := 0, true
	for f := range s.all() {
		width++
		text := s.runs.text[f.from:f.to]
		if blank(text) {
			continue
		}
		empty = false
		c.cells++
		if f.quotes != quotesText || !hasComma(text) || decimal(string(text)) {
			c.clean++
		}
		if f.quotes == quotesEscaped && bytes.Contains(text, []byte(`\"`)) {
			c.escapes++
		}
	}
	if !empty {
		c.widths = append(c.widths, width)
	}
}

// fit says how well a delimiter fits a sample: 0 if it does not. What counts
// is how many records have the most frequent number of fields, which is two at
// least; then whether the first record has it too, and whether other
// delimiters are left inside cells.
func fit(d dialect, sample []byte, cut bool, usual byte) int {
	c := tally(d, sample, cut)
	if len(c.widths) == 0 {
		return 0
	}
	first := c.widths[0]
	width, same := mode(c.widths)
	share := 1000 * same / len(c.widths)
	trust := 6
	switch {
	case width < 2 && (first < 2 || d.comma != usual):
		return 0
	case width < 2:
		// A header with the usual delimiter over ragged rows: better than
		// one column, worse than everything else.
		return 1
	case first == width:
		trust = 10
	case first > 1:
		trust = 8
	case share < 500 || share < 750 && d.comma != usual:
		return 0 // sentences with a comma here and there
	}
	if d.comma == usual && d.wraps() {
		trust *= 2 // tabs are rarely text
	}
	return 1 + share*trust*(1000+1000*c.clean/max(c.cells, 1))/10
}

// mode returns the most frequent of the widths, the largest if there are
// several, and how many there are.
func mode(widths []int) (width, count int) {
	sorted := slices.Clone(widths)
	slices.Sort(sorted)
	for i := 0; i < len(sorted); {
		n := 1
		for i+n < len(sorted) && sorted[i+n] == sorted[i] {
			n++
		}
		if n >= count {
			width, count = sorted[i], n
		}
		i += n
	}
	return width, count
}

// backslashes reports whether the quoted fields of a sample are well formed
// only if a backslash escapes a quote.
func backslashes(d dialect, sample []byte, cut bool) bool {
	if !bytes.Contains(sample, []byte(`\"`)) {
		return false
	}
	doubled := tally(d, sample, cut)
	d.backslash = true
	escaped := tally(d, sample, cut)
	return escaped.escapes > 0 && escaped.malformed < doubled.malformed
}

// hasComma reports whether any of the commas is in a text.
func hasComma(text []byte) bool { return bytes.ContainsAny(text, commas) }

// decimal reports whether a text is a number with a decimal comma.
func decimal(text string) bool {
	whole, part, ok := strings.Cut(strings.TrimSpace(text), ",")
	return ok && digits(strings.TrimLeft(whole, "+-")) && digits(part)
}

func digits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}
