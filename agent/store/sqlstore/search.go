package sqlstore

import (
	"cmp"
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
	"github.com/seed353dc258/backstory/search"
)

// Bounds of a search, which keep it short whatever is asked for and however
// much is kept.
const (
	searchTerms      = 12      // words that count; the rarest
	searchCandidates = 500     // memories that are weighed: the newest of those that have a word,
	searchNewest     = 200     // and the newest of all
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
// fit, then how fresh a memory is, and whether a person pinned or promoted it. The
// newest memories are found in other forms of the words, too, older ones
// by the words as they are.
func (s memories) SearchMemories(ctx context.Context, sc scope.Scope, text string, all bool, limit int) ([]store.Memory, error) {
	text = text[:min(len(text), searchText)]
	terms, err := s.rarest(ctx, sc, queryWords(text))
	if err != nil || strings.TrimSpace(text) == "" {
		return nil, err
	}
	var found []store.Memory
	if len(terms) > 0 {
		if found, err = s.having(ctx, sc, terms, all); err != nil {
			return nil, err
		}
	}
	clause, args := visible(sc, all)
	newest, err := s.memories(ctx, sc, "searching memories", clause+" AND m.superseded = '' ORDER BY m.created DESC, m.n DESC LIMIT ?", append(args, searchNewest)...)
	if err != nil {
		return nil, err
	}
	having := len(found)
	seen := map[string]bool{}
	for _, m := range found {
		seen[m.ID] = true
	}
	for _, m := range newest {
		if !seen[m.ID] {
			found = append(found, m)
		}
	}
	return s.best(found, fits(found, having, text), limited(limit)), nil
}

// having returns the memories that have one of some words, the newest of them.
func (s memories) having(ctx context.Context, sc scope.Scope, terms []term, all bool) ([]store.Memory, error) {
	wanted := make([]string, len(terms))
	for i, t := range terms {
		wanted[i] = t.word
	}
	match := s.db.Match(sc, wanted)
	clause, args := visible(sc, all)
	args = append(append(match.Args, args...), searchCandidates)
	return list(ctx, s.db, sc, "searching memories", memoryRow, "SELECT "+memoryColumns+" FROM "+match.From+" WHERE "+match.Where+" AND "+clause+" AND m.superseded = '' ORDER BY "+match.Order+" DESC LIMIT ?", args...)
}

// best sorts memories by what speaks for them, and returns the first ones of those that
// fit.
func (s memories) best(found []store.Memory, fit []float64, limit int) []store.Memory {
	type hit struct {
		memory store.Memory
		score  float64
	}
	var hits []hit
	now := s.db.now()
	for i, m := range found {
		if fit[i] > 0 {
			hits = append(hits, hit{m, weigh(m, fit[i], now)})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(b.memory.ID, a.memory.ID))
	})
	out := make([]store.Memory, 0, min(len(hits), limit))
	for _, h := range hits[:min(len(hits), limit)] {
		out = append(out, h.memory)
	}
	return out
}

// commonFit is how well a memory fits that has nothing but common words of a query.
const commonFit = 0.01

// fits says how well a text fits each memory, as passages of documents are ranked.
// The first ones have a word of it; of the others one may fit in nothing.
func fits(found []store.Memory, having int, text string) []float64 {
	list, out := make([]search.Chapter, len(found)), make([]float64, len(found))
	same := map[string]float64{} // a text comes once among the hits
	for i, m := range found {
		list[i].Text = m.Text[:min(len(m.Text), searchText)]
		if i < having {
			out[i] = commonFit
		}
	}
	for _, h := range search.New(list, nil).Find(text, search.MaxHits) {
		at := list[h.Chapter].Text
		same[at] = max(same[at], h.Score)
	}
	for i := range list {
		out[i] = max(out[i], same[list[i].Text])
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
func (s memories) rarest(ctx context.Context, sc scope.Scope, words []string) ([]term, error) {
	if len(words) == 0 {
		return nil, sc.Valid()
	}
	var found []term
	for _, w := range words {
		t := term{word: w}
		query, args := s.db.Count(sc, w, commonFrom)
		err := s.db.query(ctx, sc, "searching memories", func(scan func(...any) error) error { return scan(&t.in) }, query, args...)
		if err != nil {
			return nil, err
		}
		if t.in > 0 {
			found = append(found, t)
		}
	}
	slices.SortFunc(found, func(a, b term) int { return cmp.Or(a.in-b.in, strings.Compare(a.word, b.word)) })
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
