package prompt

import (
	"fmt"
	"strings"
)

// Kind says how a section differs between two epochs.
type Kind string

// The kinds of change.
const (
	Added   Kind = "added"
	Removed Kind = "removed"
	Changed Kind = "changed"
	Moved   Kind = "moved" // the same text at another place
)

// Change is a section that differs between two epochs.
type Change struct {
	Section string `json:"section"`
	Kind    Kind   `json:"kind"`
	Old     int    `json:"old_tokens"`
	New     int    `json:"new_tokens"`
}

// Learned reports whether it is of what is learned in sessions or said of the
// user, which the head of a turn tells, or of what that leaves no room for.
func (c Change) Learned() bool {
	return c.Section == idMemories || c.Section == idShared || c.Section == idUser || c.Section == idOmitted
}

// Tools reports whether it is of what can be called.
func (c Change) Tools() bool { return c.Section == toolsChange }

// toolsChange is the name under which the tools are compared.
const toolsChange = "tool schemas"

// Compare names the sections that differ between two epochs, in the order of
// the new one, then those that are gone. Epochs with the same hash do not
// differ.
func Compare(old, now *Epoch) []Change {
	if old.Hash == now.Hash {
		return nil
	}
	var changes []Change
	before, after := texts(old), texts(now)
	last := -1
	for _, s := range after {
		i := indexOf(before, s.ID)
		switch {
		case i < 0:
			changes = append(changes, Change{s.ID, Added, 0, s.Tokens})
		case before[i].Digest != s.Digest:
			changes = append(changes, Change{s.ID, Changed, before[i].Tokens, s.Tokens})
		case i < last:
			changes = append(changes, Change{s.ID, Moved, before[i].Tokens, s.Tokens})
		}
		last = max(last, i)
	}
	for _, s := range before {
		if indexOf(after, s.ID) < 0 {
			changes = append(changes, Change{s.ID, Removed, s.Tokens, 0})
		}
	}
	if old.System != now.System && len(changes) == 0 {
		changes = append(changes, Change{"prompt", Changed, old.Tokens, now.Tokens}) // one of them is not an epoch of ours
	}
	if old.Tools != now.Tools {
		changes = append(changes, Change{toolsChange, Changed, old.ToolCost, now.ToolCost})
	}
	return changes
}

// texts returns the sections of an epoch that have a text in it.
func texts(e *Epoch) []Section {
	var list []Section
	for _, s := range e.Sections {
		if s.Included {
			list = append(list, s)
		}
	}
	return list
}

func indexOf(list []Section, id string) int {
	for i := range list {
		if list[i].ID == id {
			return i
		}
	}
	return -1
}

// Describe says in one line what changed: "soul and backstory changed".
func Describe(changes []Change) string {
	if len(changes) == 0 {
		return "nothing changed"
	}
	var parts []string
	for _, kind := range []Kind{Changed, Added, Removed, Moved} {
		var ids []string
		for _, c := range changes {
			if c.Kind == kind {
				ids = append(ids, c.Section)
			}
		}
		if len(ids) > 0 {
			parts = append(parts, fmt.Sprintf("%s: %s", kind, strings.Join(ids, ", ")))
		}
	}
	return strings.Join(parts, "; ")
}

// Reason is why somebody asks for a new epoch.
type Reason string

// The reasons. There are no others: whatever else changes, an epoch stays.
const (
	NewSession Reason = "new_session"
	Compaction Reason = "compaction"
	Refresh    Reason = "refresh"  // a person asked for it
	Switch     Reason = "switch"   // of profile, role or model
	ToolSet    Reason = "tool_set" // tools came or went
	Startup    Reason = "startup"  // of the process, with an epoch from before
)

// Action is what to do with the epoch in use.
type Action string

// The actions.
const (
	Keep  Action = "keep"
	Renew Action = "renew"
	Ask   Action = "ask"
)

// Decide says whether a new epoch opens. At the start of a process it depends
// on the policy ("startup", "ask" or "never"; anything else is "startup") and
// on whether anything changed; for any other reason it opens.
func Decide(policy string, reason Reason, changes []Change) Action {
	switch {
	case reason != Startup:
		return Renew
	case len(changes) == 0 || policy == "never":
		return Keep
	case policy == "ask":
		return Ask
	}
	return Renew
}
