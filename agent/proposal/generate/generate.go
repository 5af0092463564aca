// Package generate makes proposals of what people said in sessions that have
// ended: by declared rules, and where there is one by a model. What it finds goes
// through the same checks as what an agent proposes ([proposal.Desk.Propose]):
// evidence, confidence, the weekly limit, the content. Nothing is applied.
//
//   - generate.go: findings over sessions and memories, and proposing them
//   - find.go: what a text of a user says, by the rules; pure
//   - rules_table.go, pattern.go: the rules, in several languages, and their patterns
//   - model.go: asking a model
//
// Only what the user said is looked at, and shown to a model: never the
// results of tools, passages, files, standard input, skills, or what a client
// program says; and no sentence that such a text of the session had before.
package generate

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/proposal/patch"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
)

// Options say how proposals are made. The zero value asks no model.
type Options struct {
	Dry bool // nothing is written, and no model asked
	// Ask has a model look at what was said. Nil where there is none.
	Ask Ask
}

// Result is what was found in the sessions of a profile.
type Result struct {
	Profile  string  `json:"profile"`
	Called   string  `json:"-"` // what people call it; empty for the same
	Dry      bool    `json:"dry_run"`
	Sessions int     `json:"sessions"` // that have ended, and were read
	Memories int     `json:"memories"` // that a person confirmed, and were read
	Asked    int     `json:"asked"`    // sessions that a model was asked about
	Known    int     `json:"known"`    // findings that were proposed before, or are in the file
	Found    []Found `json:"found"`
	Left     int     `json:"left"`              // sessions that the next run asks about
	Problem  string  `json:"problem,omitempty"` // why the model could not be asked
}

// Found is something that was proposed, or would be, or why it is not.
type Found struct {
	Rule       string  `json:"rule"` // a rule, memory, or model
	Target     string  `json:"target"`
	Text       string  `json:"text"`
	Sessions   int     `json:"sessions"` // in which it was said
	Evidence   int     `json:"evidence"` // quotes
	Confidence float64 `json:"confidence"`
	Proposal   string  `json:"proposal,omitempty"` // its id; empty where it was not made
	Code       string  `json:"code,omitempty"`     // of the refusal
	Reason     string  `json:"reason,omitempty"`   // of the refusal
}

// The bounds of what is read, and of a proposal.
const (
	maxSessions = 1_000     // the newest
	maxRead     = 32 << 20  // bytes that users said
	maxText     = 256 << 10 // bytes of one text
	maxQuotes   = 100
	maxMemories = 1_000
	page        = 200
)

// By is who made a proposal, where it was the generator ([store.Origin]).
const By = "generator"

// said is what a user said in a turn.
type said struct {
	session string
	turn    int
	text    string
}

// generator is one run over a profile.
type generator struct {
	desk    *proposal.Desk
	scope   scope.Scope
	options Options
	said    []said // the oldest session first
	ended   []store.Session
	known   map[string]bool // texts and quotes of earlier proposals
	res     Result
}

// Run looks through the sessions of the scope's user and profile that have ended,
// and proposes what it finds. Nothing is proposed twice, whatever became of it.
func Run(ctx context.Context, d *proposal.Desk, sc scope.Scope, o Options) (Result, error) {
	g := &generator{desk: d, scope: sc, options: o, known: map[string]bool{}, res: Result{Profile: sc.Profile(), Dry: o.Dry, Found: []Found{}}}
	if !d.Settings.Enabled {
		return g.res, errors.New(`proposals are off: say "proposals": {"enabled": true} in your configuration`)
	}
	for _, step := range []func(context.Context) error{g.remember, g.read, g.propose, g.ask} {
		if err := step(ctx); err != nil {
			return g.res, err
		}
	}
	return g.res, nil
}

// remember notes what was proposed before, in any state.
func (g *generator) remember(ctx context.Context) error {
	for before := ""; ; {
		list, err := g.desk.Store.ListProposals(ctx, g.scope, store.ProposalFilter{Before: before, Limit: page})
		if err != nil || len(list) == 0 {
			return err
		}
		for _, p := range list {
			before = p.ID
			var change patch.Patch
			if json.Unmarshal(p.Change.Patch, &change) == nil {
				g.known[textKey(change.Text)] = true
			}
			for _, e := range p.Evidence {
				if p.Origin.By == By {
					g.known[quoteKey(proposal.Quote{Session: e.Session, Turn: e.Turn, Quote: e.Quote})] = true
				}
			}
		}
	}
}

func textKey(text string) string { return "text " + strings.Trim(text, "\n") }

func quoteKey(q proposal.Quote) string {
	return fmt.Sprintf("quote %s %d %s", q.Session, q.Turn, q.Quote)
}

// read collects what the user said in the sessions that have ended.
func (g *generator) read(ctx context.Context) error {
	// A question of a script ends with its answer, without being closed.
	for _, f := range []store.Filter{{Status: store.Closed}, {Status: store.Archived}, {Status: store.Active, Kind: store.Once}} {
		for f.Limit = page; f.Skip < maxSessions; f.Skip += page {
			list, err := g.desk.Store.ListSessions(ctx, g.scope, f)
			if err != nil {
				return err
			}
			g.ended = append(g.ended, list...)
			if len(list) < page {
				break
			}
		}
	}
	slices.SortFunc(g.ended, func(a, b store.Session) int { return strings.Compare(b.ID, a.ID) }) // the newest first
	g.ended = g.ended[:min(len(g.ended), maxSessions)]
	left := maxRead
	for _, s := range g.ended {
		messages, err := g.desk.Store.Messages(ctx, g.scope, s.ID, s.Since, 0) // those before are its parent's
		if errors.Is(err, store.ErrNotFound) {
			continue // it was deleted meanwhile
		}
		if err != nil {
			return err
		}
		list := usersWords(s, messages)
		for _, one := range list {
			left -= len(one.text)
		}
		if left < 0 {
			break
		}
		if len(list) > 0 {
			g.res.Sessions++
		}
		g.said = append(list, g.said...)
	}
	return nil
}

// usersWords returns what the user said in a session: without the lines
// that others' texts had before.
func usersWords(s store.Session, messages []store.Message) []said {
	var others strings.Builder
	var out []said
	for _, one := range proposal.Heard(s, messages, 0) {
		switch one.Class {
		case proposal.ClassModel: // which repeats what it hears
		case proposal.ClassUser:
			if len(one.Text) > maxText {
				continue // nobody types that
			}
			var kept strings.Builder
			brought := others.String()
			for _, sentence := range sentences(own(one.Text)) {
				if !strings.Contains(brought, plainWords(sentence)) {
					kept.WriteString(sentence + "\n")
				}
			}
			if kept.Len() > 0 {
				out = append(out, said{s.ID, one.Turn, kept.String()})
			}
		default:
			others.WriteString(plainWords(one.Text) + "\n")
		}
	}
	return out
}

func plainWords(text string) string { return strings.Join(strings.Fields(text), " ") }

// group is all that says the same.
type group struct {
	found
	quotes   []proposal.Quote
	sessions []string // in which it was said
	least    float64  // the confidence at least
}

func (g *group) add(session string, q proposal.Quote) {
	if slices.Contains(g.quotes, q) {
		return
	}
	g.quotes = append(g.quotes, q)
	if !slices.Contains(g.sessions, session) {
		g.sessions = append(g.sessions, session)
	}
}

// groups puts together what says the same, in the order in which it was said
// first. What was taken back begins anew.
func (g *generator) groups(ctx context.Context) ([]*group, error) {
	var out []*group
	by := map[string]*group{}
	for _, s := range g.said {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, f := range find(s.text) {
			if other := by[f.opposite]; f.opposite != "" && other != nil {
				other.quotes, other.sessions = nil, nil
			}
			one := by[f.key]
			if one == nil {
				one = &group{found: f}
				by[f.key] = one
				out = append(out, one)
			}
			one.add(s.session, proposal.Quote{Session: s.session, Turn: s.turn, Quote: f.quote})
		}
	}
	return slices.DeleteFunc(out, func(one *group) bool { return len(one.sessions) < one.found.sessions }), nil
}

// remembered returns what memories say that a person confirmed, where the user
// said it in the turn that they were learned in.
func (g *generator) remembered(ctx context.Context) ([]*group, error) {
	list, err := g.desk.Store.ListMemories(ctx, g.scope, false, maxMemories)
	if err != nil {
		return nil, err
	}
	var out []*group
	for _, m := range list {
		if !m.Promoted || m.Superseded != "" || !m.Archived.IsZero() {
			continue
		}
		g.res.Memories++
		one := &group{found: found{rule: "memory", kind: about, text: plainWords(m.Text)}, least: 0.8}
		for _, s := range g.said {
			for _, sentence := range strings.Split(s.text, "\n") {
				if tells(sentence, m.Text) && len([]rune(sentence)) <= maxSentence {
					one.add(s.session, proposal.Quote{Session: s.session, Turn: s.turn, Quote: sentence})
				}
			}
		}
		if len(one.quotes) > 0 {
			out = append(out, one)
		}
	}
	return out, nil
}

// propose proposes what the rules find.
func (g *generator) propose(ctx context.Context) error {
	said, err := g.groups(ctx)
	if err != nil {
		return err
	}
	list, err := g.remembered(ctx)
	if err != nil {
		return err
	}
	for _, one := range append(said, list...) {
		draft, sessions, err := g.draft(one)
		if err != nil {
			return err
		}
		if err := g.put(ctx, one.rule, store.Origin{By: By}, draft, sessions); err != nil {
			return err
		}
	}
	return nil
}

// draft makes a draft of what says the same. The newest quotes are its evidence.
func (g *generator) draft(one *group) (proposal.Draft, int, error) {
	target, err := g.target(one.kind)
	n := len(one.sessions)
	quotes := one.quotes[max(0, len(one.quotes)-maxQuotes):]
	return proposal.Draft{
		Target: target, Title: short(one.text), Suggestion: "- " + one.text,
		Observation: fmt.Sprintf("By the rule %q; quotes of the user: %d, in sessions that have ended: %d.", one.rule, len(one.quotes), n),
		Confidence:  min(0.95, max(one.least, 0.7+0.05*float64(n-1))), Evidence: quotes,
	}, n, err
}

// short returns a title of a text.
func short(text string) string {
	runes := []rune(text)
	if len(runes) <= 100 {
		return text
	}
	return string(runes[:99]) + "…"
}

// learnedFile has what is known of the user, where user.md is not this profile's.
const learnedFile = "context/learned.md"

// target is the file for a finding: soul.md for how the agent is to be; for what
// users say of themselves user.md, where the profile has it or no other is read
// in its place.
func (g *generator) target(k kind) (string, error) {
	if k == asked {
		return profile.SoulFile, nil
	}
	if g.scope.Org() != scope.Local { // where everybody has a file of their own
		return learnedFile, nil
	}
	p, err := g.desk.Profile(g.scope.Profile())
	if err != nil || p == nil {
		return learnedFile, err
	}
	defer p.Close()
	if _, err := p.Root.Lstat(profile.UserFile); err == nil {
		return profile.UserFile, nil
	}
	return learnedFile, nil
}

// put proposes a draft, unless it was proposed before. What is refused is said.
func (g *generator) put(ctx context.Context, rule string, from store.Origin, draft proposal.Draft, sessions int) error {
	if g.known[textKey(draft.Suggestion)] {
		g.res.Known++
		return nil
	}
	f := Found{
		Rule: rule, Target: draft.Target, Text: strings.TrimPrefix(draft.Suggestion, "- "), Sessions: sessions, Evidence: len(draft.Evidence), Confidence: draft.Confidence,
	}
	var err error
	if g.options.Dry {
		err = g.desk.Check(ctx, g.scope, draft)
	} else {
		var p store.Proposal
		if p, err = g.desk.Propose(ctx, g.scope, from, draft); err == nil {
			f.Proposal = p.ID
		}
	}
	var refused *proposal.CodeError
	switch {
	case errors.As(err, &refused):
		f.Code, f.Reason = refused.Code, refused.Message
	case err != nil:
		return err
	default:
		g.known[textKey(draft.Suggestion)] = true
	}
	g.res.Found = append(g.res.Found, f)
	return nil
}

// Write writes a result for people.
func Write(to io.Writer, r Result) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: read %d sessions that have ended and %d confirmed memories", oneline.Safe(cmp.Or(r.Called, r.Profile)), r.Sessions, r.Memories)
	if r.Asked > 0 {
		fmt.Fprintf(&b, "; asked the model about %d, and %d are left for the next run", r.Asked, r.Left)
	}
	if r.Known > 0 {
		fmt.Fprintf(&b, "; %d findings were proposed before", r.Known)
	}
	b.WriteString("\n")
	for _, f := range r.Found {
		what := "would be proposed"
		switch {
		case f.Proposal != "":
			what = "proposed as " + f.Proposal
		case f.Code != "":
			what = "not proposed: " + oneline.Safe(f.Reason)
		}
		fmt.Fprintf(&b, "%s: %s\n    %s, quotes: %d, sessions: %d, confidence %.2f; %s\n", f.Target, oneline.Safe(f.Text), f.Rule, f.Evidence, f.Sessions, f.Confidence, what)
	}
	if len(r.Found) == 0 {
		b.WriteString("nothing was found to propose\n")
	}
	_, err := io.WriteString(to, b.String())
	return err
}
