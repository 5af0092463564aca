package sqlite

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

// Bounds of a search, which keep it short whatever is asked for.
const (
	searchTerms      = 12   // words that count; the rarest
	searchCandidates = 1000 // memories that are weighed: the newest of those that have a word
	commonShare      = 0.10 // a word in more memories than this says nothing, where another is rarer
	commonFrom       = 200  // memories, from which on that rule holds
	halfLife         = 90 * 24 * time.Hour
)

// SearchMemories implements [store.Memories]. What counts is how well the words
// fit, then how fresh a memory is, and whether a person pinned or promoted it.
func (s *Store) SearchMemories(ctx context.Context, sc scope.Scope, text string, all bool, limit int) ([]store.Memory, error) {
	words, err := s.rarest(ctx, sc, queryWords(text))
	if err != nil || len(words) == 0 {
		return nil, err
	}
	for i, w := range words {
		words[i] = `"` + w + `"`
	}
	clause, args := visible(sc, all)
	args = append(append([]any{strings.Join(words, " OR ")}, args...), searchCandidates)
	type hit struct {
		memory store.Memory
		score  float64
	}
	var hits []hit
	now := s.now()
	err = s.query(ctx, sc, "searching memories", func(scan func(...any) error) error {
		var rank float64
		m, err := scanMemory(func(fields ...any) error { return scan(append(fields, &rank)...) })
		hits = append(hits, hit{m, weigh(m, -rank, now)})
		return err
	}, `SELECT `+memoryColumns+`, f.rank FROM
		memories_text f CROSS JOIN memories m ON m.n = f.rowid
		WHERE f.memories_text MATCH ? AND `+clause+` AND m.superseded = '' ORDER BY f.rowid DESC LIMIT ?`, args...)
	if err != nil {
		return nil, err
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
	out := make([]store.Memory, 0, min(len(hits), limited(limit)))
	for _, h := range hits[:min(len(hits), limited(limit))] {
		out = append(out, h.memory)
	}
	return out, nil
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
func (s *Store) rarest(ctx context.Context, sc scope.Scope, words []string) ([]string, error) {
	if len(words) == 0 {
		return nil, sc.Valid()
	}
	type known struct {
		word string
		in   int
	}
	var found []known
	total := 0
	args := make([]any, len(words))
	for i, w := range words {
		args[i] = w
	}
	err := s.query(ctx, sc, "searching memories", func(scan func(...any) error) error {
		var k known
		err := scan(&k.word, &k.in, &total)
		found = append(found, k)
		return err
	}, "SELECT term, doc, (SELECT coalesce(max(n), 0) FROM memories) FROM memories_words WHERE term IN (?"+strings.Repeat(", ?", len(words)-1)+")", args...)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b known) int {
		if a.in != b.in {
			return a.in - b.in
		}
		return strings.Compare(a.word, b.word)
	})
	var out []string
	for _, k := range found {
		if len(out) == searchTerms || len(out) > 0 && total >= commonFrom && float64(k.in) > commonShare*float64(total) {
			break
		}
		out = append(out, k.word)
	}
	return out, nil
}

// maxQueryWords is how many words of a query are looked at.
const maxQueryWords = 64

// queryWords returns the words of a text as the index has them: in small
// letters and without marks.
func queryWords(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.M, r)
	})
	for i, w := range words {
		words[i] = plainWord(w)
	}
	slices.Sort(words)
	words = slices.Compact(words)
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
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
