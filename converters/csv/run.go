package csv

import "bytes"

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
			j = bytes.IndexByte(s.text[i:stop], '"')
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

// escaped reports whether an odd number of backslashes is before i, where
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
		if s.eol = bytes.IndexAny(s.text[from:], "\r\n"); s.eol >= 0 {
			s.eol += from
		} else if s.eol = len(s.text); !s.ended && s.eol < limit {
			s.eol = -1
			return -1
		}
	}
	return min(s.eol, limit)
}
