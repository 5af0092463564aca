package web

import (
	"net/http"
	"slices"

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
