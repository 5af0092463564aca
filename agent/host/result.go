package host

import (
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/prompt"
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
	LeftOut  []prompt.Omission `json:"left_out"` // what did not fit into the prompt
	Usage    model.Usage       `json:"usage"`
	// Stale says that the profile's files have changed since the prompt was
	// composed.
	Stale  bool       `json:"profile_stale"`
	Finish model.Stop `json:"finish"` // why the answer ended; empty where it failed
}

// Result returns an answer in a session with what it quotes, and what the
// calls of tools looked up for it.
func (h *Host) Result(sc scope.Scope, s store.Session, a runner.Answer, calls []model.Call) (Result, error) {
	h, err := h.of(sc)
	if err != nil {
		return Result{}, err
	}
	i, err := h.Identity(sc.Profile())
	if err != nil {
		return Result{}, err
	}
	choice, err := h.Choose(i, s)
	if err != nil {
		return Result{}, err
	}
	return Result{
		Session: s.ID, Turn: a.Turn.Number, Profile: sc.Profile(), Model: choice.Full, Answer: a.Text, Answered: model.Answers{}.In(a.Text),
		Sources: Sources(i, a.Text, calls), LeftOut: append([]prompt.Omission{}, a.LeftOut...), Finish: a.Stop,
		Usage: model.Usage{Input: a.Turn.Input, Output: a.Turn.Output, CacheRead: a.Turn.CacheRead, CacheWrite: a.Turn.CacheWrite},
	}, nil
}
