package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
	"github.com/seed353dc258/backstory/prompt/leak"
)

func (s *server) addProfileTools(may api.Actor) {
	sdk.AddTool(s.mcp, &sdk.Tool{
		Name: "profiles_list", Description: "List the profiles of the workspace: personas, each with a soul and a backstory.", Annotations: reads("List profiles"),
	}, s.profiles)
	sdk.AddTool(s.mcp, &sdk.Tool{
		Name: "profile_prompt", Description: "Give the system prompt that the files of a profile make, with its sections and what the budget left out. Memories, tools and the user of a session are not in it.", Annotations: reads("Show a prompt"),
	}, s.prompt)
	sdk.AddTool(s.mcp, &sdk.Tool{
		Name: "check", Description: "Say whether a profile's backstory is what its documents give now, and why not; which documents failed, and what could not be kept.", Annotations: reads("Check a backstory"),
	}, s.check)
	if may.May(api.Write) {
		sdk.AddTool(s.mcp, &sdk.Tool{
			Name: "build", Description: "Bring a profile's backstory up to date: converts the documents that changed.", Annotations: writes("Build a backstory", true),
		}, s.build)
	}
}

// Profiles is the answer of profiles_list.
type Profiles struct {
	Profiles []Profile `json:"profiles"`
}

// Profile is one of them.
type Profile struct {
	Name        string `json:"name"`
	DisplayName string `json:"display_name"`
	Description string `json:"description"`
	Model       string `json:"model" jsonschema:"that the soul asks for; empty where it names none"`
	Default     bool   `json:"is_default"`
}

func (s *server) profiles(ctx context.Context, _ *sdk.CallToolRequest, _ struct{}) (*sdk.CallToolResult, Profiles, error) {
	h := s.Agents.Host(ctx)
	out := Profiles{[]Profile{}}
	list, err := h.Profiles()
	if err != nil {
		return nil, out, err
	}
	usual, err := h.Directory().Default(ctx)
	if err != nil {
		return nil, out, err
	}
	var text strings.Builder
	for _, p := range list {
		out.Profiles = append(out.Profiles, Profile{p.Name, p.Display, p.Description, p.Model, p.Name == usual})
		fmt.Fprintf(&text, "- %s (%s): %s\n", p.Name, p.Display, p.Description)
	}
	if len(list) == 0 {
		text.WriteString("There is no profile.")
	}
	return answer(text.String()), out, nil
}

// Prompt is the answer of profile_prompt.
type Prompt struct {
	Profile  string          `json:"profile"`
	Role     string          `json:"role"`
	Hash     string          `json:"hash" jsonschema:"of the prompt with its tools"`
	Tokens   int             `json:"tokens" jsonschema:"of the whole prompt"`
	Limit    int             `json:"limit"`
	Text     string          `json:"text" jsonschema:"this page of it"`
	Sections []PromptSection `json:"sections"`
	LeftOut  []string        `json:"left_out" jsonschema:"that had no room, by path"`
	Next     string          `json:"next_cursor,omitempty"`
}

// PromptSection is a section of a prompt.
type PromptSection struct {
	ID     string `json:"id"`
	Tokens int    `json:"tokens"`
}

func (s *server) prompt(ctx context.Context, _ *sdk.CallToolRequest, in struct {
	Of
	Role string `json:"role,omitempty" jsonschema:"default: the orchestrator"`
	Mode string `json:"mode,omitempty" jsonschema:"full, minimal or none; default full"`
	Paged
},
) (*sdk.CallToolResult, Prompt, error) {
	i, err := s.identity(ctx, in.Profile)
	if err != nil {
		return nil, Prompt{}, err
	}
	if in.Role != "" {
		if err := i.CheckRole(in.Role); err != nil {
			return nil, Prompt{}, err
		}
	}
	mode := prompt.Mode(in.Mode)
	if mode != "" && mode != prompt.Full && mode != prompt.Minimal && mode != prompt.None {
		return nil, Prompt{}, errors.New("mode must be full, minimal or none")
	}
	e, err := prompt.Compose(prompt.Inputs{Identity: i, Role: in.Role, Mode: mode})
	if err != nil {
		return nil, Prompt{}, err
	}
	out := Prompt{Profile: i.Name, Role: e.Role, Hash: e.Hash, Tokens: e.Tokens, Limit: e.Limit, Sections: []PromptSection{}, LeftOut: api.Mapped(e.LeftOut(), func(o prompt.Omission) string { return o.Path })}
	for _, section := range e.Sections {
		if section.Tokens > 0 {
			out.Sections = append(out.Sections, PromptSection{section.ID, section.Tokens})
		}
	}
	if out.Text, out.Next, err = in.cut(e.System); err != nil {
		return nil, Prompt{}, err
	}
	r := answer(out.Text+more(out.Next), link(soulURI(i.Name), i.Name+": soul"))
	if line := leak.Line(e); line != "" {
		r.Content = append(r.Content, &sdk.TextContent{Text: "Note: " + line})
	}
	return r, out, nil
}

// Checked is the answer of check.
type Checked struct {
	Profile string   `json:"profile"`
	Fresh   bool     `json:"fresh" jsonschema:"a build would change nothing"`
	Edited  bool     `json:"edited" jsonschema:"backstory.md is not what a build wrote"`
	Reasons []Reason `json:"reasons"`
	Sources int      `json:"sources"`
	Tokens  int      `json:"tokens"`
	Digest  string   `json:"digest" jsonschema:"SHA-256 of backstory.md"`
	Failed  []Failed `json:"failed" jsonschema:"those with the code empty hold nothing, which is no failure"`
	Losses  []Loss   `json:"losses" jsonschema:"what could not be kept or was neutralised, by code"`
}

// Reason is why a build is due.
type Reason struct {
	Kind string `json:"kind"`
	Path string `json:"path"`
}

// Failed is a document that could not be converted.
type Failed struct {
	Path  string `json:"path"`
	Code  string `json:"code"`
	Error string `json:"error"`
}

func failedOf(f manifest.Failure) Failed { return Failed{names.Show(f.Path), f.Code, f.Error} }

// line says so in a line of a list.
func (f Failed) line() string {
	what := "failed"
	if (manifest.Failure{Code: f.Code}).IsEmpty() {
		what = "empty"
	}
	return fmt.Sprintf("\n- %s: %s: %s", what, f.Path, f.Error)
}

// Loss is how often something was lost.
type Loss struct {
	Code  string `json:"code"`
	Count int    `json:"count"`
	Path  string `json:"path" jsonschema:"of the first document that has it"`
}

func (s *server) check(ctx context.Context, _ *sdk.CallToolRequest, in Of) (*sdk.CallToolResult, Checked, error) {
	out := Checked{Losses: []Loss{}}
	v, err := with(ctx, s, in.Profile, func(p *profile.Profile) (*pipeline.Verdict, error) {
		out.Profile = profile.RoleKey(p.Name())
		return s.Agents.Builds.Check(ctx, p)
	})
	if err != nil {
		return nil, Checked{}, err
	}
	out.Fresh, out.Edited, out.Sources, out.Tokens, out.Digest = v.Fresh, v.Edited, v.Summary.Sources, v.Summary.Tokens, v.Digest
	out.Reasons = api.Mapped(v.Reasons, func(r manifest.Change) Reason { return Reason{string(r.Kind), names.Show(r.Path)} })
	out.Failed = api.Mapped(v.Failed, failedOf)
	at := map[string]int{}
	for _, e := range v.Manifest.Files {
		for _, w := range e.Warnings {
			n, ok := at[w.Code]
			if !ok {
				n, at[w.Code] = len(out.Losses), len(out.Losses)
				out.Losses = append(out.Losses, Loss{Code: w.Code, Path: names.Show(e.Path)})
			}
			out.Losses[n].Count += w.Count
		}
	}
	return answer(out.line(), link(backstoryURI(out.Profile), out.Profile+": backstory.md")), out, nil
}

func (c Checked) line() string {
	state := "The backstory is up to date"
	switch {
	case c.Edited:
		state = "backstory.md was edited by hand"
	case !c.Fresh:
		state = "The backstory is out of date"
	}
	text := fmt.Sprintf("%s: %d sources, about %d tokens.", state, c.Sources, c.Tokens)
	for _, r := range c.Reasons {
		text += strings.TrimRight(fmt.Sprintf("\n- %s %s", r.Kind, r.Path), " ")
	}
	for _, f := range c.Failed {
		text += f.line()
	}
	for _, l := range c.Losses {
		text += fmt.Sprintf("\n- %s: %d, first in %s", l.Code, l.Count, l.Path)
	}
	return text
}

// Built is the answer of build.
type Built struct {
	Profile string   `json:"profile"`
	State   string   `json:"state" jsonschema:"built, current, removed or empty"`
	Sources int      `json:"sources"`
	Tokens  int      `json:"tokens"`
	Failed  []Failed `json:"failed" jsonschema:"those with the code empty hold nothing, which is no failure"`
}

func (s *server) build(ctx context.Context, req *sdk.CallToolRequest, in Of) (*sdk.CallToolResult, Built, error) {
	out := Built{Failed: []Failed{}}
	if !api.ActorOf(ctx).May(api.Write) {
		return nil, out, errors.New("the token may not write")
	}
	r, err := with(ctx, s, in.Profile, func(p *profile.Profile) (*pipeline.Report, error) {
		out.Profile = profile.RoleKey(p.Name())
		return s.Agents.Builds.BuildTelling(ctx, p, progress(ctx, req))
	})
	if errors.Is(err, pipeline.ErrNotOurs) {
		return nil, out, errors.New("backstory.md was written or edited by hand and is kept as it is; a person can replace it with backstory build --force")
	}
	if err != nil {
		return nil, out, err
	}
	out.State, out.Sources, out.Tokens = string(r.State), r.Summary.Sources, r.Summary.Tokens
	out.Failed = api.Mapped(r.Summary.Errors, failedOf)
	if r.State == pipeline.StateBuilt || r.State == pipeline.StateRemoved {
		s.changed(ctx, out.Profile)
	}
	text := fmt.Sprintf("%s: %s, %d sources, about %d tokens.", out.Profile, out.State, out.Sources, out.Tokens)
	for _, f := range out.Failed {
		text += f.line()
	}
	return answer(text, link(backstoryURI(out.Profile), out.Profile+": backstory.md")), out, nil
}

// progressEvery is how often a client is told of the progress of a call, at most.
const progressEvery = 100 * time.Millisecond

// progress returns what tells a client how far a call is, or nil if it did not ask
// for that.
func progress(ctx context.Context, req *sdk.CallToolRequest) func(done, all int) {
	token := req.Params.GetProgressToken()
	if token == nil {
		return nil
	}
	var told time.Time
	most := 0                    // a build that begins anew counts from the start
	return func(done, all int) { // by one goroutine at a time
		if done <= most || done < all && time.Since(told) < progressEvery {
			return
		}
		told, most = time.Now(), done
		_ = req.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ProgressToken: token, Progress: float64(done), Total: float64(all), Message: fmt.Sprintf("%d of %d sources", done, all)}) // a client that is gone hears nothing
	}
}
