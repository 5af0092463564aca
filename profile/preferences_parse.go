package profile

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/profile/lenient"
)

// preferencesFile is a preferences.json.
type preferencesFile struct {
	_          struct{}        `unknown:"unknown preferences field %q: it is ignored"`
	Schema     json.RawMessage `json:"$schema"` // for editors
	Directives []Directive     `json:"prompt_directives" odd:"must be an object of strings: it is ignored"`
	Behavior   behavior        `json:"behavior"`
	Schedule   json.RawMessage `json:"schedule"`
	Prompts    struct {
		_        struct{}   `unknown:"unknown prompts field %q: it is ignored"`
		Features features   `json:"features"`
		Sections sections   `json:"prompt_sections"`
		Roles    rolePolicy `json:"roles"`
		Layout   layout     `json:"layout"`
		Labels   struct {
			_         struct{} `unknown:"unknown label %q: it is ignored; there are \"backstory\" and \"context\""`
			Backstory label    `json:"backstory"`
			Context   label    `json:"context"`
		} `json:"labels"`
	} `json:"prompts"`
	Retrieval struct {
		_          struct{} `unknown:"unknown retrieval field %q: it is ignored"`
		Auto       *bool    `json:"auto"`
		Embeddings bool     `json:"embeddings"`
		Tokens     int      `json:"max_tokens" max:"100000" odd:"must be a whole number from 1 to 100000: it is ignored"`
	} `json:"retrieval"`
}

// ParsePreferences reads the text of a preferences.json. It is lenient: what
// is wrong is a problem with the path of its field, costs what it concerns,
// and the rest still applies. nil stands for a file that is not there.
func ParsePreferences(content []byte) Preferences {
	var f preferencesFile
	var problems []Problem
	report := func(field, message string) {
		problems = append(problems, Problem{File: PreferencesFile, Field: field, Message: message})
	}
	content = lenient.UTF8(content)
	if err := lenient.Valid(content); err != nil && content != nil {
		report("", fmt.Sprintf("invalid JSON: %v; the file is ignored", err))
	} else if _, ok := lenient.Members(content); !ok && content != nil {
		report("", "must be an object; the file is ignored")
	} else if content != nil {
		lenient.Decode("", content, &f, report)
	}
	if n := len(problems) - maxProblems; n > 0 {
		problems = problems[:maxProblems]
		report("", fmt.Sprintf("and %d more problems", n))
	}
	return Preferences{
		Directives: f.Directives, Behavior: json.RawMessage(f.Behavior), Schedule: f.Schedule, Off: f.Prompts.Features, Sections: f.Prompts.Sections,
		Allow: f.Prompts.Roles.Allow, Deny: f.Prompts.Roles.Deny, Layout: string(f.Prompts.Layout),
		Labels:    Labels{string(f.Prompts.Labels.Backstory), string(f.Prompts.Labels.Context)},
		Retrieval: Retrieval{f.Retrieval.Auto != nil && !*f.Retrieval.Auto, f.Retrieval.Embeddings, f.Retrieval.Tokens}, Problems: problems,
	}
}

// objectOf returns the members of an object, or reports that it is none.
func objectOf(at string, raw json.RawMessage, report lenient.Report) []lenient.Member {
	list, ok := lenient.Members(raw)
	if !ok {
		report(at, "must be an object: it is ignored")
	}
	return list
}

type behavior json.RawMessage

// ReadJSON implements [lenient.Reader].
func (b *behavior) ReadJSON(at string, raw json.RawMessage, report lenient.Report) {
	if len(objectOf(at, raw, report)) > 0 {
		*b = behavior(slices.Clone(raw))
	}
}

type layout string

// ReadJSON implements [lenient.Reader].
func (l *layout) ReadJSON(at string, raw json.RawMessage, report lenient.Report) {
	if name, ok := lenient.Text(raw); ok && slices.Contains(Layouts(), name) {
		*l = layout(name)
	} else {
		report(at, fmt.Sprintf("must be one of %s: it is ignored", strings.Join(Layouts(), ", ")))
	}
}

// features are those that are off.
type features []string

// ReadJSON implements [lenient.Reader].
func (f *features) ReadJSON(at string, raw json.RawMessage, report lenient.Report) {
	for _, m := range objectOf(at, raw, report) {
		name := strings.ToLower(strings.TrimSpace(m.Key))
		on, ok := lenient.Boolean(m.Raw)
		switch {
		case !slices.Contains(Features(), name):
			report(at+"."+m.Key, fmt.Sprintf("unknown feature %q: it is ignored; there are %s", m.Key, strings.Join(Features(), ", ")))
		case !ok:
			report(at+"."+m.Key, "must be true or false: it is ignored")
		default:
			*f = without(*f, name)
			if !on {
				*f = append(*f, name)
			}
		}
	}
}

type sections []SectionSetting

// ReadJSON implements [lenient.Reader].
func (s *sections) ReadJSON(at string, raw json.RawMessage, report lenient.Report) {
	for _, m := range objectOf(at, raw, report) {
		name := sectionName(m.Key)
		mode, ok := sectionMode(m.Raw)
		switch {
		case !slices.Contains(PromptSections(), name):
			report(at+"."+m.Key, fmt.Sprintf("unknown section %q: it is ignored; there are %s", m.Key, strings.Join(PromptSections(), ", ")))
		case name == "security":
			if mode != SectionOn {
				report(at+"."+m.Key, "cannot be changed: to say it in other words, write a "+SecurityFile+" into the profile")
			}
		case !ok:
			report(at+"."+m.Key, `must be true, false or "stub": it is ignored`)
		default:
			*s = slices.DeleteFunc(*s, func(s SectionSetting) bool { return s.Section == name })
			if mode != usualMode(name) {
				*s = append(*s, SectionSetting{name, mode})
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

// rolePolicy says which roles may be played.
type rolePolicy struct {
	_     struct{} `unknown:"unknown key %q: it is ignored; there are \"allow\" and \"deny\""`
	Allow roleList `json:"allow"`
	Deny  roleList `json:"deny"`
}

// ReadJSON implements [lenient.Reader].
func (p *rolePolicy) ReadJSON(at string, raw json.RawMessage, report lenient.Report) {
	type fields rolePolicy // which does not read itself
	lenient.Decode(at, raw, (*fields)(p), report)
	if len(p.Allow) > 0 && !slices.Contains(p.Allow, Orchestrator) {
		report(at+".allow", "must include "+Orchestrator+": it is added")
		p.Allow = slices.Insert(p.Allow, 0, Orchestrator)
	}
	if slices.Contains(p.Deny, Orchestrator) {
		report(at+".deny", "cannot include "+Orchestrator+": it is removed")
		p.Deny = without(p.Deny, Orchestrator)
	}
	allowed := map[string]bool{}
	for _, role := range p.Allow {
		allowed[role] = true
	}
	var both []string
	p.Deny = slices.DeleteFunc(p.Deny, func(role string) bool {
		if allowed[role] {
			both = append(both, role)
		}
		return allowed[role]
	})
	if len(both) > 0 {
		report(at, "roles are both allowed and denied: "+strings.Join(both, ", ")+": they are allowed")
	}
}

func without[L ~[]string](list L, name string) L {
	return slices.DeleteFunc(list, func(s string) bool { return s == name })
}

type roleList []string

// ReadJSON implements [lenient.Reader].
func (l *roleList) ReadJSON(at string, raw json.RawMessage, report lenient.Report) {
	items, ok := lenient.Array(raw)
	if !ok {
		report(at, "must be a list of names: it is ignored")
	}
	seen := map[string]bool{}
	for i, item := range items {
		name, ok := lenient.Text(item)
		if name = RoleKey(name); !ok || name == "" {
			report(fmt.Sprintf("%s[%d]", at, i), "must be a name: it is ignored")
			continue
		}
		if !seen[name] {
			seen[name] = true
			*l = append(*l, name)
		}
	}
}

// label is a heading; null is as if it were not there.
type label string

// ReadJSON implements [lenient.Reader].
func (l *label) ReadJSON(at string, raw json.RawMessage, report lenient.Report) {
	value, _ := lenient.Text(raw)
	if *l = label(CleanLabel(value)); *l == "" && string(raw) != "null" {
		report(at, "must be a non-empty string: the default is used")
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
