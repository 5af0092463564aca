package main

import (
	"fmt"
	"io"
	"math"

	"github.com/tiktoken-go/tokenizer"

	"github.com/seed353dc258/backstory/internal/tokens"
)

// tally sums the errors of one estimator over texts, in per cent of the true
// number of tokens.
type tally struct {
	texts         int
	sum, abs      float64 // of the texts' errors
	least, most   float64
	total, actual int
}

func (t *tally) add(estimate, actual int) {
	e := 100 * (float64(estimate)/float64(actual) - 1)
	if t.texts == 0 {
		t.least, t.most = e, e
	}
	t.texts++
	t.sum, t.abs = t.sum+e, t.abs+math.Abs(e)
	t.least, t.most = min(t.least, e), max(t.most, e)
	t.total, t.actual = t.total+estimate, t.actual+actual
}

func (t *tally) String() string {
	n := float64(t.texts)
	return fmt.Sprintf("mean %+6.1f  abs %5.1f  range %+6.1f … %+6.1f  sum %+6.1f",
		t.sum/n, t.abs/n, t.least, t.most, 100*(float64(t.total)/float64(t.actual)-1))
}

// measure prints the errors of each group and of all texts, and with verbose
// our error for each text. Groups come in
// one piece because texts are sorted.
func measure(w io.Writer, codec tokenizer.Codec, texts []text, verbose bool) error {
	var ours, coqui, allOurs, allCoqui tally
	for i, t := range texts {
		n, err := codec.Count(t.content)
		if err != nil {
			return fmt.Errorf("%s/%s: %w", t.group, t.name, err)
		}
		estimate, quarter := tokens.Estimate(t.content), tokens.Coqui(t.content)
		if verbose {
			fmt.Fprintf(w, "%+7.1f %7d  %s/%s\n", 100*(float64(estimate)/float64(n)-1), n, t.group, t.name)
		}
		ours.add(estimate, n)
		coqui.add(quarter, n)
		allOurs.add(estimate, n)
		allCoqui.add(quarter, n)
		if i == len(texts)-1 || texts[i+1].group != t.group {
			line(w, t.group, &ours, &coqui)
			ours, coqui = tally{}, tally{}
		}
	}
	line(w, "ALL", &allOurs, &allCoqui)
	return nil
}

func line(w io.Writer, group string, ours, coqui *tally) {
	fmt.Fprintf(w, "%-24s %4d texts %9d tokens\n", group, ours.texts, ours.actual)
	fmt.Fprintf(w, "    ours     %v\n    chars/4  %v\n", ours, coqui)
}
