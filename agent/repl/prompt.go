package repl

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// report shows what a conversation is made of, and what it has cost.
type report struct {
	*Terminal
	host    *host.Host
	prompts Prompts
	scope   scope.Scope
	talk    *session.Conversation
	last    *last
}

func reportOf(s *Shell) *report {
	return &report{&s.Terminal, s.Host, s.Prompts, s.at.scope, s.at.talk, &s.at.last}
}

// prompt shows the prompt in use. What it would be now is shown by diff.
func (r *report) prompt(ctx context.Context, args string) error {
	e := *r.talk.Epoch()
	e.Model = r.talk.Model() // that is asked now, whichever it was composed for
	verb, file, _ := strings.Cut(args, " ")
	if verb != "export" {
		verb = args
	}
	switch verb {
	case "":
		if err := r.prompts.Tree(&e); err != nil {
			return err
		}
		system, tools, err := r.talk.Sent()
		if err != nil {
			return err
		}
		if err := r.say(""); err != nil {
			return err
		}
		return r.prompts.Sent(system, tools)
	case "tree":
		return r.prompts.Tree(&e)
	case "export":
		system, tools, err := r.talk.Sent()
		if err != nil {
			return err
		}
		usual := fmt.Sprintf("prompt-%s-%.8s.md", cmp.Or(e.Profile, "none"), e.Hash)
		return r.newFile(cmp.Or(strings.TrimSpace(file), usual), []byte(e.Export(system, tools)))
	case "check":
		return r.prompts.Check(&e)
	case "diff":
		d, err := r.talk.Diff(ctx)
		if err != nil {
			return err
		}
		return r.prompts.Changes(d.Old, d.New, d.Changes)
	case "refresh":
		settled, err := r.talk.Refresh(ctx)
		if err != nil {
			return err
		}
		if settled.Line == "" {
			settled.Line = "the prompt is the same"
		}
		return r.say("%s", oneline.Safe(settled.Line))
	}
	return usage("prompt")
}

// why says what shaped the last answer: the prompt with its sections and
// memories, and what was looked up.
func (r *report) why(ctx context.Context, _ string) error {
	a := r.last.answer
	if a.Turn.Number == 0 {
		return r.say("nothing was answered since the session was opened")
	}
	e := r.talk.Epoch()
	fmt.Fprintf(r.Out, "turn %d of session %s, model %s\n", a.Turn.Number, r.talk.Session().ID, oneline.Safe(r.talk.Model()))
	fmt.Fprintf(r.Out, "prompt %d (%.12s), %d tokens:\n", a.Turn.Epoch, e.Hash, e.Tokens)
	for _, section := range e.Sections {
		if section.Included {
			fmt.Fprintf(r.Out, "  %s, %d tokens, from %s\n", oneline.Safe(section.ID), section.Tokens, oneline.Safe(section.Source))
			for _, n := range e.Notes { // what decided between several files
				if n.Source == section.ID {
					fmt.Fprintf(r.Out, "    %s\n", oneline.Safe(n.Message))
				}
			}
		}
	}
	for _, f := range e.Files {
		fmt.Fprintf(r.Out, "  version %.12s of %s\n", f.Digest, oneline.Safe(f.Path))
	}
	for _, o := range a.LeftOut {
		fmt.Fprintf(r.Out, "  left out: %s\n", oneline.Safe(strings.TrimSpace(o.Path+" "+o.Title)))
	}
	for _, p := range r.last.passages {
		fmt.Fprintf(r.Out, "came with your message: %s of %s: %s\n", p.Ref, oneline.Safe(p.Source), oneline.Safe(short(p.Text)))
	}
	for _, c := range r.last.calls {
		fmt.Fprintf(r.Out, "called %s %s\n", oneline.Safe(c.Name), oneline.Safe(short(plain(c.Arguments))))
	}
	list, err := r.host.Store.SearchMemories(ctx, r.scope, a.Text, false, 5)
	if err != nil {
		return err
	}
	for _, m := range list {
		fmt.Fprintf(r.Out, "near to it: memory %s, %s\n", m.ID, oneline.Safe(short(m.Text)))
	}
	return nil
}

// tokens says what the session has cost, as the provider counts.
func (r *report) tokens(ctx context.Context, _ string) error {
	turns, err := r.host.Store.Turns(ctx, r.scope, r.talk.Session().ID)
	if err != nil {
		return err
	}
	var in, out, read, write int
	for _, t := range turns {
		in, out, read, write = in+t.Input, out+t.Output, read+t.CacheRead, write+t.CacheWrite
	}
	used, window := r.talk.Tokens()
	e := r.talk.Epoch()
	return r.say("next request: about %d of %d tokens, the prompt %d and the tools %d of them\n"+
		"so far: %s, input %d, output %d, read from a cache %d, written to it %d",
		used, window, e.Tokens, e.ToolCost, counted(len(turns), "turn"), in, out, read, write)
}

// cost says in a line what the session has cost.
func (r *report) cost(ctx context.Context, _ string) error {
	turns, err := r.host.Store.Turns(ctx, r.scope, r.talk.Session().ID)
	if err != nil {
		return err
	}
	spent, err := r.host.Store.Spent(ctx, r.scope, "", r.talk.Session().ID)
	if err != nil {
		return err
	}
	price := "no price of " + r.talk.Model() + " is configured"
	_, priced := r.host.Catalog.Price(r.talk.Model())
	switch {
	case priced || spent.Cost > 0:
		price = fmt.Sprintf("cost %.4f", float64(spent.Cost)/1e6)
	case r.talk.Model() == catalog.Offline:
		price = "the offline model costs nothing"
	}
	return r.say("%s, %s, %s; %s", counted(len(turns), "turn"), counted(int(spent.Requests), "request"), counted(int(spent.Tokens), "token"), oneline.Safe(price))
}
