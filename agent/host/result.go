package host

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/agent/find"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
	"github.com/seed353dc258/backstory/search"
)

// Result is an answer with all that a program wants to know of it.
type Result struct {
	Session string `json:"session"`
	Turn    int    `json:"turn"`
	Profile string `json:"profile"`
	Model   string `json:"model"`
	Answer  string `json:"answer"`
	// Answered is false where nothing in the documents answers the question.
	Answered bool              `json:"answered"`
	Sources  []Source          `json:"sources"`
	NotFound []Missing         `json:"not_found"` // of a model's answer, which no document says
	LeftOut  []prompt.Omission `json:"left_out"`  // what did not fit into the prompt
	Usage    model.Usage       `json:"usage"`
	// Stale says that the profile's files have changed since the prompt was
	// composed.
	Stale  bool       `json:"profile_stale"`
	Finish model.Stop `json:"finish"` // why the answer ended; empty where it failed
}

// Below is what is shown below an answer of a model, in Markdown: its sources, each with its
// mark, else what was looked at for it, and what no document says. It may be empty.
func (r *Result) Below() string {
	var b strings.Builder
	told, between := 0, ""
	for _, s := range r.Sources {
		if s.Mark > told {
			told = s.Mark
			between = "\n"
			fmt.Fprintf(&b, "[%d] %s\n", s.Mark, search.Where(cmp.Or(s.Path, s.Title), s.Place.Place, ""))
		}
	}
	if told == 0 && len(r.Sources) > 0 {
		var names []string
		for _, s := range r.Sources {
			if name := cmp.Or(s.Path, s.Title); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		between = "\n"
		fmt.Fprintf(&b, "Read for this answer: %s\n", strings.Join(names, ", "))
	}
	for _, m := range r.NotFound {
		fmt.Fprintf(&b, "%sNot found in your documents: “%s”\n", between, oneline.Cut(m.Text, maxMissing))
		between = "\n"
	}
	return b.String()
}

// maxMissing is how much of a sentence is told that is not found, in characters.
const maxMissing = 200

// withoutOwn leaves out what who speaks says of themselves, and what was learned in talks:
// documents need not say that.
func (sp speaker) withoutOwn(ctx context.Context, missing []Missing) ([]Missing, error) {
	if len(missing) == 0 {
		return missing, nil
	}
	own := []string{sp.i.Soul.File.Text, sp.i.User.File.Text}
	memories, err := sp.h.Store.ListMemories(ctx, sp.sc, false, maxMemories)
	for _, m := range memories {
		own = append(own, m.Text)
	}
	return slices.DeleteFunc(missing, func(m Missing) bool {
		return find.Says(own, m.Text)
	}), err
}

// Checked is what is known of an answer.
type Checked struct {
	Sources []Source  // that it quotes, and that were read for it
	Sent    []Source  // the others that came with the question
	Missing []Missing // what neither a document says nor who speaks
}

// All returns all sources.
func (c *Checked) All() []Source { return append(append([]Source{}, c.Sources...), c.Sent...) }

// Checked returns what is known of an answer in a session.
func (h *Host) Checked(ctx context.Context, sc scope.Scope, i *profile.Identity, s store.Session, text string, calls []model.Call) (c Checked, err error) {
	c.Sources, c.Missing = h.Sources(ctx, i, text, calls)
	choice, err := h.Catalog.ChooseFor(i, s)
	if err != nil || choice.Provider.Name() == model.OfflineName { // all of it is quoted
		c.Missing = []Missing{}
		return c, err
	}
	refs, err := sentAlong(ctx, h.Store, sc, s)
	if err != nil || i == nil || !i.HasLibrary() {
		return c, err
	}
	c.Sent = with(slices.Clone(c.Sources), sourcesOf(h.Searcher(i).Library, refs))[len(c.Sources):]
	c.Missing, err = speaker{h, sc, i}.withoutOwn(ctx, c.Missing)
	return c, err
}

// Result returns an answer in a session with what it quotes, and what the
// calls of tools looked up for it.
func (h *Host) Result(ctx context.Context, sc scope.Scope, s store.Session, a runner.Answer, calls []model.Call) (Result, error) {
	h, err := h.of(sc)
	if err != nil {
		return Result{}, err
	}
	i, err := h.Identity(sc.Profile())
	if err != nil {
		return Result{}, err
	}
	choice, err := h.Catalog.ChooseFor(i, s)
	if err != nil {
		return Result{}, err
	}
	c, err := h.Checked(ctx, sc, i, s, a.Text, calls)
	if err != nil {
		return Result{}, err
	}
	speaker{h, sc, i}.placeSources(ctx, a.Text, c.Sources)
	return Result{
		Session: s.ID, Turn: a.Turn.Number, Profile: sc.Profile(), Model: choice.Full, Answer: a.Text, Answered: model.Answers{}.In(a.Text),
		Sources: c.All(), NotFound: c.Missing, LeftOut: append([]prompt.Omission{}, a.LeftOut...), Finish: a.Stop,
		Usage: model.Usage{Input: a.Turn.Input, Output: a.Turn.Output, CacheRead: a.Turn.CacheRead, CacheWrite: a.Turn.CacheWrite},
	}, nil
}
