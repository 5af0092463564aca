package web

import (
	"context"
	"errors"
	"io/fs"
	"strings"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// pageLines is how many lines of a chapter are shown at once.
const pageLines = 500

// chapter is the text that the backstory has of a source.
type chapter struct {
	source string // path in the backstory folder
	raw    string // as backstory.md has it
	text   string // as a model gets it; line by line the same places
	first  int    // number of its first line in backstory.md, from 1
}

// shelf has the chapters of a profile's backstory, as it is now.
type shelf struct {
	all      []prompt.Reading
	identity *profile.Identity
}

func (o *opened) shelf(ctx context.Context) (*shelf, error) {
	h := o.server.Host(ctx)
	i, err := h.Identity(o.scope.Profile())
	if err != nil {
		return nil, err
	}
	if !i.HasLibrary() {
		return &shelf{identity: i}, nil
	}
	return &shelf{h.Searcher(i).Library.All(), i}, nil
}

// chapter returns the text of a source. There may be none: of a source that failed, or
// in a backstory that no build wrote.
func (s *shelf) chapter(source string) (chapter, bool) {
	for _, r := range s.all {
		if r.Path != "/"+source || r.Origin == nil {
			continue
		}
		whole, from, to := s.identity.Backstory.Text, r.Origin.Offset, r.Origin.Offset+r.Origin.Length
		if to > len(whole) {
			return chapter{}, false
		}
		c := chapter{source: source, raw: whole[from:to], text: r.Text, first: 1 + strings.Count(whole[:from], "\n")}
		if strings.Count(c.raw, "\n") != strings.Count(c.text, "\n") {
			c.text = c.raw
		}
		return c, true
	}
	return chapter{}, false
}

// lineOf returns the line of backstory.md in which a chapter has a quote, or 0.
func (s *shelf) lineOf(q pipeline.Quote) int {
	c, ok := s.chapter(q.Source)
	if !ok || q.Text == "" {
		return 0
	}
	at := q.Offset
	if at < 0 || at > len(c.raw) || !strings.HasPrefix(c.raw[at:], q.Text) {
		if at = strings.Index(c.raw, q.Text); at < 0 {
			return 0
		}
	}
	return c.first + strings.Count(c.raw[:at], "\n")
}

// line is a line of a chapter with its place in the source.
type line struct {
	Number   int
	Text     string
	Place    string // empty where it is the same as that of the line before, or not known
	Under    string // the headings over it in the original, where these are others
	Warnings []string
	Page     int           // of the original; 0 where it is not known
	Box      document.Rect // on that page
}

// page returns the lines of a chapter that are shown with one of them, and the numbers of
// the first lines of the pages before and after; 0 where there is none.
func (c *chapter) page(with int) (list []line, raw []string, before, after int) {
	texts, raws := lines(c.text), lines(c.raw)
	from := 0
	if with >= c.first && with < c.first+len(texts) {
		from = (with - c.first) / pageLines * pageLines
	}
	to := min(from+pageLines, len(texts))
	for n := from; n < to; n++ {
		list = append(list, line{Number: c.first + n, Text: texts[n]})
	}
	if from > 0 {
		before = c.first + from - pageLines
	}
	if to < len(texts) {
		after = c.first + to
	}
	return list, raws[from:to], before, after
}

// lines cuts a text into its lines.
func lines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// place says of lines of a chapter where the source has them. It reports whether that is
// known: of a source that changed after the last build it is not.
func (o *opened) place(ctx context.Context, e *manifest.Entry, c *chapter, list []line, raw []string) (found bool, err error) {
	var quotes []pipeline.Quote
	var of []int
	at := 0
	if len(list) > 0 {
		at = offsetOf(c.raw, list[0].Number-c.first)
	}
	for n, text := range raw {
		if strings.Trim(text, "|-: ") != "" { // the line below the head of a table is of no row
			quotes, of = append(quotes, pipeline.Quote{Source: c.source, Text: text, Offset: at}), append(of, n)
		}
		at += len(text) + 1
	}
	known := pipeline.Known{Source: c.source, Format: e.Format, Digest: e.SHA256, Size: e.SizeBytes, Text: c.raw}
	origins, err := o.server.Builder().Tracer()(ctx, o.Profile, quotes, []pipeline.Known{known})
	if errors.Is(err, pipeline.ErrStale) || errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	var before, above string
	for n, origin := range origins {
		under := strings.Join(origin.Under, " > ")
		origin.Under = nil
		place := origin.Place()
		list[of[n]].Page, list[of[n]].Box = int(origin.Pos.Page), origin.Pos.Box
		found = found || place != ""
		if place != before {
			list[of[n]].Place = place
		}
		if under != above {
			list[of[n]].Under = under
		}
		before, above = place, under
	}
	return found, nil
}

// offsetOf returns where a line of a text begins, by its number from 0.
func offsetOf(text string, number int) int {
	at := 0
	for ; number > 0; number-- {
		next := strings.IndexByte(text[at:], '\n')
		if next < 0 {
			return len(text)
		}
		at += next + 1
	}
	return at
}

// quoted is a passage that an answer is from, with its address in the view of its source.
type quoted struct {
	Mark           int
	Where, Address string
}

// cited returns the passages that an answer is from, each once.
func (s *shelf) cited(base, answer string, sources []host.Source) (list []quoted) {
	told := map[int]bool{}
	for i := range sources {
		f := &sources[i]
		if f.Mark > 0 && told[f.Mark] {
			continue
		}
		told[f.Mark] = true
		q := quoted{Mark: f.Mark, Where: where(f.Path, f.Title, f.Place.Place)}
		source := f.Quote(answer)
		if _, ok := s.chapter(source.Source); ok {
			q.Address = readAddress(base, source.Source, s.lineOf(source))
		}
		list = append(list, q)
	}
	return list
}
