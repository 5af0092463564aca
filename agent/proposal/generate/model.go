package generate

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/proposal/patch"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
)

// Ask puts a question to a model, with a text that comes with it as material. It
// may call the tools, and nothing else.
type Ask func(ctx context.Context, question, material string, tools []tool.Tool) error

//go:embed text/question.md
var question string

// The bounds of what a model is asked.
const (
	maxAsked    = 24 << 10 // bytes of what was said, in a question
	maxQuestion = 8        // in a run: what is left is for the next one
)

// ask has a model look at what was said since it was asked last. How far it came
// is kept after each question, so that no session is asked about twice.
func (g *generator) ask(ctx context.Context) error {
	if g.options.Ask == nil || g.options.Dry {
		return nil
	}
	name := cursor(g.scope)
	last, err := g.desk.Store.TriageCursor(ctx, g.scope, name)
	if err != nil {
		return err
	}
	words := map[string][]said{}
	for _, s := range g.said {
		words[s.session] = append(words[s.session], s)
	}
	var open []store.Session
	for _, s := range g.ended {
		if place(s) > last && len(words[s.ID]) > 0 {
			open = append(open, s)
		}
	}
	slices.SortFunc(open, func(a, b store.Session) int { return cmp.Compare(place(a), place(b)) })
	for range maxQuestion {
		material, heard, n := material(open, words)
		if n == 0 {
			return nil
		}
		tools, err := tool.ForProposals(&proposer{generator: g, heard: heard}, g.scope.Profile())
		if err != nil {
			return err
		}
		if err := g.options.Ask(ctx, question, material, tools); err != nil {
			if ctx.Err() != nil {
				return err
			}
			g.res.Problem = err.Error()
			return nil // what the rules found stays
		}
		if err := g.desk.Store.SetTriageCursor(ctx, g.scope, name, place(open[n-1])); err != nil {
			return err
		}
		g.res.Asked += n
		open = open[n:]
	}
	g.res.Left = len(open)
	return nil
}

// material is what one question is about: the words of the first sessions, as many
// as fit, what was heard in them, and how many they are.
func material(open []store.Session, words map[string][]said) (text string, heard map[string]string, n int) {
	var b strings.Builder
	heard = map[string]string{}
	for _, s := range open {
		one := shown(words[s.ID], heard, n == 0)
		if n > 0 && b.Len()+len(one) > maxAsked {
			break
		}
		b.WriteString(one)
		n++
	}
	return b.String(), heard, n
}

// cursor is the name under which it is kept how far a model was asked, of one
// user: in the place of a policy of triage.
func cursor(sc scope.Scope) string { return "generate " + patch.Digest([]byte(sc.User()))[:16] }

// place is where a session is in the order in which models are asked.
func place(s store.Session) string {
	return s.Updated.UTC().Format("2006-01-02T15:04:05.000000000") + " " + s.ID
}

// shown writes what was said in a session for a model, and notes it in heard. Of a
// session that is longer than a question the first part is shown, where cut is set.
func shown(list []said, heard map[string]string, cut bool) string {
	var b strings.Builder
	for _, s := range list {
		head := fmt.Sprintf("session %s, turn %d:\n", s.session, s.turn)
		text := s.text
		if cut && b.Len()+len(head)+len(text) > maxAsked {
			text = strings.ToValidUTF8(text[:max(0, min(len(text), maxAsked-b.Len()-len(head)))], "")
		}
		if text == "" {
			break
		}
		b.WriteString(head + text + "\n")
		heard[turnKey(s.session, s.turn)] += plainWords(s.text) + "\n"
	}
	return b.String()
}

func turnKey(session string, turn int) string { return fmt.Sprintf("%s %d", session, turn) }

// proposer is what a model proposes by, with the same checks as an agent: and its
// evidence has to be what the user said in the turns that were shown.
type proposer struct {
	*generator
	heard map[string]string
	mu    sync.Mutex // tools are called several at once
}

// Propose implements [tool.Proposals].
func (p *proposer) Propose(ctx context.Context, sc scope.Scope, from store.Origin, draft proposal.Draft) (store.Proposal, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	made, err := p.checked(ctx, sc, from, draft)
	f := Found{
		Rule: "model", Target: draft.Target, Text: draft.Title, Evidence: len(draft.Evidence), Sessions: sessionsOf(draft.Evidence),
		Confidence: draft.Confidence, Proposal: made.ID,
	}
	var refused *proposal.CodeError
	if errors.As(err, &refused) {
		f.Code, f.Reason = refused.Code, refused.Message
	} else if err != nil {
		return made, err
	}
	p.res.Found = append(p.res.Found, f)
	return made, err
}

func (p *proposer) checked(ctx context.Context, sc scope.Scope, from store.Origin, draft proposal.Draft) (store.Proposal, error) {
	fresh := false
	for _, q := range draft.Evidence {
		if !strings.Contains(p.heard[turnKey(q.Session, q.Turn)], plainWords(q.Quote)) {
			return store.Proposal{}, &proposal.CodeError{Code: "evidence_not_found", Message: fmt.Sprintf("the user did not say %q in turn %d of session %q: quote it word for word from what is shown", q.Quote, q.Turn, q.Session)}
		}
		fresh = fresh || !p.known[quoteKey(q)]
	}
	switch {
	case len(draft.Sessions) > 0:
		return store.Proposal{}, &proposal.CodeError{Code: "insufficient_evidence", Message: "give quotes, not sessions"}
	case p.known[textKey(draft.Suggestion+draft.Patch)] || len(draft.Evidence) > 0 && !fresh:
		return store.Proposal{}, &proposal.CodeError{Code: "already_proposed", Message: "that was proposed before, of the same words"}
	}
	from.By = By
	made, err := p.desk.Propose(ctx, sc, from, draft)
	if err == nil {
		p.known[textKey(draft.Suggestion+draft.Patch)] = true
		for _, q := range draft.Evidence {
			p.known[quoteKey(q)] = true
		}
	}
	return made, err
}

// List implements [tool.Proposals].
func (p *proposer) List(ctx context.Context, sc scope.Scope, f store.ProposalFilter) ([]store.Proposal, error) {
	return p.desk.List(ctx, sc, f)
}

// Targets implements [tool.Proposals]. Memories are not proposed here.
func (p *proposer) Targets(name string) ([]string, error) {
	all, err := p.desk.Targets(name)
	return slices.DeleteFunc(all, func(t string) bool { return t == proposal.Memories }), err
}

func sessionsOf(list []proposal.Quote) int {
	ids := map[string]bool{}
	for _, q := range list {
		ids[q.Session] = true
	}
	return len(ids)
}
