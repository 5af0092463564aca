package prompt

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/internal/oneline"
)

// Schema is the version of an [Epoch] as JSON.
const Schema = 1

// Epoch is a prompt as it is sent: the exact bytes of the system text and of
// the tools, what they are made of, and what had to be left out. It is kept
// and sent again as it is until there is a reason for a new one ([Reason]).
type Epoch struct {
	Schema   int        `json:"schema"`
	Hash     string     `json:"hash"` // of the system text and the tools
	Profile  string     `json:"profile"`
	Called   string     `json:"profile_name,omitempty"` // that people gave it
	Role     string     `json:"role"`
	Mode     Mode       `json:"mode"`
	Model    string     `json:"resolved_model"`
	System   string     `json:"prompt"`
	Tools    string     `json:"tools"` // a JSON array, sorted by name
	Tokens   int        `json:"prompt_tokens"`
	ToolCost int        `json:"tool_tokens"`
	Limit    int        `json:"limit"`
	Sections []Section  `json:"prompt_sections"`
	Omitted  []Omission `json:"omitted"`
	Policy   Policy     `json:"profile_policy"`
	Notes    []Note     `json:"notes"`
	// Files are the versions of the files that it was composed of, in their order;
	// empty in epochs of earlier programs.
	Files []FileVersion `json:"files,omitempty"`
}

// Decision says why a section is as it is.
type Decision string

// The decisions.
const (
	Pinned  Decision = "pinned"
	Kept    Decision = "kept"
	Cut     Decision = "cut"      // a part of it is left out
	LeftOut Decision = "left_out" // all of it is
	Stubbed Decision = "stubbed"
)

// Section is what became of one section.
type Section struct {
	ID         string   `json:"id"`
	Title      string   `json:"title"`
	Group      Group    `json:"group"`
	Tier       Tier     `json:"tier"`
	Trust      Trust    `json:"trust"`
	Rank       int      `json:"priority"`
	Pinned     bool     `json:"pinned"`
	Deferrable bool     `json:"deferrable"`
	Included   bool     `json:"included"`
	Decision   Decision `json:"decision"`
	Rationale  string   `json:"rationale"`
	Source     string   `json:"source"`
	Tokens     int      `json:"tokens"`
	Digest     string   `json:"digest"` // of its text in the prompt
	Offset     int      `json:"offset"` // of its text in the prompt, in bytes
	Length     int      `json:"length"`
}

// Omission is something that did not fit.
type Omission struct {
	Section string `json:"section"`
	Ref     string `json:"ref"` // what backstory_read is given; empty where it cannot be read
	Path    string `json:"path,omitempty"`
	Title   string `json:"title,omitempty"`
	Tokens  int    `json:"tokens"`
}

// Policy is what the preferences of a profile switch.
type Policy struct {
	ToolsStubbed  bool      `json:"tools_stubbed"`
	Features      []Feature `json:"features"`
	Off           []string  `json:"sections_off"`
	Roles         RoleRules `json:"roles"`
	ExcludedTools []string  `json:"excluded_tool_prompt_slugs"`
}

// Feature is a feature and whether it is on.
type Feature struct {
	Name string `json:"name"`
	On   bool   `json:"on"`
}

// RoleRules are the roles that a profile allows and denies.
type RoleRules struct {
	Allow []string `json:"allow"`
	Deny  []string `json:"deny"`
}

// hashOf returns the digest of what is sent.
func hashOf(system, tools string) string {
	return digestOf("backstory prompt epoch\x00", strconv.Itoa(len(system)), "\x00", system, tools)
}

// Verify reports whether an epoch is one: its hash is of its bytes, and its
// sections are its text, each with its digest.
func (e *Epoch) Verify() bool {
	if e.Hash != hashOf(e.System, e.Tools) {
		return false
	}
	at := 0
	for i := range e.Sections {
		s := &e.Sections[i]
		if !s.Included {
			continue
		}
		if at > 0 {
			at += len(separator)
		}
		if s.Offset != at || s.Length < 0 || s.Length > len(e.System)-at || textDigest(e.Text(s)) != s.Digest {
			return false
		}
		if at > 0 && e.System[at-len(separator):at] != separator {
			return false
		}
		at += s.Length
	}
	return e.System[at:] == "\n"
}

// Section returns a section by its id, or nil.
func (e *Epoch) Section(id string) *Section {
	for i := range e.Sections {
		if e.Sections[i].ID == id {
			return &e.Sections[i]
		}
	}
	return nil
}

// Text returns the text of a section in the prompt; "" where a prompt that was kept
// does not have it any more.
func (e *Epoch) Text(s *Section) string {
	if s.Offset < 0 || s.Length < 0 || s.Offset+s.Length > len(e.System) {
		return ""
	}
	return e.System[s.Offset : s.Offset+s.Length]
}

// Blocks returns the system text in pieces for providers that keep the start
// of a request: up to the end of what says who the agent is, and the rest. A
// piece that would be empty is not there. Together they are the text.
func (e *Epoch) Blocks() []string {
	end := 0
	for i := range e.Sections {
		s := &e.Sections[i]
		if s.Included && s.Tier == Stable && s.Offset <= end+len(separator) && e.opens(s.ID) {
			end = s.Offset + s.Length
		}
	}
	if end == 0 || end >= len(e.System)-1 {
		return []string{e.System}
	}
	end += len(separator)
	return []string{e.System[:end], e.System[end:]}
}

// opens reports whether a section is one of those that say who the agent is.
func (e *Epoch) opens(id string) bool {
	return id == idSoul || id == idStyle || id == idInstructions || id == idBackstory || id == idContext
}

// Bare returns the epoch without its bytes, for those who keep them beside it.
func (e *Epoch) Bare() Epoch {
	bare := *e
	bare.System, bare.Tools = "", ""
	return bare
}

// Export returns a prompt as a text for people, with the system text and the tools
// as they are sent.
func (e *Epoch) Export(system, tools string) string {
	rule := strings.Repeat("=", 80)
	lines := []string{"Backstory system prompt", "Role: " + e.Role, "Mode: " + string(e.Mode), "Model: " + oneline.Safe(e.Model)}
	if e.Profile != "" {
		lines = append(lines, "# Profile: "+oneline.Safe(cmp.Or(e.Called, e.Profile)))
	}
	lines = append(lines,
		fmt.Sprintf("Prompt tokens: %d of %d", e.Tokens, e.Limit), fmt.Sprintf("Tool tokens: %d", e.ToolCost), "Hash: "+e.Hash, "",
		rule, "", strings.TrimRight(system, "\n"), "", rule, "", tools, "")
	return strings.Join(lines, "\n")
}

// separator is between two sections.
const separator = "\n\n"
