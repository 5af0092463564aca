package csv

import "strings"

// # Quotes
//
// A field is quoted if it begins with a quote and ends with the first run of
// an odd number of quotes that a delimiter or a line end follows; blanks
// around the quotes do not count. What stands before that run decides about
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
// Whether a run is odd and what stands beside it does not depend on the field
// that asks, so each is looked at once and remembered (horizon): all fields
// together take linear time, however many of their quotes are never closed.

// quotedMost is how many bytes a quoted field may have.
const quotedMost = 4 << 20

// runKind is what a run of quotes means to a field that is open before it.
type runKind uint8

const (
	runNone    runKind = iota // there is none
	runUnknown                // the text at hand does not show it
	runClose                  // ends the field
	runOpen                   // begins another field
	runStray                  // text
)

// run is a run of an odd number of quotes, text[at:end].
type run struct {
	at, end int
	kind    runKind
}

// horizon remembers a search: from any position in [from, upto] the next run
// that was searched for is at, or there is none before upto.
type horizon struct {
	from, upto int
	run
}

// verdict is how a field that begins with a quote was read.
type verdict uint8

const (
	verdictUnknown verdict = iota // more text is needed
	verdictQuoted                 // text between quotes
	verdictRaw                    // up to its closing quote, but with stray ones
	verdictOpen                   // its quote is text: never closed
	verdictStray                  // its quote is text: closed, but more follows
)

// scanQuoted reads a record that has a quote in its first line, which ends at
// end. It reports false if more text is needed.
func (s *scanner) scanQuoted(end, next int) bool {
	s.plain, s.fields, s.width = false, s.fields[:0], 0
	s.lines, s.unterminated, s.stray = 1, 0, 0
	for p := s.at; ; p++ {
		q := s.skipBlanks(p, end)
		if q == end || s.text[q] != '"' {
			p = s.addPlain(p, end)
		} else {
			v, close := s.judge(q, p < q, end)
			switch v {
			case verdictUnknown:
				return false
			case verdictQuoted:
				s.add(field{s.text[q+1 : close], true})
			case verdictRaw:
				s.note(verdictStray, false)
				s.add(field{s.text[q : close+1], false})
			default:
				s.note(v, p < q)
				close = -1
				p = s.addPlain(p, end)
			}
			if close > end {
				s.lines += lineEnds(s.text[end:close])
				var ok bool
				if end, next, ok = s.lineEnd(close); !ok {
					return false
				}
			}
			if close >= 0 {
				p = s.skipBlanks(close+1, end)
			}
		}
		if p == end {
			s.at = next
			return true
		}
	}
}

// note counts a quote that was taken as text where it should not have been.
func (s *scanner) note(v verdict, blanks bool) {
	switch {
	case blanks: // an inch or a ditto mark, most likely
	case v == verdictOpen:
		s.unterminated++
	case !s.wraps():
		s.stray++
	}
}

// addPlain adds the field from p to the next comma or end of line, and returns
// where it ends.
func (s *scanner) addPlain(p, end int) int {
	if i := strings.IndexByte(s.text[p:end], s.comma); i >= 0 {
		end = p + i
	}
	s.add(field{s.text[p:end], false})
	return end
}

func (s *scanner) add(f field) {
	s.width++
	if f.text == "" && s.width > fieldsKept {
		return
	}
	for len(s.fields) < s.width-1 {
		s.fields = append(s.fields, field{})
	}
	s.fields = append(s.fields, f)
}

// judge says how the field with a quote at q ends, and where its last quote
// is. Blanks says that some stand before the quote, and end where the line of q
// ends.
func (s *scanner) judge(q int, blanks bool, end int) (verdict, int) {
	if close := s.index('"', q+1); close < end && close < q+s.longest && s.text[close-1] != '\\' && s.closes(close+1) == runClose {
		return verdictQuoted, close
	}
	own := q + 1
	for own < len(s.text) && s.text[own] == '"' {
		own++
	}
	if own == len(s.text) && !s.ended {
		return verdictUnknown, 0
	}
	if (own-q)%2 == 0 { // the last quote of the run is single again
		switch s.closes(own) {
		case runClose:
			return verdictQuoted, own - 1
		case runUnknown:
			return verdictUnknown, 0
		}
		return s.strays(own, end, blanks)
	}
	limit := q + s.longest
	switch r := s.search(&s.near, own, limit, false); r.kind {
	case runUnknown:
		return verdictUnknown, 0
	case runClose:
		if blanks && r.at >= end {
			return verdictOpen, 0
		}
		return verdictQuoted, r.end - 1
	case runStray:
		eol := s.endOf(r.at, limit)
		if eol < 0 {
			return verdictUnknown, 0
		}
		return s.strays(r.end, eol, blanks)
	default:
		return verdictOpen, 0
	}
}

// strays says how a field ends that has had a stray quote before from: only in
// the same line, which ends at eol.
func (s *scanner) strays(from, eol int, blanks bool) (verdict, int) {
	if blanks {
		return verdictStray, 0
	}
	switch r := s.search(&s.far, from, eol, true); r.kind {
	case runUnknown:
		return verdictUnknown, 0
	case runClose:
		return verdictRaw, r.end - 1
	default:
		return verdictStray, 0
	}
}

// search returns the first odd run of quotes that begins in [from, limit), or
// the first that is not a stray one. It asks h first.
func (s *scanner) search(h *horizon, from, limit int, decisive bool) run {
	if from < h.from || from > h.upto {
		*h = horizon{from: from, upto: from}
	}
	for h.kind == runNone && h.upto < limit {
		r := s.oddRun(h.upto, limit)
		switch {
		case r.kind == runUnknown:
			return r
		case r.kind == runNone:
			h.upto = r.end
			return run{}
		case decisive && r.kind == runStray:
			h.upto = r.end
		default:
			h.upto, h.run = r.at, r
		}
	}
	if h.kind == runNone || h.at >= limit {
		return run{}
	}
	return h.run
}

// oddRun returns the first odd run of quotes that begins in [from, limit). If
// there is none, its end is where the search ended.
func (s *scanner) oddRun(from, limit int) run {
	for i := from; ; {
		stop := min(limit, len(s.text))
		j := -1
		if i < stop {
			j = strings.IndexByte(s.text[i:stop], '"')
		}
		if j < 0 {
			if stop < limit && !s.ended {
				return run{kind: runUnknown}
			}
			return run{end: max(i, limit)}
		}
		i += j
		if s.escaped(i) {
			i++
			continue
		}
		end := i
		for end < len(s.text) && s.text[end] == '"' {
			end++
		}
		if end == len(s.text) && !s.ended {
			return run{kind: runUnknown}
		}
		if (end-i)%2 == 0 {
			i = end
			continue
		}
		r := run{i, end, s.closes(end)}
		if r.kind == runStray && s.separates(s.text[i-1]) {
			r.kind = runOpen
		}
		return r
	}
}

// closes says whether a run of quotes that ends at end closes a field.
func (s *scanner) closes(end int) runKind {
	next := s.skipBlanks(end, len(s.text))
	switch {
	case next < len(s.text):
		if s.separates(s.text[next]) {
			return runClose
		}
		return runStray
	case s.ended:
		return runClose
	default:
		return runUnknown
	}
}

// separates reports whether a byte ends a field.
func (s *scanner) separates(b byte) bool { return b == s.comma || b == '\n' || b == '\r' }

// escaped reports whether an odd number of backslashes stands before i, where
// they mean something.
func (s *scanner) escaped(i int) bool {
	if !s.backslash {
		return false
	}
	first := i
	for first > 0 && s.text[first-1] == '\\' {
		first--
	}
	return (i-first)%2 == 1
}

// endOf returns the first line end at or behind from, and limit if there is
// none before it; -1 if that is not known.
func (s *scanner) endOf(from, limit int) int {
	if s.eol < from {
		if s.eol = strings.IndexAny(s.text[from:], "\r\n"); s.eol >= 0 {
			s.eol += from
		} else if s.eol = len(s.text); !s.ended && s.eol < limit {
			s.eol = -1
			return -1
		}
	}
	return min(s.eol, limit)
}

// skipBlanks returns the first place from p on that is no blank, end at most.
func (s *scanner) skipBlanks(p, end int) int {
	for p < end && (s.text[p] == ' ' || s.text[p] == '\t' && s.comma != '\t') {
		p++
	}
	return p
}

// lineEnds counts the line ends in a text: LF, CRLF and CR.
func lineEnds(text string) int {
	n := strings.Count(text, "\n")
	if strings.IndexByte(text, '\r') < 0 {
		return n
	}
	return n + strings.Count(text, "\r") - strings.Count(text, "\r\n")
}

// value returns the text of a field with its escaped quotes written out.
func (d dialect) value(f field) string {
	if !f.quoted || strings.IndexByte(f.text, '"') < 0 {
		return f.text
	}
	if d.backslash {
		return unescape(f.text)
	}
	return strings.ReplaceAll(f.text, `""`, `"`)
}

// unescape writes out \", \\ and "".
func unescape(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if i+1 < len(text) && (text[i] == '\\' && (text[i+1] == '"' || text[i+1] == '\\') || text[i] == '"' && text[i+1] == '"') {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
