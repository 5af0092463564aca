package store

import (
	"context"
	"time"

	"github.com/seed353dc258/backstory/agent/scope"
)

// SharedEntry is something that all members of an organisation share.
type SharedEntry struct {
	ID      string    `json:"id"`
	Text    string    `json:"text"`
	Author  string    `json:"author"`
	Pinned  bool      `json:"pinned,omitempty"`
	Created time.Time `json:"created"`
}

// SharedVersion is what an organisation shares at one time: all of it.
type SharedVersion struct {
	Number  int // from 1 on, in its organisation; 0 where nothing was shared yet
	Source  int // the version that this one restores, -1 for what was before the first; its own number where it restores none
	Action  string
	Author  string
	At      time.Time
	Entries []SharedEntry
}

// SharedState says what became of a proposal of something to share.
type SharedState string

// The states of such a proposal.
const (
	SharedPending  SharedState = "pending"
	SharedApproved SharedState = "approved"
	SharedRejected SharedState = "rejected"
)

// SharedProposal is something that a member would share.
type SharedProposal struct {
	ID      string
	Text    string
	Author  string
	Created time.Time
	State   SharedState
	Decider string // empty while it is pending
	Reason  string
	Decided time.Time
}

// SharedKept is how many versions of what an organisation shares are kept.
const SharedKept = 50

// SharedMemory keeps what the members of the scope's organisation share. Each
// change adds an entry to the audit in the same step.
type SharedMemory interface {
	// Shared returns a version; number 0 is the newest, and one without a number
	// where nothing was shared yet.
	Shared(ctx context.Context, sc scope.Scope, number int) (SharedVersion, error)
	// SharedVersions returns those that are kept, the newest first, without their
	// entries.
	SharedVersions(ctx context.Context, sc scope.Scope) ([]SharedVersion, error)
	// PutShared makes entries what holds. Of v the fields Action, Entries and, where
	// it restores one, Source are taken; Number is that of the version that was
	// changed: where another one holds now, that is an [ErrChanged]. With a proposal
	// that one is decided, too, as its State, Reason say: one that is not pending is
	// an [ErrChanged].
	PutShared(ctx context.Context, sc scope.Scope, v SharedVersion, decided *SharedProposal) (SharedVersion, error)
	// ProposeShared keeps a proposal of the scope's user.
	ProposeShared(ctx context.Context, sc scope.Scope, text string) (SharedProposal, error)
	// RejectShared rejects a proposal that is pending; another one is an
	// [ErrChanged].
	RejectShared(ctx context.Context, sc scope.Scope, id, reason string) error
	SharedProposal(ctx context.Context, sc scope.Scope, id string) (SharedProposal, error)
	// SharedProposals returns those of a state, or all, the newest first.
	SharedProposals(ctx context.Context, sc scope.Scope, state SharedState, limit int) ([]SharedProposal, error)
}

// MemoryArchive keeps memories that a prompt has no more.
type MemoryArchive interface {
	// ArchiveMemories archives memories that the scope may see, all or none: they are
	// in no list and no prompt, and searching finds them. Those that are not there, or
	// are archived, are an [ErrNotFound] that names them.
	ArchiveMemories(ctx context.Context, sc scope.Scope, ids []string, reason string) error
	// RestoreMemory takes a memory out of the archive.
	RestoreMemory(ctx context.Context, sc scope.Scope, id string) error
	// ArchivedMemories returns those of the scope's profile and of none, the newest
	// first.
	ArchivedMemories(ctx context.Context, sc scope.Scope, limit int) ([]Memory, error)
}
