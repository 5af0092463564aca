package prompt

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/profile"
)

// Compose composes a prompt. It fails where the role may not be worked in, and
// where the pinned sections do not fit ([BudgetError]); what else does not fit
// is in the epoch's Omitted.
func Compose(in Inputs) (*Epoch, error) {
	if in.Identity == nil {
		return nil, errors.New("composing a prompt: no identity is given")
	}
	in.Role = profile.RoleKey(in.Role)
	if in.Role == "" {
		in.Role = profile.Orchestrator
	}
	if in.Mode == "" {
		in.Mode = Full
	}
	if !slices.Contains(everyMode, in.Mode) {
		return nil, fmt.Errorf("composing a prompt: mode %q must be %s, %s or %s", in.Mode, Full, Minimal, None)
	}
	if in.Layout != "" && !slices.Contains(profile.Layouts(), in.Layout) {
		return nil, fmt.Errorf("composing a prompt: layout %q must be one of %s", in.Layout, strings.Join(profile.Layouts(), ", "))
	}
	if err := in.Identity.CheckRole(in.Role); err != nil {
		return nil, err
	}
	c := &composer{in: &in, clean: cleaner{vars: variables(&in)}}
	c.policy = c.in.policy()
	for _, n := range in.Identity.Foreign.Notes { // what another system does otherwise with its files
		c.clean.say(Note{Source: n.File, Message: n.Message, Fact: n.Fact})
	}
	list := c.arrange(c.render())
	text, err := fit(list, in.Budget.Limit())
	if err != nil {
		return nil, err
	}
	return c.epoch(list, text)
}

// policy says what the preferences switch, for a person.
func (in *Inputs) policy() Policy {
	p := &in.Identity.Preferences
	policy := Policy{
		ToolsStubbed: p.Section(idTools) == profile.SectionStub,
		Off:          []string{},
		Roles:        RoleRules{Allow: append([]string{}, p.Allow...), Deny: append([]string{}, p.Deny...)},
	}
	for _, name := range profile.Features() {
		policy.Features = append(policy.Features, Feature{name, p.Feature(name)})
	}
	for _, name := range profile.PromptSections() {
		if p.Section(name) == profile.SectionOff && name != idSamples { // which is off by itself
			policy.Off = append(policy.Off, name)
		}
	}
	policy.ExcludedTools = append([]string{}, p.Off...)
	slices.Sort(policy.ExcludedTools)
	return policy
}

// epoch records what was composed.
func (c *composer) epoch(list []*part, texts []string) (*Epoch, error) {
	tools, err := toolBytes(c.in.Tools)
	if err != nil {
		return nil, err
	}
	e := &Epoch{
		Schema: Schema, Profile: c.in.Identity.Name, Called: c.in.Identity.Called(), Role: c.in.Role, Mode: c.in.Mode, Model: c.in.model(),
		Tools: tools, ToolCost: estimate(tools), Limit: c.in.Budget.Limit(), Policy: c.policy,
		Sections: []Section{}, Omitted: omissions(list), Notes: append([]Note{}, c.clean.notes...),
	}
	var b strings.Builder
	size := 0
	for _, text := range texts {
		size += len(text) + len(separator)
	}
	b.Grow(size)
	for i, p := range list {
		s := p.record()
		if texts[i] != "" {
			if b.Len() > 0 {
				b.WriteString(separator)
			}
			s.Offset, s.Length = b.Len(), len(texts[i])
			b.WriteString(texts[i])
			s.Included, s.Tokens, s.Digest = true, p.cost, textDigest(texts[i])
		} else if len(p.pieces) == 0 {
			continue
		}
		e.Tokens += s.Tokens
		e.Sections = append(e.Sections, s)
	}
	b.WriteByte('\n')
	e.System = b.String()
	e.Hash = hashOf(e.System, e.Tools)
	e.Files = versions(c.in.Identity, e)
	return e, nil
}

// toolBytes returns the tools as they are sent: sorted by name, each with its
// own bytes.
func toolBytes(tools []Tool) (string, error) {
	tools = sortTools(tools)
	var b strings.Builder
	b.WriteByte('[')
	for i, t := range tools {
		if !json.Valid([]byte(t.Schema)) {
			return "", fmt.Errorf("composing a prompt: the schema of the tool %q is not JSON", t.Name)
		}
		if i > 0 {
			if t.Name == tools[i-1].Name {
				return "", fmt.Errorf("composing a prompt: two tools are called %q", t.Name)
			}
			b.WriteByte(',')
		}
		b.WriteString(t.Schema)
	}
	b.WriteByte(']')
	return b.String(), nil
}
