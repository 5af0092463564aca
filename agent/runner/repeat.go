package runner

import (
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/agent/model"
)

// How often in a row a model may make the same call with the same result: then it is
// told, and then the turn ends.
const (
	warnedRepeats = 3
	mostRepeats   = 5
	// mostProgress is how often in a turn a model may look how far something is.
	mostProgress = 60
)

// add takes a round of calls to tools of a cast, and their results. It reports whether the round counts:
// one that only looks how far something is, which changes, does not. The model is told
// of a repetition in the result; in the end there is an error, for the person.
func (r *repeats) add(cast *Cast, calls []model.Call, results model.Message) (counts bool, err error) {
	if now := round(calls, results); now != r.last {
		r.last, r.times = now, 1
	} else {
		r.times++
	}
	switch {
	case r.times >= mostRepeats:
		return true, fmt.Errorf("%w: the model made the same call %d times in a row with the same result: %s", ErrIterations, r.times, called(calls))
	case r.times >= warnedRepeats:
		last := results.Parts[len(results.Parts)-1].Result
		last.Text += fmt.Sprintf("\n\n[The program: you made this call %d times in a row, and its result is the same. It will not change. Answer with what you have, or do something else.]", r.times)
	}
	for _, c := range calls {
		if found, ok := cast.find(c.Name); !ok || !found.Progress {
			return true, nil
		}
	}
	if r.progress++; r.progress >= mostProgress {
		return true, fmt.Errorf("%w: the model looked %d times how far something is: %s", ErrIterations, r.progress, called(calls))
	}
	return r.times > 1, nil
}

// round is what was called, and what came of it.
func round(calls []model.Call, results model.Message) string {
	var b strings.Builder
	for i, c := range calls {
		fmt.Fprintf(&b, "%q %q %q", c.Name, c.Arguments, c.Wrong)
		if i < len(results.Parts) && results.Parts[i].Result != nil {
			fmt.Fprintf(&b, " %q %t\n", results.Parts[i].Result.Text, results.Parts[i].Result.Failed)
		}
	}
	return b.String()
}

// called names calls for a person.
func called(calls []model.Call) string {
	names := make([]string, len(calls))
	for i, c := range calls {
		names[i] = fmt.Sprintf("%.64s %.100s", c.Name, c.Arguments)
	}
	return fmt.Sprintf("%.300s", strings.Join(names, ", "))
}
