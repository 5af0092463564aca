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

// runs finds the runs of quotes in a window.
type runs struct {
	window
	near, far horizon // of any odd run, and of those that are not stray
	eol       int     // the next line end, known as the places of window are
}

// search returns the first odd run of quotes that begins in [from, limit), or
// the first that is not a stray one. It asks h first.
func (w *runs) search(h *horizon, from, limit int, decisive bool) run {
	if from < h.from || from > h.upto {
		*h = horizon{from: from, upto: from}
	}
	for h.kind == runNone && h.upto < limit {
		r := w.oddRun(h.upto, limit)
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
func (w *runs) oddRun(from, limit int) run {
	for i := from; ; {
		stop := min(limit, len(w.text))
		j := -1
		if i < stop {
			j = bytes.IndexByte(w.text[i:stop], '"')
		}
		if j < 0 {
			if stop < limit && !w.ended {
				return run{kind: runUnknown}
			}
			return run{end: max(i, limit)}
		}
		i += j
		if w.escaped(i) {
			i++
			continue
		}
		end := i
		for end < len(w.text) && w.text[end] == '"' {
			end++
		}
		if end == len(w.text) && !w.ended {
			return run{kind: runUnknown}
		}
		if (end-i)%2 == 0 {
			i = end
			continue
		}
		r := run{i, end, w.closes(end)}
		if r.kind == runStray && w.separates(w.text[i-1]) {
			r.kind = runOpen
		}
		return r
	}
}

// closes says whether a run of quotes that ends at end closes a field.
func (w *runs) closes(end int) runKind {
	next := w.skipBlanks(end, len(w.text))
	switch {
	case next < len(w.text):
		if w.separates(w.text[next]) {
			return runClose
		}
		return runStray
	case w.ended:
		return runClose
	default:
		return runUnknown
	}
}

// endOf returns the first line end at or behind from, and limit if there is
// none before it; -1 if that is not known.
func (w *runs) endOf(from, limit int) int {
	if w.eol < from {
		if w.eol = bytes.IndexAny(w.text[from:], "\r\n"); w.eol >= 0 {
			w.eol += from
		} else if w.eol = len(w.text); !w.ended && w.eol < limit {
			w.eol = -1
			return -1
		}
	}
	return min(w.eol, limit)
}
