// Package triage decides by rules what becomes of a proposal. It touches no
// disk and no store: what is known of a proposal is given to it.
//
//   - rules.go: the table of the rules
//   - bundle.go: proposals that a person looks at together
//   - triage.go: what is known, and what is decided
package triage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/internal/wording"
)

// PolicyVersion goes up when the table decides in another way.
const PolicyVersion = 1

// Policy says what triage may do by itself.
type Policy string

// The policies.
const (
	ReportOnly Policy = "report-only" // says what it thinks
	Cautious   Policy = "cautious"    // rejects what is plainly of no use
	ApplySafe  Policy = "apply-safe"  // applies what changes no word, too
)

// ParsePolicy reads the name of a policy.
func ParsePolicy(name string) (Policy, error) {
	p := Policy(name)
	if p.column() < 0 {
		return "", fmt.Errorf("%q is not a policy: there are %s, %s and %s", name, ReportOnly, Cautious, ApplySafe)
	}
	return p, nil
}

func (p Policy) column() int { return slices.Index([]Policy{ReportOnly, Cautious, ApplySafe}, p) }

// Action is what becomes of a proposal.
type Action string

// The actions. A proposal that is reported, deferred or not valid stays as it
// is, for a person.
const (
	Report  Action = "report"
	Reject  Action = "reject"
	Defer   Action = "defer"
	Apply   Action = "apply"
	Invalid Action = "failed-validation"
)

// Risk says what a wrong decision could cost.
type Risk string

// The risks, the lowest first.
const (
	Low      Risk = "low"
	Medium   Risk = "medium"
	High     Risk = "high"
	Critical Risk = "critical"
)

// The reasons of decisions.
const (
	ValidationFailed   = "validation-failed"
	SecretRisk         = "secret-or-private-data-risk"
	SecurityBoundary   = "security-boundary-change"
	PrivacyBoundary    = "privacy-boundary-change"
	PreferenceBoundary = "user-preference-boundary-change"
	IdentityBoundary   = "identity-boundary-change"
	LowConfidence      = "low-confidence"
	NonActionable      = "non-actionable"
	DuplicateApplied   = "duplicate-applied"
	DuplicatePending   = "duplicate-pending"
	Stale              = "stale-target-context"
	NeedsHuman         = "policy-requires-human"
	MissingEvidence    = "missing-evidence"
	Safe               = "safe-low-risk-localized-change"

	// What goes wrong when a decision is carried out.
	LockConflict  = "lock-conflict"
	Processed     = "already-processed"
	InputMismatch = "input-hash-mismatch"
)

// Facts is what is known of a proposal when it is judged.
type Facts struct {
	Target     string // relative to the profile's folder
	Wrong      string // why the target is not a file that may be changed; empty where it is
	Words      string // title and observation
	Text       string // that the change brings
	Old, New   string // the file before and after; both empty where Stale
	Snapshot   bool   // the file was there when the change was proposed
	Stale      bool   // it is another one now, or the change does not fit it
	Confidence float64
	Evidence   int  // quotes that still can be found
	Trusted    bool // a quote of the user's own words is among them
	Applied    bool // the same text was applied before
	Pending    bool // an older proposal that waits has the same text
	SmallEdits int  // that were applied to the file before, on the same topic
}

// Decision is what the table says of a proposal.
type Decision struct {
	Rule        int      `json:"rule"`
	Action      Action   `json:"action"`
	Reason      string   `json:"reason"`
	Risk        Risk     `json:"risk"`
	Topic       string   `json:"topic"`
	ActionClass string   `json:"action_class"`
	Capability  string   `json:"capability"`
	HumanReview bool     `json:"human_review_required"`
	Evidence    []string `json:"evidence,omitempty"` // the words that decided
}

// Decide goes through the table: the first rule that holds decides.
func Decide(f Facts, p Policy) Decision {
	column := p.column()
	for _, r := range table() {
		if column < 0 || r.actions[column] == "" {
			continue
		}
		v := r.holds(f)
		if !v.holds {
			continue
		}
		d := Decision{Rule: r.number, Action: r.actions[column], Reason: v.reason, Risk: v.risk, Topic: Topic(f)}
		if v.words != "" {
			d.Evidence = []string{v.words}
		}
		return d.bounded(p)
	}
	// An unknown policy may do nothing.
	return Decision{Action: Report, Reason: NeedsHuman, Risk: High, Topic: Topic(f)}.bounded(ReportOnly)
}

// capabilities are what can be done, the least first. A policy allows those up
// to one of them, and nothing else: that a job is to apply is what it intends,
// not what it may.
var capabilities = []string{
	"read-only", "report", "defer", "reject-proposal", "edit-formatting", "edit-text", "edit-identity", "edit-preferences", "edit-policy", "destructive-action",
}

// needed is the capability that an action takes.
func (a Action) needed() string {
	switch a {
	case Report:
		return "report"
	case Defer, Invalid:
		return "defer"
	case Reject:
		return "reject-proposal"
	case Apply:
		return "edit-formatting"
	}
	return "destructive-action"
}

// allowed is the most that a policy may do.
func (p Policy) allowed() string {
	switch p {
	case Cautious:
		return "reject-proposal"
	case ApplySafe:
		return "edit-formatting"
	}
	return "defer"
}

// bounded holds a decision to what its policy may do.
func (d Decision) bounded(p Policy) Decision {
	d.Capability = d.Action.needed()
	if slices.Index(capabilities, d.Capability) > slices.Index(capabilities, p.allowed()) {
		d.Action, d.Reason, d.Capability = Defer, NeedsHuman, "defer"
	}
	d.HumanReview = d.Action == Report || d.Action == Defer || d.Action == Invalid
	switch d.Action {
	case Apply:
		d.ActionClass = "mutation"
	case Reject:
		d.ActionClass = "state"
	default:
		d.ActionClass = "none"
	}
	return d
}

// Topic says what a proposal is about: security, identity, preference or
// general.
func Topic(f Facts) string {
	text := f.Words + "\n" + f.Text
	switch {
	case has(text, wording.Injection, wording.Bypass, wording.Credential, wording.Destructive, wording.Policy):
		return "security"
	case strings.HasPrefix(f.Target, "roles/") || f.Target == "soul.md" || has(text, wording.Identity):
		return "identity"
	case f.Target == "user.md" || f.Target == "preferences.json" || has(text, wording.Preference):
		return "preference"
	}
	return "general"
}
