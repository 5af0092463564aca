package web

import (
	"fmt"
	"strings"
	"time"

	g "maragu.dev/gomponents"

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
	list := el("p", attr("class", "faint"), say("proposals.empty"))
	if len(b.Rows) > 0 {
		list = el("ul", attr("class", "rows"), g.Map(b.Rows, func(r proposalRow) g.Node {
			return el("li", spaced(link(r.Address, r.Title), el("span", attr("class", "state"), plain(r.State)), code(r.Target), faint(plain(r.Created.Format("2006-01-02")))))
		}))
	}
	return el("section", attr("class", "wide"), el("h1", say("proposals.title")), el("p", attr("class", "faint"), say("proposals.about")), list)
}

// node shows a proposal: what it says, what it is from, and what it changes.
func (b *proposalBody) node(profile *named) g.Node {
	p := b.Proposal
	return el("section",
		attr("class", "wide"),
		el("h1", plain(proposal.Visible(p.Title))),
		el("p", spaced(el("span", attr("class", "state"), plain(string(p.State))), code(p.Target),
			faint(plain(fmt.Sprintf("%s · %s %.2f", p.Created.Format("2006-01-02 15:04"), text("proposals.sure"), p.Confidence))))),
		g.If(b.Moved, el("p", attr("class", "note"), say("proposals.moved"))),
		given(p.Reason, func(s string) g.Node { return el("p", attr("class", "wrong"), plain(proposal.Visible(s))) }),
		el("p", attr("class", "passage"), plain(proposal.Visible(p.Observation))),
		el("h2", say("proposals.change")),
		el("pre", attr("class", "diff"), difference(proposal.Visible(b.Diff))),
		el("h2", say("proposals.evidence")),
		b.quotes(),
		b.standing(),
		g.If(profile.Decide, b.decisions(profile)))
}

// difference marks the lines of a difference, behind the names of its files.
func difference(text string) g.Node {
	head := max(strings.Index(text, "@@"), 0)
	return g.Group{plain(text[:head]), g.Map(strings.SplitAfter(text[head:], "\n"), changed)}
}

// changed marks a line of a difference.
func changed(line string) g.Node {
	switch {
	case strings.HasPrefix(line, "+"):
		return el("ins", plain(line))
	case strings.HasPrefix(line, "-"):
		return el("del", plain(line))
	}
	return plain(line)
}

// quotes lists the evidence, each with a link to where it was said.
func (b *proposalBody) quotes() g.Node {
	if len(b.Evidence) == 0 {
		return el("p", attr("class", "faint"), say("proposals.none"))
	}
	return el("ul", attr("class", "rows"), g.Map(b.Evidence, func(e evidence) g.Node {
		if e.Withdrawn {
			return el("li", faint(say("proposals.withdrawn")))
		}
		return el("li", spaced(el("span", attr("class", "passage"), plain(e.Quote)), faint(plain(e.Class)), given(e.Address, func(to string) g.Node { return link(to, text("talks.from")) })))
	}))
}

// standing says who has decided, and how many have to.
func (b *proposalBody) standing() g.Node {
	var lines g.Group
	if b.Approvals != nil {
		lines = append(lines, el("p", plain(b.Approvals.Line())))
	}
	for _, r := range b.Proposal.Reviews {
		lines = append(lines, el("p", attr("class", "faint"), plain(fmt.Sprintf("%s · %s · %s", r.Decision, proposal.Visible(r.By), r.At.Format("2006-01-02 15:04")))))
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
		return el("div", attr("class", "buttons"), do("rebase", "proposals.rebase"), reject)
	case b.Proposal.State == store.ProposalPending:
		return el("div", attr("class", "buttons"), do("approve", "proposals.approve"), reject)
	case b.Proposal.State == store.ProposalApproved:
		return el("div", attr("class", "buttons"), do("apply", "proposals.apply"), reject)
	case b.Proposal.State == store.ProposalApplied:
		return el("div", attr("class", "buttons"), do("revert", "proposals.revert"))
	}
	return nil
}
