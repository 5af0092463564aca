package csv

import "strings"

// rules reads records as the comment in quote.go says, each field for itself
// and in quadratic time.
type rules struct {
	dialect
	text    string
	longest int
}

// cell is a field of the rules.
type cell struct {
	text   string
	quotes quotes
}

func (r rules) records() []shown {
	var out []shown
	line := 1
	for p := 0; p < len(r.text); {
		var record shown
		start := p
		record, p = r.record(p)
		record.First, record.Lines = line, len(endsOf(r.text[start:p]))
		if !strings.HasSuffix(r.text[:p], "\n") && !strings.HasSuffix(r.text[:p], "\r") {
			record.Lines++
		}
		line += record.Lines
		out = append(out, record)
	}
	return out
}

// endsOf returns the line ends of a text.
func endsOf(text string) []string {
	var ends []string
	for i := 0; i < len(text); i++ {
		switch {
		case strings.HasPrefix(text[i:], "\r\n"):
			ends = append(ends, "\r\n")
			i++
		case text[i] == '\r' || text[i] == '\n':
			ends = append(ends, text[i:i+1])
		}
	}
	return ends
}

func (r rules) record(p int) (record shown, next int) {
	for ; ; p++ {
		eol := r.eol(p)
		q := r.unblank(p)
		f, after := cell{}, -1
		if q < eol && r.text[q] == '"' {
			f, after = r.quoted(q, q > p, &record)
		}
		if after < 0 {
			after = p
			for after < eol && r.text[after] != r.comma {
				after++
			}
			f.text = r.text[p:after]
		}
		record.Cells = append(record.Cells, r.value(f.text, f.quotes))
		p = r.unblank(after)
		if p < len(r.text) && r.text[p] == r.comma {
			continue
		}
		if ends := endsOf(r.text[p:]); len(ends) > 0 {
			return record, p + len(ends[0])
		}
		return record, p
	}
}

// quoted returns the field with a quote at q and the place behind it, -1 if
// it is not quoted.
func (r rules) quoted(q int, blanks bool, record *shown) (cell, int) {
	eol := r.eol(q)
	runs := r.runs(q)
	first := runs[0]
	limit := q + r.longest
	if first.at == q && first.kind == runClose {
		return cell{r.text[q+1 : first.end-1], quotesEscaped}, first.end
	}
	if first.at == q { // an even run: a stray quote right at the start
		return r.line(q, runs[1:], eol, blanks, record)
	}
	switch {
	case first.at >= limit || first.kind == runOpen || first.kind == runNone:
		if !blanks {
			record.Unterminated++
		}
		return cell{}, -1
	case first.kind == runStray:
		return r.line(q, runs[1:], min(r.eol(first.at), limit), blanks, record)
	case blanks && first.at >= eol:
		return cell{}, -1
	}
	return cell{r.text[q+1 : first.end-1], quotesEscaped}, first.end
}

// line looks for the end of a field with stray quotes in one line.
func (r rules) line(q int, runs []run, eol int, blanks bool, record *shown) (cell, int) {
	if blanks {
		return cell{}, -1
	}
	record.Stray++
	for _, run := range runs {
		if run.at >= eol || run.kind == runOpen {
			break
		}
		if run.kind == runClose {
			return cell{text: r.text[q:run.end]}, run.end
		}
	}
	return cell{}, -1
}

// runs returns the odd runs of quotes as the field with a quote at q sees
// them: its own first quote is not one of them.
func (r rules) runs(q int) []run {
	var out []run
	for i := q + 1; i < len(r.text); i++ {
		if r.text[i] != '"' || r.escaped(i) {
			continue
		}
		end := i
		for end < len(r.text) && r.text[end] == '"' {
			end++
		}
		n, at := end-i, i
		if i == q+1 {
			at = q
		}
		i = end - 1
		if n%2 == 0 {
			continue
		}
		kind := runStray
		next := r.unblank(end)
		switch {
		case next == len(r.text) || strings.IndexByte("\r\n,", r.text[next]) >= 0:
			kind = runClose
		case at != q && strings.IndexByte("\r\n,", r.text[at-1]) >= 0:
			kind = runOpen
		}
		out = append(out, run{at, end, kind})
	}
	return append(out, run{at: len(r.text), end: len(r.text)})
}

func (r rules) escaped(i int) bool {
	n := len(r.text[:i]) - len(strings.TrimRight(r.text[:i], `\`))
	return r.backslash && n%2 == 1
}

func (r rules) eol(p int) int {
	if i := strings.IndexAny(r.text[p:], "\r\n"); i >= 0 {
		return p + i
	}
	return len(r.text)
}

func (r rules) unblank(p int) int {
	for p < len(r.text) && (r.text[p] == ' ' || r.text[p] == '\t') {
		p++
	}
	return p
}
