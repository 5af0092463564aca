package profile

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
)

// Orchestrator is the role that every profile has and none can forbid.
const Orchestrator = "orchestrator"

// DefaultLabel is the heading of a backstory without a label of its own.
const DefaultLabel = "Backstory"

// defaultContextLabel is the heading of the context files without a label of
// their own.
const defaultContextLabel = "Context"

// SectionMode says whether a section of the prompt is there.
type SectionMode string

// The modes of a section.
const (
	SectionOn   SectionMode = "true"
	SectionOff  SectionMode = "false"
	SectionStub SectionMode = "stub" // a heading and one sentence
)

// Preferences is what preferences.json says. The zero value is that of a
// profile without the file: everything on, no directives, no limits.
type Preferences struct {
	File       File            // without its text
	Directives []Directive     // in the order of the file
	Behavior   json.RawMessage // free-form; nothing here reads it
	Off        []string        // features that are disabled
	Sections   []SectionSetting
	Allow      []string // roles that are allowed; none means all
	Deny       []string // roles that are not
	Labels     Labels
	Layout     string          // one of Layouts; empty for ours
	Schedule   json.RawMessage // what is done at times; agent/task reads it
	Retrieval  Retrieval
	Problems   []Problem
}

// Directive is one instruction on how to answer.
type Directive struct{ Key, Value string }

// Retrieval says what of the texts that the prompt left out comes with a message
// whose words it has.
type Retrieval struct {
	Off bool
	// Embeddings has searches find what means the same in other words, by the
	// vectors of the model that the user's configuration names for them.
	Embeddings bool
	Tokens     int // at most; 0 means [DefaultRetrieval]
}

// DefaultRetrieval is how many tokens of passages come with a message where the
// preferences give no number.
const DefaultRetrieval = 3000

// SectionSetting is a section with a mode of its own.
type SectionSetting struct {
	Section string
	Mode    SectionMode
}

// Labels are the headings of sections; empty ones are the default.
type Labels struct{ Backstory, Context string }

// The layouts of a prompt: ours, and those of other systems.
const (
	LayoutBackstory = "backstory"
	LayoutOpenClaw  = "openclaw"
	LayoutMoltis    = "moltis"
	layoutCoqui     = "coqui" // the same as ours
	LayoutTinyClaw  = "tinyclaw"
)

// Layouts are the orders and headings that a prompt can have.
func Layouts() []string {
	return []string{LayoutBackstory, LayoutOpenClaw, LayoutMoltis, layoutCoqui, LayoutTinyClaw}
}

// Features are what preferences may switch.
func Features() []string {
	return []string{"artifacts", "projects", "loops", "todos", "background_tasks"}
}

// PromptSections are the sections that preferences may switch.
func PromptSections() []string {
	return []string{
		"soul", "backstory", "context", "base", "memory", "preferences", "tools", "security", "done", "deferred_toolkits", "project_context", "samples",
		"style", "instructions", "continuity", "examples", "user", "org_memory",
	}
}

// usualMode is that of a section of which the preferences say nothing: examples
// of answers are there where somebody wants them.
func usualMode(name string) SectionMode {
	if name == "samples" {
		return SectionOff
	}
	return SectionOn
}

// Feature reports whether a feature is on.
func (p *Preferences) Feature(name string) bool { return !slices.Contains(p.Off, name) }

// Section returns the mode of a section.
func (p *Preferences) Section(name string) SectionMode {
	for _, s := range p.Sections {
		if s.Section == name {
			return s.Mode
		}
	}
	return usualMode(name)
}

// Allows reports whether the preferences allow a role. The orchestrator
// always is.
func (p *Preferences) Allows(role string) bool {
	role = RoleKey(role)
	if role == Orchestrator {
		return true
	}
	return (len(p.Allow) == 0 || slices.Contains(p.Allow, role)) && !slices.Contains(p.Deny, role)
}

// BackstoryLabel returns the heading of the backstory.
func (p *Preferences) BackstoryLabel() string { return cmp.Or(p.Labels.Backstory, DefaultLabel) }

// ContextLabel returns the heading of the context files.
func (p *Preferences) ContextLabel() string {
	return cmp.Or(p.Labels.Context, defaultContextLabel)
}

// RoleKey returns the form in which names of roles are compared.
func RoleKey(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

// CleanLabel returns a label as one line without heading marks: white space
// collapsed, and what begins with "#", spaces and tabs cut off.
func CleanLabel(label string) string {
	return strings.TrimLeft(strings.Join(strings.Fields(label), " "), "# \t")
}
