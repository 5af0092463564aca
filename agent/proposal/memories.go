package proposal

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/agent/proposal/patch"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// memoryKind is the kind of a change of memories: its text is a [memoryChange].
const memoryKind patch.Kind = "memories"

// How a change of memories is written.
const memoryUsage = "a change of memories is one of these lines: promote ID, archive ID…, supersede ID: TEXT, merge ID ID…: TEXT"

// maxChanged is how many memories a proposal changes, and maxMemory how long one is
// that it makes, in bytes.
const (
	maxChanged = 20
	maxMemory  = 4096
)

// memoryChange is what is done with memories.
type memoryChange struct {
	verb string
	ids  []string
	text string // of the memory that takes their place
}

// readMemoryChange reads a line such as "merge 06h0a 06h0b: Takes tea at noon."
func readMemoryChange(text string) (c memoryChange, err error) {
	head, rest, has := strings.Cut(words(text), ":")
	fields := strings.Fields(head)
	if len(fields) < 2 {
		return c, refuse(CodePatch, memoryUsage)
	}
	c = memoryChange{fields[0], fields[1:], strings.TrimSpace(rest)}
	least, most, makes := 1, 1, false
	switch c.verb {
	case "promote":
	case "archive":
		most = maxChanged
	case "supersede":
		makes = true
	case "merge":
		least, most, makes = 2, maxChanged, true
	default:
		return c, refuse(CodePatch, memoryUsage)
	}
	twice := len(slices.Compact(slices.Sorted(slices.Values(c.ids)))) < len(c.ids)
	if len(c.ids) < least || len(c.ids) > most || twice || makes != has || makes == (c.text == "") || len(c.text) > maxMemory {
		return c, refuse(CodePatch, "%s; %s: it takes %d to %d different ids, and a text of at most %d bytes", memoryUsage, c.verb, least, most, maxMemory)
	}
	return c, nil
}

func ofMemories(p store.Proposal) bool { return strings.HasPrefix(p.Target, store.ProposedMemories) }

// owner is the scope of whom a proposal was made for.
func owner(sc scope.Scope, p store.Proposal) (scope.Scope, error) {
	return scope.New(sc.Org(), p.Origin.User, p.Profile)
}

// memoryProposals are the proposals that change memories.
type memoryProposals struct {
	store Keeper
	now   func() time.Time
}

func (d *Desk) memories() memoryProposals { return memoryProposals{d.Store, d.now} }

// remembered are memories before and after a change.
type remembered struct{ was, now []store.Memory }

// remember reads the memories of a change as they are, and says what they would
// be.
func (mp memoryProposals) remember(ctx context.Context, sc scope.Scope, c memoryChange) (r remembered, err error) {
	best := store.Memory{ID: store.MemoryMade, Text: c.text, Confidence: 1}
	for _, id := range c.ids {
		m, err := mp.store.Memory(ctx, sc, id)
		if errors.Is(err, store.ErrNotFound) {
			return r, refuse(CodePatch, "there is no memory %q", id)
		}
		if err != nil {
			return r, err
		}
		if m.Superseded != "" || !m.Archived.IsZero() || c.verb == "promote" && m.Promoted {
			return r, refuse(CodeStale, "the memory %s is archived, superseded or promoted already", id)
		}
		r.was = append(r.was, m)
		best.Area, best.Confidence = m.Area, min(best.Confidence, m.Confidence)
		switch c.verb {
		case "promote":
			m.Promoted = true
		case "archive":
			m.Archived, m.Why = mp.now(), "a proposal of it was approved"
		default:
			m.Superseded = store.MemoryMade
		}
		r.now = append(r.now, m)
	}
	if c.text != "" {
		r.now = append(r.now, best)
	}
	return r, nil
}

// view writes memories for people and digests: a line for each. The one that a
// change made is called new, whatever its id is.
func view(list []store.Memory, made string) []byte {
	var b strings.Builder
	name := func(id string) string {
		if id == made {
			return store.MemoryMade
		}
		return id
	}
	for _, m := range list {
		var marks []string
		if m.Promoted {
			marks = append(marks, "promoted")
		}
		if m.Superseded != "" {
			marks = append(marks, "superseded by "+name(m.Superseded))
		}
		if !m.Archived.IsZero() {
			marks = append(marks, "archived")
		}
		b.WriteString("- " + name(m.ID))
		if len(marks) > 0 {
			b.WriteString(" (" + strings.Join(marks, ", ") + ")")
		}
		b.WriteString(": " + words(m.Text) + "\n")
	}
	return []byte(b.String())
}

// draft reads what a draft would do with memories, before and after.
func (mp memoryProposals) draft(ctx context.Context, sc scope.Scope, text string) (change patch.Patch, base, result []byte, err error) {
	c, err := readMemoryChange(text)
	if err != nil {
		return change, nil, nil, err
	}
	r, err := mp.remember(ctx, sc, c)
	if err != nil {
		return change, nil, nil, err
	}
	base, result = view(r.was, ""), view(r.now, "")
	return patch.Patch{Kind: memoryKind, Text: words(text)}, base, result, checkContent(base, result)
}

// changed returns the memories of a proposal as they are, and as they are to
// be: after it, or with back as they were before it. They have to be those that it
// is about.
func (mp memoryProposals) changed(ctx context.Context, sc scope.Scope, p store.Proposal, back bool) (r remembered, err error) {
	c, err := readMemoryChange(patchOf(p).Text)
	if err != nil {
		return r, err
	}
	if !back {
		if r, err = mp.remember(ctx, sc, c); err == nil && patch.Digest(view(r.was, "")) != p.Change.Base {
			err = staleError(p)
		}
		return r, err
	}
	ids := c.ids
	if p.Change.Made != "" {
		ids = append(slices.Clone(ids), p.Change.Made)
	}
	for _, id := range ids {
		m, err := mp.store.Memory(ctx, sc, id)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return r, err
		}
		r.was = append(r.was, m)
		switch {
		case id == p.Change.Made:
			m.Archived, m.Why = mp.now(), "what made it was reverted"
		case c.verb == "promote":
			m.Promoted = false
		case c.verb == "archive":
			m.Archived, m.Why = store.Memory{}.Archived, ""
		default:
			m.Superseded = ""
		}
		r.now = append(r.now, m)
	}
	if patch.Digest(view(r.was, p.Change.Made)) != p.Change.Result {
		err = refuse(CodeStale, "the memories have changed since proposal %s was applied: change them by hand", p.ID)
	}
	return r, err
}

// change applies a proposal of memories, or takes it back: in one step of
// the store, so that nothing is left half done.
func (mp memoryProposals) change(ctx context.Context, sc scope.Scope, p store.Proposal, decision string, by Reviewer) (Outcome, error) {
	own, err := owner(sc, p)
	if err != nil {
		return Outcome{}, err
	}
	back := decision == approval.Reverted
	from, state, action := store.ProposalApproved, store.ProposalApplied, "proposal.applied"
	if back {
		from, state, action = store.ProposalApplied, store.ProposalReverted, "proposal.reverted"
	}
	if p.State != from {
		return Outcome{}, refuse(CodeState, "proposal %s is %s: it cannot become %s", p.ID, p.State, state)
	}
	r, err := mp.changed(ctx, own, p, back)
	if err != nil {
		return Outcome{}, err
	}
	if back {
		p.Reviews = append(p.Reviews, mp.review(p, decision, by))
	}
	if err := enter(&p, state, ""); err != nil {
		return Outcome{}, err
	}
	p, err = mp.store.ChangeMemories(ctx, own, r.was, r.now, p, action, auditOf(p, by.Name))
	return Outcome{Proposal: p, Files: []string{p.Target}}, err
}

func (mp memoryProposals) review(p store.Proposal, decision string, by Reviewer) store.Review {
	r := store.Review{By: by.Name, Decision: Approve, Base: p.Change.Base, Result: p.Change.Result, At: mp.now()}
	if decision == approval.Reverted {
		r.Decision, r.Base, r.Result = doRevert, r.Result, r.Base
	}
	return r
}

// vote is [Desk.vote] of the user whose memories they are.
func (mp memoryProposals) vote(ctx context.Context, sc scope.Scope, p *store.Proposal, by Reviewer) error {
	own, err := owner(sc, *p)
	if err == nil {
		_, err = mp.changed(ctx, own, *p, false)
	}
	if err != nil {
		return err
	}
	p.Reviews = append(p.Reviews, mp.review(*p, approval.Approved, by))
	return nil
}
