package search

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/search/lexicon"
)

// Saying is what passages have of a statement.
type Saying struct {
	Terms    int  // how many of its words say something
	Language int  // a number for its language
	Usual    bool // most passages are in it
	// Here is the passage in its language that has most of it, and Abroad the one in another.
	Here, Abroad *Said
}

// Said is what a passage has of a statement.
type Said struct {
	Hit
	Value   float64  // how much: 0 and more says it
	Strange []string // names that the chapter has not, and numbers that are not near the passage
}

// maxSaid is how many passages are looked at for a statement.
const maxSaid = 40

// What speaks for it that a passage says a statement. They were fitted to sentences about
// real documents, half of which were invented.
const (
	saidFrom   = -9.5
	saidShare  = 7 // of what its words weigh together
	saidWithin = 4 // of what is in one stretch
	saidNear   = 3
	saidUnseen = 2 // is taken off for the share of words that are nowhere
	saidWord   = 0.45
	maxSaying  = 12 // words count, and no more
)

// Say returns what passages have of a statement.
func (x *Index) Say(statement string) (all Saying) {
	r := x.newRanker(lexicon.Plainly(statement))
	s := r.newSayer(statement)
	all.Terms = len(s.q.words)
	mine, told := tell(lexicon.WithoutNames(statement))
	all.Language = int(mine)
	all.Usual = !told || 2*passagesIn(x.chapters, mine) >= len(x.in)
	spaced := lexicon.IsSpaced(statement)
	top := r.weigh(r.best(weighed))
	for _, one := range top[:min(len(top), maxSaid)] {
		said := &Said{Hit: x.hit(one, one.passage, one.passage)}
		said.Value, said.Strange = s.value(one.passage)
		best := &all.Here
		if told && x.chapters[x.in[one.passage]].language != mine || lexicon.IsSpaced(said.Text) != spaced {
			best = &all.Abroad
		}
		if *best == nil || said.Value > (*best).Value {
			*best = said
		}
	}
	return all
}

// passagesIn returns how many passages are of chapters in a language.
func passagesIn(chapters []indexed, l language) (n int) {
	for i := range chapters {
		if c := &chapters[i]; c.language == l {
			n += c.last - c.first
		}
	}
	return n
}

// sayer reads passages for a statement.
type sayer struct {
	q       *questionReader
	x       *Index
	numbers []string // of the statement
	meant   []string // the number that each word means, or ""
	spelled []string // each word that is a name
}

func (r *ranker) newSayer(statement string) *sayer {
	s := &sayer{q: r.newReader(), x: r.x, numbers: lexicon.Numbers(statement)}
	s.meant, s.spelled = make([]string, len(s.q.words)), make([]string, len(s.q.words))
	mine := languageOf(r.text)
	for word := range strings.FieldsFuncSeq(r.text, separates) {
		terms := termsOf(mine, word)
		for i := range s.q.words {
			month := lexicon.Month(strings.ToLower(word))
			switch is := slices.Contains(terms, s.q.words[i].terms[mine]); {
			case !is:
			case month > 0:
				s.meant[i] = strconv.Itoa(int(month))
			case len(lexicon.Numbers(word)) == 1:
				s.meant[i] = lexicon.Numbers(word)[0]
			case s.q.kinds.names.has(i):
				s.spelled[i] = strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "’s")
			}
		}
	}
	return s
}

// value returns how much a passage says of the statement, and which names and numbers are
// neither there nor near.
func (s *sayer) value(p int) (value float64, strange []string) {
	x := s.x
	one, c := s.q.passage(x, p), &x.chapters[x.in[p]]
	has := one.own | one.above | one.alike
	first, last := max(p-1, c.first), min(p+1, c.last-1)
	near := lexicon.Numbers(x.header(&x.passages[p]) + "\n" + x.slice(x.in[p], x.passages[first].from, x.passages[last].to))
	for h := range x.above(p) {
		near = append(near, lexicon.Numbers(x.slice(x.in[p], x.headings[h].from, x.headings[h].to))...)
	}
	for i, n := range s.meant {
		if n != "" && lexicon.IsNumberOf(near, n) {
			has |= 1 << i
		}
	}
	for _, n := range s.numbers {
		if len(n) > 1 && !lexicon.IsNumberOf(near, n) { // a text may count up small ones
			strange = append(strange, n)
		}
	}
	all := ""
	for i, word := range s.spelled {
		if word == "" || has.has(i) {
			continue
		}
		if all == "" {
			all = x.slice(x.in[p], 0, x.passages[c.last-1].to)
		}
		if !strings.Contains(all, word) {
			strange = append(strange, word)
		}
	}
	return saidFrom + saidShare*has.share(s.q.proofs) + saidWithin*one.within + saidNear*one.near/s.q.all -
		saidUnseen*(s.q.kinds.unseen&^has).share(s.q.proofs) + saidWord*float64(min(len(s.q.words), maxSaying)), strange
}
