package host

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/internal/names"
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
	Place
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

// Sources says which sources of a profile an answer quotes, line by line, and
// which were read for it by calls of tools.
func Sources(i *profile.Identity, answer string, calls []model.Call) []Source {
	found := []Source{}
	if i == nil {
		return found
	}
	library := prompt.NewLibrary(i)
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
			if strings.Contains(r.Text, text) {
				found = append(found, Source{Path: names.Show(r.Path), Title: r.Title, Ref: r.Ref, Start: start, End: start + len(text)})
				break
			}
		}
	}
	for _, c := range calls {
		var in struct{ Segment string }
		if c.Name != "backstory_read" || json.Unmarshal(c.Arguments, &in) != nil || in.Segment == prompt.ListRef {
			continue
		}
		if r, err := library.Read(in.Segment, 1); err == nil && r.Path != "" {
			one := Source{Path: names.Show(r.Path), Title: r.Title, Ref: r.Ref}
			if len(found) < maxSources && !slices.Contains(found, one) {
				found = append(found, one)
			}
		}
	}
	return found
}
