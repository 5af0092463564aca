package repl

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// cmdPrompt shows the prompt in use. What it would be now is shown by diff.
func (s *Shell) cmdPrompt(ctx context.Context, args string) error {
	e := *s.talk.Epoch()
	e.Model = s.talk.Model() // that is asked now, whichever it was composed for
	verb, file, _ := strings.Cut(args, " ")
	if verb != "export" {
		verb = args
	}
	switch verb {
	case "":
		if err := s.Prompts.Tree(&e); err != nil {
			return err
		}
		system, tools, err := s.talk.Sent()
		if err != nil {
			return err
		}
		if err := s.say(""); err != nil {
			return err
		}
		return s.Prompts.Sent(system, tools)
	case "tree":
		return s.Prompts.Tree(&e)
	case "export":
		system, tools, err := s.talk.Sent()
		if err != nil {
			return err
		}
		usual := fmt.Sprintf("prompt-%s-%.8s.md", cmp.Or(e.Profile, "none"), e.Hash)
		return s.newFile(cmp.Or(strings.TrimSpace(file), usual), []byte(e.Export(system, tools)))
	case "check":
		return s.Prompts.Check(&e)
	case "diff":
		d, err := s.talk.Diff(ctx)
		if err != nil {
			return err
		}
		return s.Prompts.Changes(d.Old, d.New, d.Changes)
	case "refresh":
		settled, err := s.talk.Refresh(ctx)
		if err != nil {
			return err
		}
		if settled.Line == "" {
			settled.Line = "the prompt is the same"
		}
		return s.say("%s", oneline.Safe(settled.Line))
	}
	return usage("prompt")
}

// cmdWhy says what shaped the last answer: the prompt with its sections and
// memories, and what was looked up.
func (s *Shell) cmdWhy(ctx context.Context, _ string) error {
	a := s.last.answer
	if a.Turn.Number == 0 {
		return s.say("nothing was answered since the session was opened")
	}
	e := s.talk.Epoch()
	fmt.Fprintf(s.Out, "turn %d of session %s, model %s\n", a.Turn.Number, s.sessionID(), oneline.Safe(s.talk.Model()))
	fmt.Fprintf(s.Out, "prompt %d (%.12s), %d tokens:\n", a.Turn.Epoch, e.Hash, e.Tokens)
	for _, section := range e.Sections {
		if section.Included {
			fmt.Fprintf(s.Out, "  %s, %d tokens, from %s\n", oneline.Safe(section.ID), section.Tokens, oneline.Safe(section.Source))
			for _, n := range e.Notes { // what decided between several files
				if n.Source == section.ID {
					fmt.Fprintf(s.Out, "    %s\n", oneline.Safe(n.Message))
				}
			}
		}
	}
	for _, f := range e.Files {
		fmt.Fprintf(s.Out, "  version %.12s of %s\n", f.Digest, oneline.Safe(f.Path))
	}
	for _, o := range a.LeftOut {
		fmt.Fprintf(s.Out, "  left out: %s\n", oneline.Safe(strings.TrimSpace(o.Path+" "+o.Title)))
	}
	for _, p := range s.last.passages {
		fmt.Fprintf(s.Out, "came with your message: %s of %s: %s\n", p.Ref, oneline.Safe(p.Source), oneline.Safe(short(p.Text)))
	}
	for _, c := range s.last.calls {
		fmt.Fprintf(s.Out, "called %s %s\n", oneline.Safe(c.Name), oneline.Safe(short(plain(c.Arguments))))
	}
	list, err := s.Host.Store.SearchMemories(ctx, s.scope, a.Text, false, 5)
	if err != nil {
		return err
	}
	for _, m := range list {
		fmt.Fprintf(s.Out, "near to it: memory %s, %s\n", m.ID, oneline.Safe(short(m.Text)))
	}
	return nil
}

// cmdTokens says what the session has cost, as the provider counts.
func (s *Shell) cmdTokens(ctx context.Context, _ string) error {
	turns, err := s.Host.Store.Turns(ctx, s.scope, s.sessionID())
	if err != nil {
		return err
	}
	var in, out, read, write int
	for _, t := range turns {
		in, out, read, write = in+t.Input, out+t.Output, read+t.CacheRead, write+t.CacheWrite
	}
	used, window := s.talk.Tokens()
	e := s.talk.Epoch()
	return s.say("next request: about %d of %d tokens, the prompt %d and the tools %d of them\n"+
		"so far: %s, input %d, output %d, read from a cache %d, written to it %d",
		used, window, e.Tokens, e.ToolCost, counted(len(turns), "turn"), in, out, read, write)
}

// cmdCost says in a line what the session has cost.
func (s *Shell) cmdCost(ctx context.Context, _ string) error {
	turns, err := s.Host.Store.Turns(ctx, s.scope, s.sessionID())
	if err != nil {
		return err
	}
	spent, err := s.Host.Store.Spent(ctx, s.scope, "", s.sessionID())
	if err != nil {
		return err
	}
	price := "no price of " + s.talk.Model() + " is configured"
	_, priced := s.Host.Catalog.Price(s.talk.Model())
	switch {
	case priced || spent.Cost > 0:
		price = fmt.Sprintf("cost %.4f", float64(spent.Cost)/1e6)
	case s.talk.Model() == catalog.Offline:
		price = "the offline model costs nothing"
	}
	return s.say("%s, %s, %s; %s", counted(len(turns), "turn"), counted(int(spent.Requests), "request"), counted(int(spent.Tokens), "token"), oneline.Safe(price))
}
