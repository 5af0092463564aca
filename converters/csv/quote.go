package csv

import "bytes"

// # Quotes
//
// A field is quoted if it begins with a quote and ends with the first run of
// an odd number of quotes that a delimiter or a line end follows; blanks
// around the quotes do not count. The text before that run decides about
// files that break the rule:
//
//   - An odd run with text on both sides is a quote that should have been
//     doubled. The field still ends at a proper end in the same line, and is
//     kept with all its quotes.
//   - An odd run that begins a field, as its left neighbour is a delimiter or a
//     line end, shows that this field was never closed.
//   - So does the end of the file, or as many bytes as a quoted field may have.
//
// A field that was never closed is not quoted: its quote is text, and it ends
// at the next delimiter or line end. So one quote too many costs one cell,
// not the rest of the file.
//
// Whether a run is odd and what is beside it does not depend on the field
// that asks, so each is looked at once and remembered (horizon): all fields
// together take linear time, however many of their quotes are never closed.

// maxQuoted is how many bytes a quoted field may have.
const maxQuoted = 4 << 20

// verdict is how a field that begins with a quote was read.
type verdict uint8

const (
	verdictUnknown verdict = iota // more text is needed
	verdictQuoted                 // text between quotes, perhaps with escaped ones
	verdictRaw                    // up to its closing quote, but with stray ones
	verdictOpen                   // its quote is text: never closed
	verdictStray                  // its quote is text: closed, but more follows
)

// scanQuoted reads a record that has a quote in its first line, which ends at
// end. It reports false if more text is needed.
func (s *scanner) scanQuoted(end, next int) bool {
	s.record.plain, s.record.fields, s.record.width, s.record.filled = false, s.record.fields[:0], 0, 0
	s.record.lines, s.record.unterminated, s.record.stray = 1, 0, 0
	for p := s.at; ; p++ {
		if p < end && s.runs.text[p] != '"' {
			p = s.addAll(p, end)
		}
		after, ok := s.scanField(p, end)
		if !ok {
			return false
		}
		if after > end {
			s.record.lines += lineEnds(s.runs.text[end:after])
			if end, next, ok = s.runs.lineEnd(after); !ok {
				return false
			}
		}
		if p = s.runs.skipBlanks(after, end); p == end {
			s.at = next
			return true
		}
	}
}

// scanField adds the field that begins at p and returns where it ends, which
// may be in a line behind the one that ends at end. It is not ok if more text
// is needed.
func (s *scanner) scanField(p, end int) (after int, ok bool) {
	if after, ok = s.addQuoted(p, end); ok {
		return after, true
	}
	q := s.runs.skipBlanks(p, end)
	if q == end || s.runs.text[q] != '"' {
		return s.addPlain(p, end), true
	}
	v, last := s.judge(q, p < q, end)
	switch v {
	case verdictUnknown:
		return 0, false
	case verdictQuoted:
		s.add(field{q + 1, last, quotesEscaped})
		return last + 1, true
	case verdictRaw:
		s.note(verdictStray, false)
		s.add(field{q, last + 1, quotesText})
		return last + 1, true
	}
	s.note(v, p < q)
	return s.addPlain(p, end), true
}

// addQuoted adds the field at p if it is quoted as it should be, in one line
// and without blanks around, as most fields with quotes. It returns where it
// ends. It looks no further than the first odd run of quotes.
func (s *scanner) addQuoted(p, end int) (after int, ok bool) {
	if p == end || s.runs.text[p] != '"' || s.runs.backslash {
		return 0, false
	}
	quotes := quotesAround
	for after = p + 1; ; after++ {
		i := bytes.IndexByte(s.runs.text[after:end], '"')
		if after += i + 1; i < 0 || after-p > s.longest {
			return 0, false
		}
		if after == end || s.runs.text[after] == s.runs.comma {
			s.add(field{p + 1, after - 1, quotes})
			return after, true
		}
		if s.runs.text[after] != '"' {
			return 0, false
		}
		quotes = quotesEscaped
	}
}

// note counts a quote that was taken as text where it should not have been.
func (s *scanner) note(v verdict, blanks bool) {
	switch {
	case blanks: // an inch or a ditto mark, most likely
	case v == verdictOpen:
		s.record.unterminated++
	case !s.runs.wraps():
		s.record.stray++
	}
}

// judge says how the field with a quote at q ends, and where its last quote
// is. Blanks says that some are before the quote, and end where the line of q
// ends.
func (s *scanner) judge(q int, blanks bool, end int) (verdict, int) {
	own := q + 1
	for own < len(s.runs.text) && s.runs.text[own] == '"' {
		own++
	}
	if own == len(s.runs.text) && !s.runs.ended {
		return verdictUnknown, 0
	}
	if (own-q)%2 == 0 { // the last quote of the run is single again
		switch s.runs.closes(own) {
		case runClose:
			return verdictQuoted, own - 1
		case runUnknown:
			return verdictUnknown, 0
		}
		return s.runs.strays(own, end, blanks)
	}
	limit := q + s.longest
	switch r := s.runs.search(&s.runs.near, own, limit, false); r.kind {
	case runUnknown:
		return verdictUnknown, 0
	case runClose:
		if blanks && r.at >= end {
			return verdictOpen, 0
		}
		return verdictQuoted, r.end - 1
	case runStray:
		eol := s.runs.endOf(r.at, limit)
		if eol < 0 {
			return verdictUnknown, 0
		}
		return s.runs.strays(r.end, eol, blanks)
	default:
		return verdictOpen, 0
	}
}

// strays says how a field ends that has had a stray quote before from: only in
// the same line, which ends at eol.
func (w *runs) strays(from, eol int, blanks bool) (verdict, int) {
	if blanks {
		return verdictStray, 0
	}
	switch r := w.search(&w.far, from, eol, true); r.kind {
	case runUnknown:
		return verdictUnknown, 0
	case runClose:
		return verdictRaw, r.end - 1
	default:
		return verdictStray, 0
	}
}
