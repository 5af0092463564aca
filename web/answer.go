package web

import (
	"net/http"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/store"
)

// explain fills in an answer with what it is from.
func (o *opened) explain(r *http.Request, s *shelf, found store.Session, t store.Turn, answer string, one *turn) error {
	if answer == "" {
		return nil
	}
	result, err := o.server.Host(r.Context()).Result(r.Context(), o.scope, found, runner.Answer{Text: answer, Turn: t}, nil)
	if err != nil {
		return err
	}
	one.Sources = s.cited(at(o.key), answer, result.Sources)
	one.Pieces = pieces(answer, result.Sources, missingOf(result.NotFound), one.Sources)
	return nil
}

// pieces cuts an answer where its sources begin and end. All pieces together are the
// answer.
func pieces(answer string, sources []host.Source, missing []host.Missing, cited []quoted) (list []piece) {
	done := 0
	plain := func(to int) {
		if to > done {
			list = append(list, piece{Text: answer[done:to]})
			done = to
		}
	}
	for len(sources) > 0 || len(missing) > 0 {
		var next piece
		var start, end int
		if len(sources) > 0 && (len(missing) == 0 || sources[0].Start <= missing[0].Start) {
			f := sources[0]
			start, end, next.Mark, sources = f.Start, f.End, f.Mark, sources[1:]
		} else {
			start, end, next.Missing, missing = missing[0].Start, missing[0].End, true, missing[1:]
		}
		if start < done || end <= start || end > len(answer) { // what was read alone, and what lies in another
			continue
		}
		plain(start)
		next.Text, done = answer[start:end], end
		for _, q := range cited {
			if q.Mark == next.Mark && next.Mark > 0 {
				next.Address = q.Address
			}
		}
		list = append(list, next)
	}
	plain(len(answer))
	return list
}

// missingOf returns the sentences of an answer that no document says, in their order.
func missingOf(list []host.Missing) []host.Missing {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b host.Missing) int { return a.Start - b.Start })
	return list
}

// block is a part of an answer as it is shown: a quote, or text as it was said.
type block struct {
	Quote bool
	Lines []spoken
}

// spoken is a line of an answer.
type spoken struct {
	Heading bool
	Pieces  []piece
}

// blocks parts an answer into quotes and what is between them. The marks of Markdown
// at the start of a line of a quote are not shown: `>`, `#` and the `\` of a line end.
func blocks(pieces []piece) (list []block) {
	for _, l := range spokenLines(pieces) {
		quote := l.cut(">")
		if quote {
			l.cut(" ")
			for marks := 0; marks < 6 && l.cut("#"); marks++ {
				l.Heading = true
			}
			l.cut(" ")
			if last := len(l.Pieces) - 1; last >= 0 {
				l.Pieces[last].Text = strings.TrimSuffix(l.Pieces[last].Text, `\`)
			}
		}
		if n := len(list); n == 0 || list[n-1].Quote != quote {
			list = append(list, block{Quote: quote})
		}
		b := &list[len(list)-1]
		b.Lines = append(b.Lines, l)
	}
	return list
}

// paragraphs joins the lines of a quote that are of one paragraph. A row of a table and
// an entry of a list are paragraphs of their own.
func (b *block) paragraphs() (list []spoken) {
	goesOn := false
	for _, l := range b.Lines {
		if len(l.Pieces) == 0 {
			goesOn = false
			continue
		}
		last := len(list) - 1
		if goesOn && !l.Heading && !strings.ContainsAny(l.Pieces[0].Text[:min(1, len(l.Pieces[0].Text))], "|-*+0123456789") {
			list[last].Pieces = append(append(list[last].Pieces, piece{Text: " "}), l.Pieces...)
			continue
		}
		list = append(list, l)
		goesOn = !l.Heading
	}
	return list
}

// cut takes a text from the start of a line, if it is there.
func (l *spoken) cut(start string) bool {
	if len(l.Pieces) == 0 {
		return false
	}
	rest, ok := strings.CutPrefix(l.Pieces[0].Text, start)
	if !ok {
		return false
	}
	if l.Pieces[0].Text = rest; rest == "" && l.Pieces[0].Mark == 0 {
		l.Pieces = l.Pieces[1:]
	}
	return true
}

// spokenLines parts pieces where a line ends. The mark of a piece is at its last line.
func spokenLines(pieces []piece) []spoken {
	lines := []spoken{{}}
	for _, p := range pieces {
		parts := strings.Split(p.Text, "\n")
		for i, text := range parts {
			if i > 0 {
				lines = append(lines, spoken{})
			}
			one := p
			one.Text, one.Inner = text, i < len(parts)-1
			if text != "" || !one.Inner && p.Mark > 0 {
				last := &lines[len(lines)-1]
				last.Pieces = append(last.Pieces, one)
			}
		}
	}
	return lines
}
