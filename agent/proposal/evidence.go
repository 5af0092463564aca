package proposal

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// Quote is a text that somebody is claimed to have said.
type Quote struct {
	Session string `json:"session"`
	Turn    int    `json:"turn" doc:"from 1 on"`
	Quote   string `json:"quote" doc:"word for word, at least 8 characters"`
}

// The classes of evidence: who said it. Only the first is the user's own words;
// what a turn was given as a passage, a file, standard input, a skill or a
// client's system text has the class of the part that it came in.
const (
	ClassUser    = "user"
	ClassModel   = "model"
	ClassTool    = "tool"
	ClassSource  = "source"  // a document of the profile
	ClassSession = "session" // a session as a whole, without a quote
)

// minQuote is how long a quote has to be, in characters.
const minQuote = 8

// words returns a text with each run of white space as one space, since a quote may
// have other line ends.
func words(text string) string { return strings.Join(strings.Fields(text), " ") }

// Spoken is a text of a turn, and who said it: one of the classes of evidence, or
// the class of the part that it came in.
type Spoken struct {
	Turn        int
	Text, Class string
}

// Heard returns the texts of a session's messages, in order; those of one turn, if it
// is not 0. Only what a person wrote counts as the user's words, and nobody writes to
// the agents that others start. Calls of the tools for proposals and their results are
// left out: they would contain a quote that was made up.
func Heard(s store.Session, messages []store.Message, turn int) []Spoken {
	person := s.Kind != store.Child && !s.Kind.Unattended()
	var out []Spoken
	calls := map[string]string{}
	for _, m := range messages {
		var parts []model.Part
		if json.Unmarshal(m.Body, &parts) != nil {
			continue
		}
		for _, p := range parts {
			if p.Call != nil {
				calls[p.Call.ID] = p.Call.Name
			}
			if turn != 0 && m.Turn != turn {
				continue
			}
			if text, class := heardPart(p, calls, person && m.Role == string(model.User)); class != "" {
				out = append(out, Spoken{m.Turn, text, class})
			}
		}
	}
	return out
}

// heardPart returns the text of a part and who says it; the class is empty for calls of
// the tools for proposals and for their results. The calls have the names of their
// tools.
func heardPart(p model.Part, calls map[string]string, person bool) (text, class string) {
	switch {
	case p.Call != nil && ofProposals(p.Call.Name):
		return "", ""
	case p.Call != nil:
		return string(p.Call.Arguments), ClassModel
	case p.Result != nil:
		return p.Result.Text, classOfResult(calls[p.Result.CallID])
	case p.Class == model.Retrieved:
		return p.Text, ClassSource
	case p.Class != "":
		return p.Text, string(p.Class)
	case person:
		return p.Text, ClassUser
	}
	return p.Text, ClassModel
}

// classOfResult returns who says what a tool returns.
func classOfResult(tool string) string {
	switch {
	case ofProposals(tool):
		return ""
	case strings.HasPrefix(tool, "backstory_"):
		return ClassSource
	}
	return ClassTool
}

// ofProposals reports whether a tool is one by which agents propose.
func ofProposals(name string) bool { return strings.HasPrefix(name, "persona_") }

// archive reads sessions, each once.
type archive struct {
	d     *Desk
	scope scope.Scope
	known map[string]*talk
}

type talk struct {
	session  store.Session
	messages []store.Message
}

func (d *Desk) archive(sc scope.Scope) *archive { return &archive{d, sc, map[string]*talk{}} }

// session returns a session, nil where it is not the profile's.
func (a *archive) session(ctx context.Context, id string) (*talk, error) {
	if t, ok := a.known[id]; ok {
		return t, nil
	}
	s, err := a.d.Store.Session(ctx, a.scope, id)
	var messages []store.Message
	if err == nil {
		messages, err = a.d.Store.Messages(ctx, a.scope, id, 0, 0)
	}
	if errors.Is(err, store.ErrNotFound) {
		a.known[id] = nil
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	a.known[id] = &talk{s, messages}
	return a.known[id], nil
}

// classOf returns who said a quote in a turn; "" if nobody did. A text that the user
// said counts as the user's, whoever repeated it.
func (a *archive) classOf(ctx context.Context, q Quote) (string, error) {
	t, err := a.session(ctx, q.Session)
	if err != nil || t == nil || q.Turn < 1 {
		return "", err
	}
	quote, class := words(q.Quote), ""
	for _, s := range Heard(t.session, t.messages, q.Turn) {
		if !strings.Contains(words(s.Text), quote) {
			continue
		}
		if s.Class == ClassUser {
			return ClassUser, nil
		}
		if class == "" || class == ClassModel {
			class = s.Class
		}
	}
	return class, nil
}

// evidence finds quotes, and sessions that are cited as a whole.
func (d *Desk) evidence(ctx context.Context, sc scope.Scope, quotes []Quote, sessions []string) ([]store.Evidence, error) {
	a := d.archive(sc)
	var out []store.Evidence
	for i, q := range quotes {
		class, err := a.classOf(ctx, q)
		if err != nil {
			return nil, err
		}
		if class == "" {
			return nil, refuse("evidence_not_found", "evidence %d: turn %d of session %q of this profile has no text %q: quote it word for word", i+1, q.Turn, q.Session, q.Quote)
		}
		out = append(out, store.Evidence{Session: q.Session, Turn: q.Turn, Quote: q.Quote, Class: class})
	}
	for _, id := range sessions {
		t, err := a.session(ctx, id)
		if err != nil {
			return nil, err
		}
		if t == nil {
			return nil, refuse("evidence_not_found", "evidence: this profile has no session %q", id)
		}
		out = append(out, store.Evidence{Session: id, Class: ClassSession})
	}
	return out, nil
}

// recheck finds the evidence of a proposal again, with the rights of its proposer, and
// marks what is gone.
func (d *Desk) recheck(ctx context.Context, sc scope.Scope, p *store.Proposal) (changed bool, err error) {
	a, err := d.proposer(sc, *p)
	if err != nil {
		return false, err
	}
	for i := range p.Evidence {
		e := &p.Evidence[i]
		if e.Withdrawn {
			continue
		}
		gone := false
		if e.Quote == "" {
			t, err := a.session(ctx, e.Session)
			if err != nil {
				return changed, err
			}
			gone = t == nil
		} else {
			class, err := a.classOf(ctx, Quote{e.Session, e.Turn, e.Quote})
			if err != nil {
				return changed, err
			}
			gone = class == ""
		}
		if gone {
			e.Withdrawn, changed = true, true
		}
	}
	return changed, nil
}

// proposer returns the sessions of the user that a proposal was made for.
func (d *Desk) proposer(sc scope.Scope, p store.Proposal) (*archive, error) {
	own, err := scope.New(sc.Org(), p.Origin.User, p.Profile)
	return d.archive(own), err
}

// withdrawn reports whether there was evidence and all of it is gone.
func withdrawn(list []store.Evidence) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(e store.Evidence) bool { return !e.Withdrawn })
}

// trusted reports whether the user said some of the evidence.
func trusted(list []store.Evidence) bool {
	return slices.ContainsFunc(list, func(e store.Evidence) bool { return e.Class == ClassUser && !e.Withdrawn })
}

// words writes what the user said in a session, and what others did.
func (t *talk) words(own, others *strings.Builder) {
	for _, s := range Heard(t.session, t.messages, 0) {
		switch s.Class {
		case ClassUser:
			own.WriteString(words(s.Text) + "\n")
		case ClassModel: // that it proposes something is not a source of it
		default:
			others.WriteString(words(s.Text) + "\n")
		}
	}
}

// foreign returns the lines of a text that are others' words: they are in what
// a tool, a document or a memory brought, and not in what the user said. Lines
// shorter than a quote are not looked for.
func (d *Desk) foreign(ctx context.Context, sc scope.Scope, p store.Proposal, text string) ([]string, error) {
	a, err := d.proposer(sc, p)
	if err != nil {
		return nil, err
	}
	sessions := []string{p.Origin.Session}
	for _, e := range p.Evidence {
		sessions = append(sessions, e.Session)
	}
	var own, others strings.Builder
	for _, id := range slices.Compact(slices.Sorted(slices.Values(sessions))) {
		t, err := a.session(ctx, id)
		if err != nil {
			return nil, err
		}
		if t != nil {
			t.words(&own, &others)
		}
	}
	memories, err := d.Store.ListMemories(ctx, a.scope, false, maxPruned)
	if err != nil {
		return nil, err
	}
	for _, m := range memories {
		if !m.Promoted {
			others.WriteString(words(m.Text) + "\n")
		}
	}
	var out []string
	said, brought := own.String(), others.String()
	for line := range strings.Lines(text) {
		line = words(strings.TrimLeft(line, "+-*#> \t"))
		if len([]rune(line)) >= minQuote && strings.Contains(brought, line) && !strings.Contains(said, line) {
			out = append(out, line)
		}
	}
	return out, nil
}
