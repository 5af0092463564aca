// Package proposal keeps changes of an agent's files under control: agents
// propose, people decide, and what was applied can be taken back.
//
//   - signed.go: approvals that were signed elsewhere
//   - commit.go: whether the files of a commit were approved
//   - view.go: proposals as lists show them
//   - rebase.go: a file that changed meanwhile
//   - propose.go: a new proposal
//   - sweep.go, judge.go: triage
//   - apply.go, journal.go: changing the file, and ending what was begun
//   - people.go: how many have to approve, and who they are
//   - memories.go: proposals of memories, which have no file
//   - history.go: the versions of files, and going back to one
//   - review.go, reviewer.go: approving and rejecting, and who does
//   - state.go: which state follows which
//   - target.go: the files that may be changed
//   - record.go: the records beside the files
//   - evidence.go: quotes, and who said them
//   - proposal.go: the desk, which carries everything out, and its settings
//   - gitrepo, patch, triage, approval: commits of just what was changed, changes of
//     texts, the table of rules, signatures
//
// A proposal is bound to the bytes of its file before and after. Nothing is
// applied that nobody approved, but for changes of punctuation that a person let
// be applied by a setting, where no signers are listed.
package proposal

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/profile"
)

// Settings say what may be proposed, and who decides. The zero value has the
// defaults; where a number means something at 0 it is a pointer.
type Settings struct {
	Enabled       bool     `json:"enabled"`        // agents may propose
	MaxPerWeek    *int     `json:"max_per_week"`   // of a profile, in seven days; default: 5, 0 is no bound
	MinConfidence *float64 `json:"min_confidence"` // default: 0.7
	MinEvidence   *int     `json:"min_evidence"`   // quotes of a proposal; default: 10
	TTLDays       *int     `json:"ttl_days"`       // until it expires; default: 30, 0 is never
	// AutoApply has each new proposal triaged under apply-safe, which applies what
	// changes hardly anything, in the name of who set it. Nothing is applied where
	// signers are listed.
	AutoApply bool `json:"auto_apply"`
	// AllowedFiles are those that may be changed, as patterns. Default:
	// defaultFiles.
	AllowedFiles []string `json:"allowed_files"`
	// Memories has agents propose to promote, merge, supersede and archive memories,
	// instead of doing it. Default: they do it.
	Memories  bool `json:"memories"`
	FourEyes  bool `json:"four_eyes"` // nobody approves what was proposed on their behalf
	Approvals int  `json:"approvals"` // people who have to approve; default: 1
	// Profiles and Orgs ask for more: of profiles, and in organisations.
	Profiles map[string]approval.Demand `json:"profiles"`
	Orgs     map[string]Rules           `json:"orgs"`
}

// defaultFiles are the files that may be changed where nothing else is said: who
// an agent is, what it knows of its user, and its sources of text.
func defaultFiles() []string {
	return []string{
		"soul.md", "identity.md", "style.md", "instructions.md", "memory.md", "user.md", "preferences.json",
		"roles/*.md", "context/*.md", "backstory/**.md", "backstory/**.txt",
	}
}

// The defaults of [Settings].
const (
	usualPerWeek    = 5
	usualConfidence = 0.7
	usualEvidence   = 10
	usualDays       = 30
)

func or[T any](p *T, usual T) T {
	if p == nil {
		return usual
	}
	return *p
}

// Check says what is wrong with settings.
func (s Settings) Check() error {
	for _, x := range []struct {
		name     string
		value    float64
		min, max float64
	}{
		{"max_per_week", float64(or(s.MaxPerWeek, usualPerWeek)), 0, 10_000},
		{"min_confidence", or(s.MinConfidence, usualConfidence), 0, 1},
		{"min_evidence", float64(or(s.MinEvidence, usualEvidence)), 0, 100},
		{"ttl_days", float64(or(s.TTLDays, usualDays)), 0, 3650},
		{"approvals", float64(s.Approvals), 0, approval.MaxApprovals},
	} {
		if x.value < x.min || x.value > x.max {
			return fmt.Errorf("proposals.%s: %v is not between %v and %v", x.name, x.value, x.min, x.max)
		}
	}
	for _, pattern := range s.AllowedFiles {
		if strings.HasPrefix(pattern, "/") || strings.Contains(pattern, "..") || strings.Contains(pattern, `\`) {
			return fmt.Errorf("proposals.allowed_files: %q leads out of the profile", pattern)
		}
	}
	return s.checkDemands()
}

// Keeper is what a desk needs of a store.
type Keeper interface {
	store.Proposals
	store.MemoryProposals
	store.Triages
	store.FileVersions
	store.Audit
	store.Memories
	Session(ctx context.Context, sc scope.Scope, id string) (store.Session, error)
	ListSessions(ctx context.Context, sc scope.Scope, f store.Filter) ([]store.Session, error)
	Messages(ctx context.Context, sc scope.Scope, id string, after, limit int) ([]store.Message, error)
}

// Desk carries out what is done with proposals. Its fields are set before it is
// used; several goroutines may use it.
type Desk struct {
	Store    Keeper
	Settings Settings
	// Profile opens a profile by its name.
	Profile func(name string) (*profile.Profile, error)
	// Called is what people call a profile. Default: its name.
	Called func(ctx context.Context, name string) string
	// Rebuild builds what depends on the files of a profile, and returns the names
	// of what it wrote, in the profile's folder. Nil where nothing does.
	Rebuild func(ctx context.Context, p *profile.Profile) ([]string, error)
	// Shared is the folder above the profiles, in which there may be a list of
	// signers, too; empty where a profile stands alone.
	Shared string
	// Owner says who works here, for locks.
	Owner string
	// Person is who set the settings: what they let be applied they approved.
	Person string
	// Now is the time. Default: [time.Now].
	Now func() time.Time
	// Step is called between the steps of applying, for tests that stop there.
	Step func(name string)

	versions versions
}

// opened is a proposal with the folder of its profile.
type opened struct {
	desk   *Desk
	sc     scope.Scope
	folder *profile.Profile
	p      store.Proposal
}

func (d *Desk) now() time.Time {
	if d.Now == nil {
		return time.Now().UTC()
	}
	return d.Now().UTC()
}

func (d *Desk) step(name string) {
	if d.Step != nil {
		d.Step(name)
	}
}

// CodeError is a refusal with a code, which programs can tell apart.
type CodeError struct{ Code, Message string }

// Error implements error.
func (e *CodeError) Error() string { return e.Message }

func refuse(code, format string, args ...any) error {
	return &CodeError{code, fmt.Sprintf(format, args...)}
}

// The codes of refusals that are made in several places.
const (
	CodeState    = "wrong_state"
	CodeStale    = "stale_target"
	CodeTarget   = "target_not_allowed"
	CodeContent  = "dangerous_content"
	CodePatch    = "invalid_change"
	CodeConflict = "conflict"
	CodeExpired  = "expired"
	CodeReviewer = "reviewer_not_allowed"
	CodeSigner   = "signature_needed"
	CodeGit      = "git_failed"
)

// Last stands for the newest proposal, in the place of an id.
const Last = "last"

// Find returns a proposal by its id, or by the beginning of it, and the scope of its
// profile.
func (d *Desk) Find(ctx context.Context, sc scope.Scope, id string) (scope.Scope, store.Proposal, error) {
	if id == Last {
		list, err := d.Store.ListProposals(ctx, sc, store.ProposalFilter{Limit: 1})
		if err != nil {
			return sc, store.Proposal{}, err
		}
		if len(list) == 0 {
			return sc, store.Proposal{}, fmt.Errorf("there is no proposal: %w", store.ErrNotFound)
		}
		id = list[0].ID
	}
	p, err := d.Store.Proposal(ctx, sc, id)
	if errors.Is(err, store.ErrNotFound) {
		if len(id) < 4 {
			return sc, p, fmt.Errorf("%q is no id of a proposal, nor four characters of one: %w; backstory proposals list shows them", id, store.ErrNotFound)
		}
		var found []store.Proposal
		if found, err = d.Store.ListProposals(ctx, sc, store.ProposalFilter{Prefix: id, Limit: 2}); err == nil {
			switch len(found) {
			case 0:
				err = fmt.Errorf("no proposal has an id beginning with %q: %w; backstory proposals list shows them", id, store.ErrNotFound)
			case 1:
				p = found[0]
			default:
				err = fmt.Errorf("several proposals have an id beginning with %q: give more of it", id)
			}
		}
	}
	if err != nil {
		return sc, p, err
	}
	if p, err = d.fresh(ctx, sc, p); err != nil {
		return sc, p, err
	}
	own, err := sc.Speaking(p.Profile)
	return own, p, err
}

// List returns proposals, the newest first. Those whose time is up are marked
// before.
func (d *Desk) List(ctx context.Context, sc scope.Scope, f store.ProposalFilter) ([]store.Proposal, error) {
	if err := d.Prune(ctx, sc); err != nil {
		return nil, err
	}
	return d.Store.ListProposals(ctx, sc, f)
}

// maxPruned is how many proposals are looked at for whether their time is up.
const maxPruned = 1000

// What can be done with a file, as a proposal says that it is being done.
const (
	doApply  = "apply"
	doRevert = "revert"
)

// Outcome is what became of a file.
type Outcome struct {
	Proposal store.Proposal `json:"proposal"`
	Commit   string         `json:"commit,omitempty"` // in git; empty where there is none
	Files    []string       `json:"files"`            // that were written, in the profile's folder
}

// Rules are who has to approve in an organisation, and more of single profiles.
type Rules struct {
	approval.Demand
	Profiles map[string]approval.Demand `json:"profiles"` // by their names
}

// demanded is what the settings ask for of a profile of an organisation: of all
// that is said, the stricter.
func (s Settings) demanded(org, name string) approval.Demand {
	d := approval.Demand{Approvals: s.Approvals, FourEyes: s.FourEyes}.With(s.Profiles[name])
	own := s.Orgs[org]
	return d.With(own.Demand).With(own.Profiles[name])
}

func (s Settings) checkDemands() error {
	all := map[string]approval.Demand{}
	add := func(in string, profiles map[string]approval.Demand) {
		for name, d := range profiles {
			all[in+"profiles."+name] = d
		}
	}
	add("", s.Profiles)
	for name, r := range s.Orgs {
		all["orgs."+name] = r.Demand
		add("orgs."+name+".", r.Profiles)
	}
	for name, d := range all {
		if err := d.Check(); err != nil {
			return fmt.Errorf("proposals.%s.%w", name, err)
		}
	}
	return nil
}

// versions are the digests of the newest versions that this process knows to be
// kept, by organisation and profile, then by file.
type versions struct {
	mu    sync.Mutex
	known map[[2]string]map[string]string
}
