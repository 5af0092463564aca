package host

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/agent/find"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// Source is a part of a profile that an answer quotes, or that was looked up
// for it.
type Source struct {
	Path  string `json:"path"`
	Title string `json:"title,omitempty"`
	Ref   string `json:"ref,omitempty"` // what backstory_read takes
	Start int    `json:"start"`         // of the quote in the answer, in bytes; equal to End where nothing is quoted
	End   int    `json:"end"`
	Mark  int    `json:"mark,omitempty" doc:"from 1: what an answer marks with [1]" example:"1"` // 0 of what was read alone
	Place

	begin  string // the line that the passage begins with, where it is not quoted
	offset int
}

// Place is where a source has what is quoted of it, as far as that is known. A
// program that cannot say has none of it.
type Place struct {
	Place string `json:"place,omitempty" doc:"in the source, in words" example:"sheet Data, row 9"`
	Page  int    `json:"page,omitempty" doc:"from 1" example:"3"`
	Slide int    `json:"slide,omitempty" doc:"from 1"`
	Rows  *Span  `json:"rows,omitempty" doc:"of a table"`
	Lines *Span  `json:"lines,omitempty" doc:"of a text"`
}

// Span is a range of rows or lines, first and last included, from 1.
type Span struct {
	First int `json:"first" example:"3"`
	Last  int `json:"last" example:"4"`
}

const (
	minQuote   = 24  // characters: shorter lines are in many texts
	maxSources = 100 // of an answer
)

// Missing is a sentence of an answer that no document says.
type Missing struct {
	Text  string `json:"text"`
	Start int    `json:"start" doc:"in the answer, in bytes"`
	End   int    `json:"end"`
}

// Sources says which sources of a profile an answer quotes, line by line, which passages
// say what its other sentences say, and which were read for it by calls of tools. What no
// document says is missing.
func (h *Host) Sources(ctx context.Context, i *profile.Identity, answer string, calls []model.Call) (found []Source, missing []Missing) {
	found, missing = []Source{}, []Missing{}
	if i == nil || !i.HasLibrary() || !(model.Answers{}).In(answer) { // what says that nothing answers has none
		return found, missing
	}
	searcher := h.Searcher(i)
	found = verbatim(searcher.Library, answer)
	claims, err := find.Claims(ctx, searcher, answer)
	if err != nil {
		claims = nil // nobody waits for them any more
	}
	quoted, near := slices.Clone(found), []Source{}
	for _, c := range claims {
		switch {
		case len(found) == maxSources, slices.ContainsFunc(quoted, func(s Source) bool { return s.Start < c.End && c.Start < s.End }):
		case c.State == find.IsFound:
			p := c.Passage
			found = append(found, Source{Path: names.Show(p.Path), Title: p.Title, Ref: p.Ref, Start: c.Start, End: c.End, begin: p.Hit.Begin, offset: p.Hit.Offset})
		case c.State == find.NotChecked && c.Passage.Ref != "":
			near = append(near, Source{Path: names.Show(c.Passage.Path), Title: c.Passage.Title, Ref: c.Passage.Ref})
		case c.State == find.NotFound:
			missing = append(missing, Missing{answer[c.Start:c.End], c.Start, c.End})
		}
	}
	slices.SortStableFunc(found, func(a, b Source) int { return cmp.Compare(a.Start, b.Start) })
	number(found)
	return with(lookedUp(searcher.Library, calls, found), near), missing
}

// with adds sources that are not there yet.
func with(found, more []Source) []Source {
	for _, one := range more {
		if len(found) < maxSources && !slices.ContainsFunc(found, func(s Source) bool { return s.Ref == one.Ref }) {
			found = append(found, one)
		}
	}
	return found
}

// maxBack is how many messages back the question of an answer is looked for, behind which
// calls of tools and their results come.
const maxBack = 40

// sentAlong returns the ids of the passages that came with the last question of a session.
func sentAlong(ctx context.Context, from store.Turns, sc scope.Scope, s store.Session) (refs []string, err error) {
	list, err := from.Messages(ctx, sc, s.ID, max(0, s.Seq-maxBack), 0)
	if err != nil {
		return nil, err
	}
	for _, m := range slices.Backward(list) {
		var parts []model.Part
		if m.Role != string(model.User) || json.Unmarshal(m.Body, &parts) != nil || !slices.ContainsFunc(parts, func(p model.Part) bool { return p.Text != "" && p.Class != model.Retrieved }) {
			continue
		}
		for _, p := range parts {
			if p.Class == model.Retrieved {
				refs = append(refs, recalled(p.Text)...)
			}
		}
		break
	}
	return refs, nil
}

// recalled returns the ids of the passages that a text has: see [prompt.Recall].
func recalled(text string) (refs []string) {
	for line := range strings.Lines(text) {
		_, ref, _ := strings.Cut(line, "`")
		if ref, _, _ = strings.Cut(ref, "`"); ref != "" && strings.TrimSpace(line) == (prompt.Passage{Ref: ref}).Mark() {
			refs = append(refs, ref)
		}
	}
	return refs
}

// sourcesOf returns passages as sources.
func sourcesOf(library *prompt.Library, refs []string) (list []Source) {
	for _, ref := range refs {
		if r, err := library.Read(ref, 1); err == nil {
			list = append(list, Source{Path: names.Show(r.Path), Title: r.Title, Ref: ref})
		}
	}
	return list
}

// Cited returns the sources of an answer that is not whole yet, without their places.
func (h *Host) Cited(ctx context.Context, sc scope.Scope, answer string) []Source {
	i, err := h.Identity(sc.Profile())
	if err != nil {
		return nil
	}
	found, _ := h.Sources(ctx, i, answer, nil)
	return found
}

// number numbers what an answer is from, as it comes in it.
func number(found []Source) {
	var known []Source
	for n := range found {
		s := &found[n]
		at := slices.IndexFunc(known, func(k Source) bool { return k.Path == s.Path && k.Title == s.Title && k.begin == s.begin })
		if at < 0 {
			at, known = len(known), append(known, *s)
		}
		s.Mark = at + 1
	}
}

// Quote is what is looked for in a source, to say where it is.
func (s *Source) Quote(answer string) pipeline.Quote {
	q := pipeline.Quote{Source: names.Read(strings.TrimPrefix(s.Path, "/")), Text: answer[s.Start:s.End]}
	if s.begin != "" {
		q.Text, q.Offset = s.begin, s.offset
	}
	return q
}

// verbatim returns what an answer quotes, line by line.
func verbatim(library *prompt.Library, answer string) []Source {
	found := []Source{}
	all := library.All()
	at := 0
	for line := range strings.SplitAfterSeq(answer, "\n") {
		text := strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), ">-*#• "))
		start := at + strings.Index(line, text)
		at += len(line)
		if utf8.RuneCountInString(text) < minQuote || len(found) == maxSources {
			continue
		}
		for _, r := range all {
			if contains(r.Text, text) {
				found = append(found, Source{Path: names.Show(r.Path), Title: r.Title, Ref: r.Ref, Start: start, End: start + len(text)})
				break
			}
		}
	}
	return found
}

// commonBytes are what texts have most, the most common first.
const commonBytes = " etaoinsrhldcumfpgwybvk"

// contains is [strings.Contains], for long texts: it looks for the rarest byte of a line and
// what follows it, and not for its first.
func contains(text, line string) bool {
	at, rarest := 0, -1
	for i := range len(line) {
		rank := strings.IndexByte(commonBytes, line[i])
		if rank < 0 && line[i] < utf8.RuneSelf {
			at = i
			break
		}
		if rank > rarest {
			at, rarest = i, rank
		}
	}
	const most = 63 // bytes that [strings.Index] compares at once
	probe := line[at:min(len(line), at+most)]
	for from := 0; ; from++ {
		next := strings.Index(text[from:], probe)
		if next < 0 {
			return false
		}
		if from += next; from >= at && strings.HasPrefix(text[from-at:], line) {
			return true
		}
	}
}

// lookedUp adds what calls of tools read.
func lookedUp(library *prompt.Library, calls []model.Call, found []Source) []Source {
	for _, c := range calls {
		var in struct{ Segment string }
		if c.Name != "backstory_read" || json.Unmarshal(c.Arguments, &in) != nil || in.Segment == prompt.ListRef {
			continue
		}
		if r, err := library.Read(in.Segment, 1); err == nil && r.Path != "" {
			found = with(found, []Source{{Path: names.Show(r.Path), Title: r.Title, Ref: r.Ref}})
		}
	}
	return found
}
