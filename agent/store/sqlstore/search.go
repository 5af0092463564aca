package sqlstore

import (
	"context"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// Bounds of a search, which keep it short whatever is asked for and however
// much is kept.
const (
	searchTerms      = 12      // words that count; the rarest
	searchCandidates = 1000    // memories that are weighed: the newest of those that have a word
	searchText       = 4 << 10 // characters of a memory that are weighed
	// commonFrom is the number of memories from which on a word says nothing,
	// where another is rarer. How many more have it is not counted.
	commonFrom = 1000
	halfLife   = 90 * 24 * time.Hour
)

// term is a word of a query, and how many memories have it.
type term struct {
	word string
	in   int
}

// SearchMemories implements [store.Memories]. What counts is how well the words
// fit, then how fresh a memory is, and whether a person pinned or promoted it.
func (s *Store) SearchMemories(ctx context.Context, sc scope.Scope, text string, all bool, limit int) ([]store.Memory, error) {
	terms, err := s.rarest(ctx, sc, queryWords(text))
	if err != nil || len(terms) == 0 {
		return nil, err
	}
	wanted := make([]string, len(terms))
	for i, t := range terms {
		wanted[i] = t.word
	}
	match := s.db.Match(sc, wanted)
	clause, args := visible(sc, all)
	args = append(append(match.Args, args...), searchCandidates)
	var found []store.Memory
	err = s.query(ctx, sc, "searching memories", func(scan func(...any) error) error {
		m, err := scanMemory(scan)
		found = append(found, m)
		return err
	}, "SELECT "+memoryColumns+" FROM "+match.From+" WHERE "+match.Where+" AND "+clause+" AND m.superseded = '' ORDER BY "+match.Order+" DESC LIMIT ?", args...)
	if err != nil {
		return nil, err
	}
	return s.best(found, terms, limited(limit)), nil
}

// best sorts memories by what speaks for them and returns the first ones.
func (s *Store) best(found []store.Memory, terms []term, limit int) []store.Memory {
	type hit struct {
		memory store.Memory
		score  float64
	}
	hits := make([]hit, len(found))
	now := s.now()
	for i, fit := range fits(found, terms) {
		hits[i] = hit{found[i], weigh(found[i], fit, now)}
	}
	slices.SortStableFunc(hits, func(a, b hit) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return strings.Compare(b.memory.ID, a.memory.ID)
	})
	out := make([]store.Memory, 0, min(len(hits), limit))
	for _, h := range hits[:min(len(hits), limit)] {
		out = append(out, h.memory)
	}
	return out
}

// fits says how well the words of a query fit each memory: by BM25, over those
// that have one of them.
func fits(found []store.Memory, terms []term) []float64 {
	const often, length = 1.2, 0.75 // how soon it says no more that a word is there again, and how much long texts lose
	place := map[string]int{}
	for i, t := range terms {
		place[t.word] = i
	}
	counts := make([][]int, len(found))
	sizes := make([]float64, len(found))
	mean := 0.0
	for i, m := range found {
		counts[i] = make([]int, len(terms))
		for _, w := range plainWords(m.Text[:min(len(m.Text), searchText)]) {
			sizes[i]++
			if at, ok := place[w]; ok {
				counts[i][at]++
			}
		}
		mean += sizes[i] / float64(len(found))
	}
	out := make([]float64, len(found))
	for i := range found {
		for j, t := range terms {
			n := float64(counts[i][j])
			rare := math.Log(1 + (2*commonFrom-float64(t.in)+0.5)/(float64(t.in)+0.5))
			out[i] += rare * n * (often + 1) / (n + often*(1-length+length*sizes[i]/max(mean, 1)))
		}
	}
	return out
}

// weigh joins how well a memory fits with its age, which takes a third of the
// weight at most.
func weigh(m store.Memory, fit float64, now time.Time) float64 {
	age := max(0, now.Sub(m.Created))
	score := fit * (2 + math.Exp2(-float64(age)/float64(halfLife))) / 3
	if m.Pinned || m.Promoted {
		score *= 1.25
	}
	return score
}

// rarest leaves those words that are in some memory, the rarest first, without
// those that are in very many where there are others.
func (s *Store) rarest(ctx context.Context, sc scope.Scope, words []string) ([]term, error) {
	if len(words) == 0 {
		return nil, sc.Valid()
	}
	var found []term
	for _, w := range words {
		t := term{word: w}
		query, args := s.db.Count(sc, w, commonFrom)
		err := s.query(ctx, sc, "searching memories", func(scan func(...any) error) error { return scan(&t.in) }, query, args...)
		if err != nil {
			return nil, err
		}
		if t.in > 0 {
			found = append(found, t)
		}
	}
	slices.SortFunc(found, func(a, b term) int {
		if a.in != b.in {
			return a.in - b.in
		}
		return strings.Compare(a.word, b.word)
	})
	end := 0
	for end < min(len(found), searchTerms) && (end == 0 || found[end].in < commonFrom || found[0].in == commonFrom) {
		end++
	}
	return found[:end], nil
}

// maxQueryWords is how many words of a query are looked at.
const maxQueryWords = 32

// Words returns the words of a text that are in an index, each once.
func Words(text string) []string {
	words := plainWords(text)
	slices.Sort(words)
	return slices.DeleteFunc(slices.Compact(words), func(w string) bool { return w == "" })
}

// plainWords returns the words of a text as the index has them: in small
// letters and without marks.
func plainWords(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.M, r)
	})
	for i, w := range words {
		words[i] = plainWord(w)
	}
	return words
}

// queryWords returns the words of a query, each once.
func queryWords(text string) []string {
	words := Words(text)
	return words[:min(len(words), maxQueryWords)]
}

// plainWord takes the marks off a word, as the index does.
func plainWord(word string) string {
	plain := true
	for i := range len(word) {
		plain = plain && word[i] < utf8.RuneSelf
	}
	if plain {
		return word
	}
	return norm.NFC.String(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(word)))
}
