package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/tiktoken-go/tokenizer"

	"github.com/seed353dc258/backstory/internal/tokens"
)

const (
	unit     = 1024 // of internal/tokens
	chunkLen = 400  // bytes, to the next line end
	sweeps   = 4000 // of the solver; it has long converged then
	pull     = 20.0 // towards the prior, for classes that are hardly ever seen
	safety   = 1.02 // an estimate that is a little high does less harm than one that is low
)

// fit finds the weights, none below its floor, that minimise the squared relative
// errors over pieces of the texts. Every group counts alike, however long,
// unless its name says how much: 8-md counts eight times.
func fit(w io.Writer, codec tokenizer.Codec, texts []text) error {
	sizes := map[string]int{}
	for _, t := range texts {
		sizes[t.group] += len(t.content)
	}
	n := len(tokens.Histogram{})
	s := newSystem(n)
	for _, t := range texts {
		for _, chunk := range chunks(t.content) {
			actual, err := codec.Count(chunk)
			if err != nil {
				return fmt.Errorf("%s/%s: %w", t.group, t.name, err)
			}
			var h tokens.Histogram
			h.Count(chunk)
			share := importance(t.group) * float64(len(chunk)) / float64(sizes[t.group])
			s.add(h[:], float64(actual), 1e5*share/math.Pow(float64(actual+5), 2))
		}
	}
	weights := s.solve(tokens.Prior(), tokens.Floor())
	for i := range weights {
		weights[i] *= safety
	}
	table(w, weights)
	return nil
}

// table writes the weights as Go: those with names a line each, the others in
// rows.
func table(w io.Writer, weights []float64) {
	fmt.Fprintf(w, "package tokens\n\n// weights are what each class costs, in units. Written by tools/tokens; never\n// written to.\n")
	fmt.Fprintf(w, "var weights = [classes]int32{\n")
	for i, x := range weights {
		value := int(math.Round(x * unit))
		switch row := i - tokens.Plain; {
		case row < 0:
			fmt.Fprintf(w, "\t%d, // %s\n", value, tokens.ClassName(i))
		case row == 0:
			fmt.Fprintf(w, "\n\t// endings, then leads\n\t%d,", value)
		case row%16 == 0:
			fmt.Fprintf(w, "\n\t%d,", value)
		default:
			fmt.Fprintf(w, " %d,", value)
		}
	}
	fmt.Fprintf(w, "\n}\n")
}

func importance(group string) float64 {
	number, _, _ := strings.Cut(group, "-")
	if x, err := strconv.ParseFloat(number, 64); err == nil {
		return x
	}
	return 1
}

// chunks cuts a text at line ends.
func chunks(s string) []string {
	var all []string
	for len(s) > chunkLen {
		end := strings.IndexByte(s[chunkLen:], '\n')
		if end < 0 {
			break
		}
		all = append(all, s[:chunkLen+end+1])
		s = s[chunkLen+end+1:]
	}
	if s != "" {
		all = append(all, s)
	}
	return all
}

// system is the normal equations of a weighted least-squares problem.
type system struct {
	a [][]float64
	b []float64
}

func newSystem(n int) *system {
	s := &system{a: make([][]float64, n), b: make([]float64, n)}
	for i := range s.a {
		s.a[i] = make([]float64, n)
	}
	return s
}

func (s *system) add(counts []int, want, weight float64) {
	var used []int
	for i, c := range counts {
		if c != 0 {
			used = append(used, i)
		}
	}
	for _, i := range used {
		x := weight * float64(counts[i])
		s.b[i] += x * want
		for _, j := range used {
			s.a[i][j] += x * float64(counts[j])
		}
	}
}

// solve improves one weight after the other, from the prior on, and never
// below its floor.
func (s *system) solve(prior, floor []float64) []float64 {
	x := append([]float64(nil), prior...)
	for range sweeps {
		for i, row := range s.a {
			rest := s.b[i] + pull*prior[i]
			for j, v := range row {
				if j != i {
					rest -= v * x[j]
				}
			}
			x[i] = max(floor[i], rest/(row[i]+pull))
		}
	}
	return x
}
