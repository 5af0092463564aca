package tool

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/seed353dc258/backstory/prompt"
	"github.com/seed353dc258/backstory/search"
)

// Bounds of what is asked for and shown.
const (
	maxFound     = 20 // passages of one call of the tool
	defaultFound = 5
	maxQuery     = 4096 // bytes
)

// Searcher finds places in what a profile has. The texts are read when it is asked
// first. Several goroutines may ask it.
type Searcher struct {
	Library *prompt.Library // what is searched; nil of a [FileSearcher]
	*shelf
	near   Near
	places Places
}

// Places says where sources have passages, in words and in the order of the passages;
// "" is not known.
type Places func(ctx context.Context, found []Found) []string

// shelf is what searchers of one library share.
type shelf struct {
	library func() library
	cache   *search.Cache

	mu      sync.Mutex
	vectors *search.Vectors // by the model of that name
	by      string
	whole   bool      // all vectors are there
	later   time.Time // no model is asked before
	said    map[string]said
}

// library is what is searched.
type library struct {
	index   *search.Index
	chapter func(i int) prompt.Reading
}

// Near says how a searcher finds what means the same in other words.
type Near struct {
	Model *search.Model // nil: by words alone
	// Wait is how long a search waits for the vectors of a library that are missing;
	// those made by then are kept. 0 waits as long as the context.
	Wait time.Duration
	Warn func(error) // told why a search was by words alone; may be nil
}

// With returns a searcher of the same library.
func (s *Searcher) With(n Near) *Searcher { return &Searcher{s.Library, s.shelf, n, s.places} }

// Placed returns a searcher whose tool says where the sources have what it found.
func (s *Searcher) Placed(by Places) *Searcher { return &Searcher{s.Library, s.shelf, s.near, by} }

// pause is how long no model is asked for vectors after it failed.
const pause = time.Minute

// asked returns a query as the model reads it, or nil where there is none, or its
// vectors cannot be had: then words alone count.
func (s *Searcher) asked(ctx context.Context, text string) *search.Asked {
	m := s.near.Model
	if m == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.by != m.Name {
		s.by, s.vectors, s.whole, s.later = m.Name, nil, false, time.Time{}
	}
	if time.Now().Before(s.later) {
		return nil
	}
	if s.near.Wait > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.near.Wait)
		defer cancel()
	}
	var err error
	if !s.whole {
		s.vectors, err = s.library().index.Embed(ctx, m, s.cache)
		s.whole = err == nil
	}
	var asked *search.Asked
	if err == nil {
		asked, err = s.vectors.Ask(ctx, m, text)
	}
	if err != nil {
		s.later = time.Now().Add(pause)
		if s.near.Warn != nil {
			s.near.Warn(fmt.Errorf("searching by words alone: %w", err))
		}
	}
	return asked
}

// NewSearcher returns what searches a library, with a cache or nil.
func NewSearcher(l *prompt.Library, c *search.Cache) *Searcher {
	return &Searcher{Library: l, shelf: &shelf{cache: c, library: sync.OnceValue(func() library {
		all := l.All()
		texts := make([]search.Chapter, len(all))
		for i, r := range all {
			texts[i] = search.Chapter{Path: cmp.Or(r.Path, r.Title), Text: r.Text, Note: noteOf(r)}
			if r.Origin != nil {
				texts[i].Keys = r.Origin.Keywords
			}
		}
		return library{search.New(texts, c), func(i int) prompt.Reading { return all[i] }}
	})}}
}

// Search returns the tool that finds places in what a profile has.
func Search(s *Searcher) []Tool {
	return []Tool{New("backstory_search", about("backstory_search"), Auto, s.search)}
}

// Found is a passage that answers a query.
type Found struct {
	Ref     string // for [prompt.Library.Read], from this passage on
	Path    string // empty of what is not a source
	Title   string
	Heading string // that it is under; empty where that is the title
	Origin  *prompt.Origin
	Place   string // in the source, such as line 12; empty where it is not known or was not asked for
	Hit     search.Hit
}

// Find returns the passages that have most to do with a query, the best first,
// and at most limit of them (0: 5, at most [search.MaxHits]). A query that is blank
// or too long is an [ArgumentError].
func (s *Searcher) Find(ctx context.Context, query string, limit int) ([]Found, error) {
	if err := checkQuery(query); err != nil {
		return nil, err
	}
	if limit <= 0 {
		limit = defaultFound
	}
	return s.Among(ctx, query, limit, nil)
}

func checkQuery(query string) error {
	switch {
	case strings.TrimSpace(query) == "":
		return &ArgumentError{"query is empty"}
	case len(query) > maxQuery:
		return &ArgumentError{fmt.Sprintf("query has %d bytes and may have %d", len(query), maxQuery)}
	}
	return nil
}

// Among returns the passages that have most to do with the first words of a text,
// the best first and at most limit of them, of those places alone that a function
// takes, which is given the id of a chapter and an offset in it; nil takes all.
func (s *Searcher) Among(ctx context.Context, text string, limit int, takes func(id string, offset int) bool) ([]Found, error) {
	return s.among(ctx, search.Query{Text: text}, limit, takes)
}

// Told is [Searcher.Among] for who reads a passage without its document: with what is
// beside it.
func (s *Searcher) Told(ctx context.Context, text string, limit int, takes func(id string, offset int) bool) ([]Found, error) {
	return s.among(ctx, search.Query{Text: text, Beside: search.MaxBeside}, limit, takes)
}

// Quotes returns what is quoted as an answer to a question: see [search.Index.Quotes].
func (s *Searcher) Quotes(ctx context.Context, question string) (found []Found, answered bool, err error) {
	l := s.library()
	if err := context.Cause(ctx); err != nil {
		return nil, false, err
	}
	hits, answered := l.index.Quotes(search.Query{Text: question, Asked: s.asked(ctx, question)})
	for _, h := range hits {
		found = append(found, foundIn(l.chapter(h.Chapter), h))
	}
	return found, answered, nil
}

// said is what passages have of a statement, and those that have most of it.
type said struct {
	search.Saying
	here, abroad *Found
}

// maxSaid is how many statements are kept with what was said: an answer is checked again and
// again as it comes.
const maxSaid = 256

// Say returns what passages have of a statement, and those that have most of it: see
// [search.Index.Say].
func (s *Searcher) Say(ctx context.Context, statement string) (all search.Saying, here, abroad *Found, err error) {
	l := s.library()
	if err := context.Cause(ctx); err != nil {
		return all, nil, nil, err
	}
	s.mu.Lock()
	kept, ok := s.said[statement]
	s.mu.Unlock()
	if ok {
		return kept.Saying, kept.here, kept.abroad, nil
	}
	in := func(one *search.Said) *Found {
		if one == nil {
			return nil
		}
		f := foundIn(l.chapter(one.Chapter), one.Hit)
		return &f
	}
	all = l.index.Say(statement)
	kept = said{all, in(all.Here), in(all.Abroad)}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.said == nil || len(s.said) == maxSaid {
		s.said = map[string]said{}
	}
	s.said[statement] = kept
	return all, kept.here, kept.abroad, nil
}

func (s *Searcher) among(ctx context.Context, q search.Query, limit int, takes func(id string, offset int) bool) ([]Found, error) {
	l := s.library()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if takes != nil {
		q.Takes = func(chapter, offset int) bool { return takes(l.chapter(chapter).Ref, offset) }
	}
	q.Asked = s.asked(ctx, q.Text)
	var found []Found
	for _, h := range l.index.Answer(q, limit) {
		found = append(found, foundIn(l.chapter(h.Chapter), h))
	}
	return found, nil
}

func (s *Searcher) search(ctx context.Context, _ At, a struct {
	Query string `json:"query"`
	Limit int    `json:"limit,omitempty" doc:"-"`
},
) (string, error) {
	if err := checkQuery(a.Query); err != nil {
		return "", err
	}
	found, err := s.Told(ctx, a.Query, cmp.Or(min(max(a.Limit, 0), maxFound), defaultFound), nil)
	if err != nil {
		return "", err
	}
	if len(found) == 0 {
		return "nothing there has these words", nil
	}
	if s.places != nil {
		for i, place := range s.places(ctx, found) {
			found[i].Place = place
		}
	}
	texts := make([]string, len(found))
	for i, f := range found {
		texts[i] = f.Quote()
	}
	return strings.Join(texts, "\n\n"), nil
}

// Source names the document of a passage, the place in it, and the heading that it is
// under.
func (f Found) Source() string {
	return search.Where(source(prompt.Reading{Path: f.Path, Title: f.Title}), f.Place, f.Heading)
}

// Quote writes a passage with its source. What the source says of itself is
// within the fence.
func (f Found) Quote() string {
	from := f.Source()
	return fmt.Sprintf("To read on: %s\n\n", f.Ref) + Fenced(from, "From "+from+":\n\n"+f.Hit.Text)
}

// foundIn returns what was found in a chapter.
func foundIn(c prompt.Reading, h search.Hit) Found {
	f := Found{Ref: c.Ref, Path: c.Path, Title: c.Title, Origin: c.Origin, Hit: h}
	if n := len(h.Headings); n > 0 && h.Headings[n-1] != c.Title {
		f.Heading = h.Headings[n-1]
	}
	if h.Offset > 0 {
		f.Ref = fmt.Sprintf("%s+%d", c.Ref, h.Offset)
	}
	return f
}
