package store

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/seed353dc258/backstory/agent/scope"

	"github.com/seed353dc258/backstory/internal/wording"
)

// The errors of proposals.
var (
	ErrChanged = errors.New("somebody else changed it meanwhile")
	ErrQuota   = errors.New("enough was proposed this week")
	ErrDecided = errors.New("it was decided already")
)

// ProposalState says how far a proposal is.
type ProposalState string

// The states of a proposal. Rows of every state are kept.
const (
	ProposalPending   ProposalState = "pending"
	ProposalApproved  ProposalState = "approved"
	ProposalApplied   ProposalState = "applied"
	ProposalRejected  ProposalState = "rejected"
	ProposalExpired   ProposalState = "expired"
	ProposalWithdrawn ProposalState = "withdrawn"
	ProposalReverted  ProposalState = "reverted"
)

// Proposal is a change of a file of a profile, which waits for people. It
// belongs to the profile: everybody in the organisation who may speak with that
// sees it.
type Proposal struct {
	ID          string        `json:"id"`
	Profile     string        `json:"profile"`
	Target      string        `json:"target"` // the file, relative to the profile's folder
	State       ProposalState `json:"state"`
	Title       string        `json:"title"`
	Observation string        `json:"observation"`
	Confidence  float64       `json:"confidence"` // 0 to 1
	Origin      Origin        `json:"origin"`
	Change      Change        `json:"change"`
	Evidence    []Evidence    `json:"evidence"`
	Reviews     []Review      `json:"reviews"`
	Reason      string        `json:"reason"`  // why it is in its state; may be empty
	Doing       string        `json:"doing"`   // what is being done and was not ended: apply or revert
	Version     int           `json:"version"` // how often it changed, from 1 on
	Created     time.Time     `json:"created"`
	Expires     time.Time     `json:"expires"` // zero where it does not
}

// Origin says who made a proposal, and where.
type Origin struct {
	User    string `json:"user"`             // on whose behalf
	Person  string `json:"person,omitempty"` // who that is, as the system of a machine with one user calls them
	Session string `json:"session,omitempty"`
	Turn    int    `json:"turn,omitempty"`
	By      string `json:"by"` // agent, generator or person
}

// Change is what a proposal does with its file.
type Change struct {
	Patch json.RawMessage `json:"patch"`
	// Base and Result are the SHA-256 of the file before and after, in
	// hexadecimal; an empty Base is a file that is not there yet.
	Base   string `json:"base"`
	Result string `json:"result"`
	Made   string `json:"made,omitempty"` // the memory that it made, by its id
}

// Evidence is a quote of what was said in a session.
type Evidence struct {
	Session string `json:"session"`
	Turn    int    `json:"turn,omitempty"`  // from 1 on; 0 for a session as a whole
	Quote   string `json:"quote,omitempty"` // empty for a session as a whole
	Class   string `json:"class"`           // who said it
	// Withdrawn says that it cannot be found any more: it was forgotten.
	Withdrawn bool `json:"withdrawn,omitempty"`
}

// Review is what somebody decided about a change.
type Review struct {
	By       string    `json:"by"`
	Decision string    `json:"decision"` // approve or reject
	Base     string    `json:"base"`
	Result   string    `json:"result"`
	At       time.Time `json:"at"`
	// Record is the approval as it is kept in files, and Signature what was made
	// of it with a key; empty where there is none.
	Record    []byte `json:"record,omitempty"`
	Signature []byte `json:"signature,omitempty"`
	// Signer is the name that the signature was made under.
	Signer string `json:"signer,omitempty"`
}

// ProposalFilter chooses proposals. Zero fields choose all; the newest come
// first.
type ProposalFilter struct {
	Prefix string // how their ids begin
	State  ProposalState
	Target string
	Doing  bool      // those alone that something was begun with
	Since  time.Time // made then or later
	Before string    // those that come after this one in the list
	Limit  int       // default 100, at most 1,000
}

// Proposals keeps changes that wait for people. Where no profile speaks, a scope
// has those of all profiles. Contents of files are kept by
// their digests: see [Proposals.Content].
type Proposals interface {
	// AddProposal keeps a new proposal of the scope's profile, with the contents
	// of the file before and after. Where the profile has as many of the last
	// seven days as weekly already, in any state, it is an [ErrQuota]; 0 is no
	// bound.
	AddProposal(ctx context.Context, sc scope.Scope, p Proposal, weekly int, contents ...[]byte) (Proposal, error)
	Proposal(ctx context.Context, sc scope.Scope, id string) (Proposal, error)
	ListProposals(ctx context.Context, sc scope.Scope, f ProposalFilter) ([]Proposal, error)
	// ChangeProposal writes a proposal whose Version is the one that was read,
	// with an entry of the audit: both or none. Another version is an
	// [ErrChanged]. ID, Profile, Target and Created stay.
	ChangeProposal(ctx context.Context, sc scope.Scope, p Proposal, action string, detail any, contents ...[]byte) (Proposal, error)
	// Content returns a content of a file by its digest.
	Content(ctx context.Context, sc scope.Scope, digest string) ([]byte, error)
}

// ProposedMemories begins the target of a proposal that changes memories and no
// file; behind it is the user whose they are, who alone sees it.
const ProposedMemories = "memories/"

// MemoryMade is in the place of the id of the memory that a change makes.
const MemoryMade = "new"

// MemoryProposals carries out what proposals change of memories.
type MemoryProposals interface {
	// ChangeMemories gives memories that the scope may see the state that they have
	// in now: Promoted, Superseded, Archived and Why. One whose ID is [MemoryMade] is
	// made; Superseded may name it. Memories that are not as in was are an
	// [ErrChanged]. The proposal is written as by [Proposals.ChangeProposal], with
	// the id of what was made: all of it or nothing.
	ChangeMemories(ctx context.Context, sc scope.Scope, was, now []Memory, p Proposal, action string, detail any) (Proposal, error)
}

// Triage is a decision about a proposal that rules made.
type Triage struct {
	Number        int64           `json:"number"`
	Proposal      string          `json:"item"`
	Input         string          `json:"input_hash"`
	Policy        string          `json:"policy"`
	PolicyVersion int             `json:"policy_version"`
	Action        string          `json:"action"`
	Reason        string          `json:"reason"`
	Risk          string          `json:"risk"`
	Record        json.RawMessage `json:"record"` // all else that is kept of it
	At            time.Time       `json:"at"`
}

// Triages keeps what rules decided about proposals.
type Triages interface {
	// LockProposal keeps a proposal from other triages for a while. Where another
	// owner has it and its time is not up, it is a [HeldError].
	LockProposal(ctx context.Context, sc scope.Scope, proposal, input, owner string, ttl time.Duration) error
	// UnlockProposal ends an owner's lock.
	UnlockProposal(ctx context.Context, sc scope.Scope, proposal, owner string) error
	// DecideProposal keeps a decision of the lock's owner, and with it a change of
	// the proposal where p is not nil, as [Proposals.ChangeProposal] does: all of it
	// or nothing. A lock that is lost, or of another input, is an [ErrLost]; the
	// same decision again an [ErrDecided].
	DecideProposal(ctx context.Context, sc scope.Scope, owner string, t Triage, p *Proposal) (Triage, error)
	// ProposalTriages returns the decisions about one proposal, or with an empty id
	// about all of the scope's profile, the newest first.
	ProposalTriages(ctx context.Context, sc scope.Scope, proposal string, limit int) ([]Triage, error)
	// TriageCursor returns how far a triage of the scope's profile came, by its
	// policy, or another job by its name; "" before the first.
	TriageCursor(ctx context.Context, sc scope.Scope, policy string) (string, error)
	SetTriageCursor(ctx context.Context, sc scope.Scope, policy, proposal string) error
}

// FileVersion is a content that a file of a profile had.
type FileVersion struct {
	Number   int64     `json:"number"`
	Target   string    `json:"target"`
	Digest   string    `json:"digest"`
	Proposal string    `json:"proposal,omitempty"` // that made it; empty where it was found
	At       time.Time `json:"at"`
}

// FoundVersionsKept is how many versions of a file reach back to one that was found:
// older ones that no proposal made are taken away.
const FoundVersionsKept = 200

// FileVersions keeps the contents that identity files had.
type FileVersions interface {
	// AddFileVersion keeps a content of a file, unless it is that of the newest
	// version. Of the versions that no proposal made, those among the newest
	// [FoundVersionsKept] of the file stay.
	AddFileVersion(ctx context.Context, sc scope.Scope, target, proposal string, content []byte) (FileVersion, error)
	// ListFileVersions returns those of a file, or with an empty target of all files
	// of the scope's profile, the newest first.
	ListFileVersions(ctx context.Context, sc scope.Scope, target string, limit int) ([]FileVersion, error)
}

// Redacted returns a proposal without secrets in what was said for it. The change
// itself is whole: it is what is decided about.
func (p Proposal) Redacted() Proposal {
	p.Title, p.Observation, p.Reason = wording.Redact(p.Title), wording.Redact(p.Observation), wording.Redact(p.Reason)
	p.Evidence = slices.Clone(p.Evidence)
	for i := range p.Evidence {
		p.Evidence[i].Quote = wording.Redact(p.Evidence[i].Quote)
	}
	return p
}
