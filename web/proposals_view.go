package web

import (
	"fmt"
	"strings"
	"time"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/store"
)

// proposalRow is a proposal in the list.
type proposalRow struct {
	Title, Address, Target, State string
	Created                       time.Time
}

type proposalsBody struct{ Rows []proposalRow }

// evidence is a quote of what was said, with the address of its turn.
type evidence struct {
	Quote, Class, Address string
	Withdrawn             bool
}

type proposalBody struct {
	proposal.Shown
	Evidence []evidence
	Here     string // the address of the view
}

// node lists proposals.
func (b *proposalsBody) node(*named) g.Node {
	list := h.P(h.Class("faint"), say("proposals.empty"))
	if len(b.Rows) > 0 {
		list = h.Ul(h.Class("rows"), g.Map(b.Rows, func(r proposalRow) g.Node {
			return h.Li(spaced(link(r.Address, r.Title), h.Span(h.Class("state"), g.Text(r.State)), code(r.Target), faint(g.Text(r.Created.Format("2006-01-02")))))
		}))
	}
	return h.Section(h.Class("wide"), h.H1(say("proposals.title")), h.P(h.Class("faint"), say("proposals.about")), list)
}

// node shows a proposal: what it says, what it is from, and what it changes.
func (b *proposalBody) node(profile *named) g.Node {
	p := b.Proposal
	return h.Section(
		h.Class("wide"),
		h.H1(g.Text(proposal.Visible(p.Title))),
		h.P(spaced(h.Span(h.Class("state"), g.Text(string(p.State))), code(p.Target),
			faint(g.Text(fmt.Sprintf("%s · %s %.2f", p.Created.Format("2006-01-02 15:04"), text("proposals.sure"), p.Confidence))))),
		g.If(b.Moved, h.P(h.Class("note"), say("proposals.moved"))),
		given(p.Reason, func(s string) g.Node { return h.P(h.Class("wrong"), g.Text(proposal.Visible(s))) }),
		h.P(h.Class("passage"), g.Text(proposal.Visible(p.Observation))),
		h.H2(say("proposals.change")),
		h.Pre(h.Class("diff"), g.Map(strings.SplitAfter(proposal.Visible(b.Diff), "\n"), changed)),
		h.H2(say("proposals.evidence")),
		b.quotes(),
		b.standing(),
		g.If(profile.Decide, b.decisions(profile)))
}

// changed marks a line of a difference.
func changed(line string) g.Node {
	switch {
	case strings.HasPrefix(line, "+"):
		return h.Ins(g.Text(line))
	case strings.HasPrefix(line, "-"):
		return h.Del(g.Text(line))
	}
	return g.Text(line)
}

// quotes lists the evidence, each with a link to where it was said.
func (b *proposalBody) quotes() g.Node {
	if len(b.Evidence) == 0 {
		return h.P(h.Class("faint"), say("proposals.none"))
	}
	return h.Ul(h.Class("rows"), g.Map(b.Evidence, func(e evidence) g.Node {
		if e.Withdrawn {
			return h.Li(faint(say("proposals.withdrawn")))
		}
		return h.Li(spaced(h.Span(h.Class("passage"), g.Text(e.Quote)), faint(g.Text(e.Class)), given(e.Address, func(to string) g.Node { return link(to, text("talks.from")) })))
	}))
}

// standing says who has decided, and how many have to.
func (b *proposalBody) standing() g.Node {
	var lines g.Group
	if b.Approvals != nil {
		lines = append(lines, h.P(g.Text(b.Approvals.Line())))
	}
	for _, r := range b.Proposal.Reviews {
		lines = append(lines, h.P(h.Class("faint"), g.Text(fmt.Sprintf("%s · %s · %s", r.Decision, proposal.Visible(r.By), r.At.Format("2006-01-02 15:04")))))
	}
	return lines
}

// decisions are what a person can do with a proposal in its state.
func (b *proposalBody) decisions(profile *named) g.Node {
	id := hidden("id", b.Proposal.ID)
	do := func(name, label string, inputs ...g.Node) g.Node {
		return profile.button(name+"-proposal", b.Here, label, append([]g.Node{id}, inputs...)...)
	}
	reject := more("proposals.reject", do("reject", "proposals.reject", area("reason", "reason", "proposals.why", "")))
	switch {
	case b.Moved && waits(b.Proposal.State) > 0:
		return h.Div(h.Class("buttons"), do("rebase", "proposals.rebase"), reject)
	case b.Proposal.State == store.ProposalPending:
		return h.Div(h.Class("buttons"), do("approve", "proposals.approve"), reject)
	case b.Proposal.State == store.ProposalApproved:
		return h.Div(h.Class("buttons"), do("apply", "proposals.apply"), reject)
	case b.Proposal.State == store.ProposalApplied:
		return h.Div(h.Class("buttons"), do("revert", "proposals.revert"))
	}
	return nil
}
