package org

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/suggest"
)

// ErrAmbiguous says that several profiles may be meant by a text.
var ErrAmbiguous = errors.New("ambiguous")

// Candidate is a profile that may be meant by a text.
type Candidate struct {
	store.OrgProfile
	Org string // its slug
}

// Find returns the profile that a person means by a text: the one with that id;
// else the one of that name; else the one whose name gives that id; else the one
// at that place of the list, from 1 on, in which default profiles come first and
// then names; else the only one whose id or name has the text in it; else the
// only one whose id differs from it by one letter. Where one of these leaves
// several it is an [ErrAmbiguous] that names them, and where none leaves any a
// [store.ErrNotFound] that may ask about a name that is near.
func Find(text string, among []Candidate) (Candidate, error) {
	list := slices.Clone(among)
	slices.SortStableFunc(list, func(a, b Candidate) int {
		if a.Default != b.Default {
			if a.Default {
				return -1
			}
			return 1
		}
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	text = strings.TrimSpace(text)
	low, slug := strings.ToLower(text), slugOf(text)
	steps := []func(i int, c Candidate) bool{
		func(_ int, c Candidate) bool { return c.ID == low },
		func(_ int, c Candidate) bool { return strings.EqualFold(c.Name, text) },
		func(_ int, c Candidate) bool { return slugOf(c.Name) == slug },
		func(i int, _ Candidate) bool { return strconv.Itoa(i+1) == text },
		func(_ int, c Candidate) bool {
			return strings.Contains(c.ID, low) || strings.Contains(strings.ToLower(c.Name), low)
		},
		func(_ int, c Candidate) bool {
			return suggest.Distance(slug, c.ID) <= 1 || suggest.Distance(slug, slugOf(c.Name)) <= 1
		},
	}
	if text == "" {
		return Candidate{}, notThere("profile", text)
	}
	for _, step := range steps {
		var found []Candidate
		for i, c := range list {
			if step(i, c) {
				found = append(found, c)
			}
		}
		switch len(found) {
		case 0:
		case 1:
			return found[0], nil
		default:
			return Candidate{}, ambiguous(text, found)
		}
	}
	var names []string
	for _, c := range list {
		names = append(names, c.ID, c.Name)
	}
	return Candidate{}, fmt.Errorf("%w%s", notThere("profile", text), suggest.Question(text, names))
}

// maxNamed is how many profiles an error names.
const maxNamed = 8

func ambiguous(text string, found []Candidate) error {
	var names []string
	for _, c := range found[:min(len(found), maxNamed)] {
		names = append(names, fmt.Sprintf("%s in %s", c.ID, c.Org))
	}
	if len(found) > maxNamed {
		names = append(names, fmt.Sprintf("and %d more", len(found)-maxNamed))
	}
	return fmt.Errorf("profile %q: %w: %s", text, ErrAmbiguous, strings.Join(names, ", "))
}
