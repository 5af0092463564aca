package host

import (
	"context"
	"slices"

	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/internal/tokens"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
	"github.com/seed353dc258/backstory/search"
)

// maxRecalled is how many passages are looked at for a message: those that rank
// lower have little to do with it, even where all others were told before.
const maxRecalled = 20

// minRecalled is the score of the least of them beside that of the best one: what
// shares a word with the message alone does not come where there is an answer.
const minRecalled = 0.4

// recall returns the passages that have to do with a message, that the prompt of
// the session left out, and that were not told in it yet: the best that fit the
// preferences' budget and the room that the prompt may have.
func (t talk) recall(ctx context.Context, text string) ([]prompt.Passage, error) {
	e := t.c.Epoch()
	if e == nil || !slices.ContainsFunc(e.Omitted, func(o prompt.Omission) bool { return o.Ref != "" }) {
		return nil, nil
	}
	i, err := t.h.Identity(t.sc.Profile())
	if err != nil || i == nil || i.Preferences.Retrieval.Off {
		return nil, err
	}
	searcher := t.h.Searcher(i)
	lacks := searcher.Library.Lacks(e.Omitted)
	room := i.Preferences.Retrieval.Tokens
	if room == 0 {
		room = profile.DefaultRetrieval
	}
	if e.Limit > 0 {
		room = min(room, e.Limit)
	}
	found, err := searcher.With(t.h.Near(t.sc, i)).Told(ctx, search.Question(append([]string{text}, saidBefore(t.c)...)), maxRecalled, lacks)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, nil
	}
	least := minRecalled * found[0].Hit.Score
	found = within(room, slices.DeleteFunc(found, func(f tool.Found) bool {
		return f.Hit.Score < least || wasSaid(t.c, prompt.Passage{Ref: f.Ref}.Mark())
	}))
	for n, place := range (speaker{t.h, t.sc, i}).placed(ctx, found) { // their sources are read again
		found[n].Place = place
	}
	var list []prompt.Passage
	for _, f := range within(room, found) {
		list = append(list, passageOf(f))
	}
	return list, nil
}

// within returns those of what was found that fit into so many tokens, the first first.
func within(room int, found []tool.Found) []tool.Found {
	return slices.DeleteFunc(found, func(f tool.Found) bool {
		cost := tokens.Estimate(prompt.Recall([]prompt.Passage{passageOf(f)}))
		if cost > room {
			return true
		}
		room -= cost
		return false
	})
}

// passageOf returns what was found as a prompt has it.
func passageOf(f tool.Found) prompt.Passage {
	return prompt.Passage{Ref: f.Ref, Source: f.Source(), Text: f.Hit.Text}
}
