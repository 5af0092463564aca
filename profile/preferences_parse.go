package profile

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/profile/lenient"
)

// ParsePreferences reads the text of a preferences.json. It is lenient: what
// is wrong is a problem with the path of its field, costs what it concerns,
// and the rest still applies. nil stands for a file that is not there.
func ParsePreferences(content []byte) Preferences {
	p := preferencesReader{}
	if content == nil {
		return p.Preferences
	}
	content = lenient.UTF8(content)
	if err := lenient.Valid(content); err != nil {
		p.problem("", "invalid JSON: %v; the file is ignored", err)
		return p.Preferences
	}
	fields, ok := lenient.Members(content)
	if !ok {
		p.problem("", "must be an object; the file is ignored")
		return p.Preferences
	}
	for _, m := range fields {
		switch m.Key {
		case "$schema": // for editors
		case "prompt_directives":
			p.directives(m.Raw)
		case "behavior":
			p.behavior(m.Raw)
		case "prompts":
			p.prompts(m.Raw)
		case "schedule":
			p.Schedule = slices.Clone(m.Raw)
		case "retrieval":
			p.retrieval(m.Raw)
		default:
			p.problem(m.Key, "unknown preferences field %q: it is ignored", m.Key)
		}
	}
	if n := len(p.Problems) - maxProblems; n > 0 {
		p.Problems = p.Problems[:maxProblems]
		p.problem("", "and %d more problems", n)
	}
	return p.Preferences
}

type preferencesReader struct{ Preferences }

func (p *preferencesReader) problem(field, format string, args ...any) {
	p.Problems = append(p.Problems, Problem{File: PreferencesFile, Field: field, Message: fmt.Sprintf(format, args...)})
}

// object returns the fields of an object, or a problem.
func (p *preferencesReader) object(field string, raw json.RawMessage) []lenient.Member {
	fields, ok := lenient.Members(raw)
	if !ok {
		p.problem(field, "must be an object: it is ignored")
	}
	return fields
}

func (p *preferencesReader) directives(raw json.RawMessage) {
	fields, ok := lenient.Members(raw)
	if !ok {
		p.problem("prompt_directives", "must be an object of strings: it is ignored")
		return
	}
	for _, m := range fields {
		value, ok := lenient.Text(m.Raw)
		if !ok {
			p.problem("prompt_directives."+m.Key, "must be a string: it is ignored")
			continue
		}
		p.Directives = append(p.Directives, Directive{m.Key, value})
	}
}

func (p *preferencesReader) behavior(raw json.RawMessage) {
	if len(p.object("behavior", raw)) > 0 {
		p.Behavior = slices.Clone(raw)
	}
}

func (p *preferencesReader) retrieval(raw json.RawMessage) {
	for _, m := range p.object("retrieval", raw) {
		switch m.Key {
		case "auto":
			on, ok := lenient.Boolean(m.Raw)
			if !ok {
				p.problem("retrieval.auto", "must be true or false: it is ignored")
				continue
			}
			p.Retrieval.Off = !on
		case "embeddings":
			on, ok := lenient.Boolean(m.Raw)
			if !ok {
				p.problem("retrieval.embeddings", "must be true or false: it is ignored")
				continue
			}
			p.Retrieval.Embeddings = on
		case "max_tokens":
			var n int
			if json.Unmarshal(m.Raw, &n) != nil || n < 1 || n > maxRetrieval {
				p.problem("retrieval.max_tokens", "must be a whole number from 1 to %d: it is ignored", maxRetrieval)
				continue
			}
			p.Retrieval.Tokens = n
		default:
			p.problem("retrieval."+m.Key, "unknown retrieval field %q: it is ignored", m.Key)
		}
	}
}

func (p *preferencesReader) prompts(raw json.RawMessage) {
	for _, m := range p.object("prompts", raw) {
		switch m.Key {
		case "features":
			p.features(m.Raw)
		case "prompt_sections":
			p.sections(m.Raw)
		case "roles":
			p.roles(m.Raw)
		case "labels":
			p.labels(m.Raw)
		case "layout":
			if name, ok := lenient.Text(m.Raw); ok && slices.Contains(Layouts(), name) {
				p.Layout = name
			} else {
				p.problem("prompts.layout", "must be one of %s: it is ignored", strings.Join(Layouts(), ", "))
			}
		default:
			p.problem("prompts."+m.Key, "unknown prompts field %q: it is ignored", m.Key)
		}
	}
}

func (p *preferencesReader) features(raw json.RawMessage) {
	const field = "prompts.features"
	for _, m := range p.object(field, raw) {
		name := strings.ToLower(strings.TrimSpace(m.Key))
		on, ok := lenient.Boolean(m.Raw)
		switch {
		case !slices.Contains(Features(), name):
			p.problem(field+"."+m.Key, "unknown feature %q: it is ignored; there are %s", m.Key, strings.Join(Features(), ", "))
		case !ok:
			p.problem(field+"."+m.Key, "must be true or false: it is ignored")
		default:
			p.Off = slices.DeleteFunc(p.Off, func(f string) bool { return f == name })
			if !on {
				p.Off = append(p.Off, name)
			}
		}
	}
}

func (p *preferencesReader) sections(raw json.RawMessage) {
	const field = "prompts.prompt_sections"
	for _, m := range p.object(field, raw) {
		name := sectionName(m.Key)
		mode, ok := sectionMode(m.Raw)
		switch {
		case !slices.Contains(PromptSections(), name):
			p.problem(field+"."+m.Key, "unknown section %q: it is ignored; there are %s", m.Key, strings.Join(PromptSections(), ", "))
		case name == "security":
			if mode != SectionOn {
				p.problem(field+"."+m.Key, "cannot be changed: to say it in other words, write a %s into the profile", SecurityFile)
			}
		case !ok:
			p.problem(field+"."+m.Key, `must be true, false or "stub": it is ignored`)
		default:
			p.Sections = slices.DeleteFunc(p.Sections, func(s SectionSetting) bool { return s.Section == name })
			if mode != usualMode(name) {
				p.Sections = append(p.Sections, SectionSetting{name, mode})
			}
		}
	}
}

// sectionName returns a section by its name or its short one.
func sectionName(name string) string {
	switch name = strings.ToLower(strings.TrimSpace(name)); name {
	case "deferred":
		return "deferred_toolkits"
	case "project":
		return "project_context"
	}
	return name
}

func sectionMode(raw json.RawMessage) (mode SectionMode, ok bool) {
	switch string(raw) {
	case "true":
		return SectionOn, true
	case "false":
		return SectionOff, true
	}
	s, _ := lenient.Text(raw)
	return SectionStub, s == string(SectionStub)
}

func (p *preferencesReader) roles(raw json.RawMessage) {
	const field = "prompts.roles"
	allowed := false
	for _, m := range p.object(field, raw) {
		switch m.Key {
		case "allow":
			p.Allow = p.roleList(field+".allow", m.Raw)
			allowed = len(p.Allow) > 0
		case "deny":
			p.Deny = p.roleList(field+".deny", m.Raw)
		default:
			p.problem(field+"."+m.Key, `unknown key %q: it is ignored; there are "allow" and "deny"`, m.Key)
		}
	}
	if allowed && !slices.Contains(p.Allow, Orchestrator) {
		p.problem(field+".allow", "must include %s: it is added", Orchestrator)
		p.Allow = slices.Insert(p.Allow, 0, Orchestrator)
	}
	if slices.Contains(p.Deny, Orchestrator) {
		p.problem(field+".deny", "cannot include %s: it is removed", Orchestrator)
		p.Deny = without(p.Deny, Orchestrator)
	}
	allowedToo := map[string]bool{}
	for _, role := range p.Allow {
		allowedToo[role] = true
	}
	var both []string
	p.Deny = slices.DeleteFunc(p.Deny, func(role string) bool {
		if allowedToo[role] {
			both = append(both, role)
		}
		return allowedToo[role]
	})
	if len(both) > 0 {
		p.problem(field, "roles are both allowed and denied: %s: they are allowed", strings.Join(both, ", "))
	}
}

func without(list []string, name string) []string {
	return slices.DeleteFunc(list, func(s string) bool { return s == name })
}

func (p *preferencesReader) roleList(field string, raw json.RawMessage) []string {
	items, ok := lenient.Array(raw)
	if !ok {
		p.problem(field, "must be a list of names: it is ignored")
		return nil
	}
	var names []string
	seen := map[string]bool{}
	for i, item := range items {
		name, ok := lenient.Text(item)
		if name = RoleKey(name); !ok || name == "" {
			p.problem(fmt.Sprintf("%s[%d]", field, i), "must be a name: it is ignored")
			continue
		}
		if !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}

func (p *preferencesReader) labels(raw json.RawMessage) {
	const field = "prompts.labels"
	for _, m := range p.object(field, raw) {
		var label *string
		switch m.Key {
		case "backstory":
			label = &p.Labels.Backstory
		case "context":
			label = &p.Labels.Context
		default:
			p.problem(field+"."+m.Key, `unknown label %q: it is ignored; there are "backstory" and "context"`, m.Key)
			continue
		}
		value, _ := lenient.Text(m.Raw)
		if string(m.Raw) == "null" {
			continue // as if it were not there
		}
		if *label = CleanLabel(value); *label == "" {
			p.problem(field+"."+m.Key, "must be a non-empty string: the default is used")
		}
	}
}

// Label returns the heading that preferences.json gives the backstory
// (prompts.labels.backstory), or "" where it gives none. Preferences are read
// leniently: a problem is returned beside the default and costs
// only what it concerns.
func (p *Profile) Label() (label string, problem error) {
	content, err := p.ReadFile(PreferencesFile, maxConfig)
	if err != nil || content == nil {
		return "", err
	}
	preferences := ParsePreferences(content)
	for _, found := range preferences.Problems {
		switch found.Field {
		case "", "prompts", "prompts.labels", "prompts.labels.backstory":
			return preferences.Labels.Backstory, fmt.Errorf("%s: the label %q is used", found, preferences.BackstoryLabel())
		}
	}
	return preferences.Labels.Backstory, nil
}
