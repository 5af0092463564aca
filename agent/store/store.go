// Package store says what is kept of conversations: sessions with their
// messages, turns and prompts, memories, and a record of what was decided. It
// has no code of its own but values and errors; agent/store/sqlite keeps them
// in a file, and agent/store/storetest holds every store to the same rules.
//
//   - store.go: sessions, what is said in them, errors, and all of it as one store
//   - spending.go: what was asked of models
//   - shared.go: what the members of an organisation share
//   - server.go: tokens, events, replies and clients of a server
//   - schedules.go: what is done at times
//   - rows.go: taking an organisation out and bringing it in
//   - proposals.go: changes of files that wait for people
//   - orgs.go: organisations and people
//   - memory.go: what is learned
//
// Every method takes a scope. What belongs to another organisation or user is
// not there: a store answers with [ErrNotFound], as for what never was.
package store

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/seed353dc258/backstory/agent/scope"
)

// The errors of stores. Each is wrapped in words that say what it is about.
var (
	ErrNotFound = errors.New("not found")
	ErrClosed   = errors.New("the session is closed")
	ErrActive   = errors.New("the profile has an active session")
	ErrLeased   = errors.New("another process holds the session")
	ErrLost     = errors.New("the hold on the session was lost")
	ErrDamaged  = errors.New("the store is damaged")
	ErrNewer    = errors.New("the store was made by a newer version")
	ErrExists   = errors.New("there is one already")
	ErrLast     = errors.New("the last admin cannot be removed or get another role")
	ErrDefault  = errors.New("the default profile of an organisation cannot be deleted")
)

// HeldError says who holds a session. It is an [ErrLeased].
type HeldError struct {
	Owner string
	Until time.Time // by the holder's clock, without another sign of life
	Beat  int       // counts signs of life
}

// Error implements error.
func (e *HeldError) Error() string { return ErrLeased.Error() + ": " + e.Owner }

// Unwrap returns [ErrLeased].
func (e *HeldError) Unwrap() error { return ErrLeased }

// Kind says what a session is for.
type Kind string

// The kinds of sessions. A profile has one active session of the first kind at
// most; the others never count. In a branch a person talks, too.
const (
	Interactive Kind = "interactive"
	Branch      Kind = "branch"
	Background  Kind = "background"
	Scheduled   Kind = "scheduled" // a task that a schedule began
	Child       Kind = "child"
	Client      Kind = "client" // of a program that sends the whole conversation each time
	Once        Kind = "once"   // one question of a script
)

// Unattended reports whether a session is a task, which nobody watches.
func (k Kind) Unattended() bool { return k == Background || k == Scheduled }

// Status says whether a session goes on.
type Status string

// The states of a session. An archived one is closed, and was summed up.
const (
	Active   Status = "active"
	Closed   Status = "closed"
	Archived Status = "archived"
)

// Session is a conversation. Its profile is that of the scope it was made in.
type Session struct {
	ID      string
	Profile string
	User    string
	Role    string
	Model   string
	Title   string
	Summary string
	Kind    Kind
	Status  Status
	Reason  string // why it was closed
	Parent  string // the session that it branched from, or that started it
	Since   int    // of the parent's messages, the last that it has
	Created time.Time
	Updated time.Time
	Progress
}

// Progress says how far a session is.
type Progress struct {
	Epoch  int // the prompt in use, 0 before the first
	Seq    int // of the last message
	Purged int // how often something was taken out of what was said
}

// Filter chooses sessions. Zero fields choose all; the newest come first.
type Filter struct {
	AnyProfile bool      // not only those of the scope's profile
	AnyUser    bool      // of the organisation, not only those of the scope's user: for programs that continue work, never for answers
	Others     time.Time // those of other users that began since; zero for the scope's user's own
	Prefix     string    // how their ids begin
	Parent     string    // which one they come from
	Version    string    // that had a prompt with a file of these bytes: their SHA-256
	Kind       Kind
	Status     Status
	Skip       int // how many are left out first
	Limit      int // default 100, at most 1,000
}

// SummaryRole is the role of a message that nobody said: what was said before
// it, in short. It is sent where the prompt in use names it.
const SummaryRole = "summary"

// Message is what was said, in the order of Seq, which begins with 1.
type Message struct {
	Seq     int
	Turn    int
	Role    string
	Body    json.RawMessage // its parts, as the runner has them
	Tokens  int
	Created time.Time
}

// TurnState says how far a turn is.
type TurnState string

// The states of a turn. A waiting one asks a person before it goes on.
const (
	TurnRunning     TurnState = "running"
	TurnWaiting     TurnState = "waiting"
	TurnDone        TurnState = "done"
	TurnInterrupted TurnState = "interrupted"
	TurnFailed      TurnState = "failed"
	TurnLimited     TurnState = "limited" // a budget was used up; it can go on
)

// Turn is a question and all that was done to answer it.
type Turn struct {
	Number     int // from 1 on, in its session
	State      TurnState
	Epoch      int
	Prefix     string          // digest of the bytes that were sent up to the last question
	Pending    json.RawMessage // what is waited for
	Partial    string          // of an answer that is not a message yet
	Error      string
	Input      int // tokens, as the provider counts them
	Output     int
	CacheRead  int
	CacheWrite int
	Started    time.Time
	Ended      time.Time // zero while it runs or waits
	// Request is what a new turn answers, if it came with a key: see
	// [Turns.PutTurn]. It is not read back.
	Request *Reply
}

// Epoch is a system prompt as it is sent, and why it was made.
type Epoch struct {
	Number  int // from 1 on, in its session
	Hash    string
	System  string
	Tools   string
	Record  json.RawMessage // all else that the composer says of it
	Reason  string
	Changed []string // the sections that differ from the one before
	Summary int      // the message that stands for those before From, 0 for none
	From    int      // the first message that is sent as it was said, 0 for the first of all
	Created time.Time
}

// Lease is the right to continue a session, for a while. What is written in
// a session needs one.
type Lease struct {
	Session string
	Owner   string // who holds it, in words for people
	Token   string
	Until   time.Time
}

// Entry is a line of the audit. Each carries the digest of the one before, so
// that none can be taken out unseen.
type Entry struct {
	Number  int64
	At      time.Time
	User    string
	Profile string
	Session string
	Action  string
	Detail  json.RawMessage
	Hash    string
}

// Sessions keeps which sessions there are.
type Sessions interface {
	// CreateSession makes an active session. Of s the fields Role, Model, Title,
	// Kind, Parent and Since are taken. An interactive one is an [ErrActive]
	// where the profile has one already.
	CreateSession(ctx context.Context, sc scope.Scope, s Session) (Session, error)
	Session(ctx context.Context, sc scope.Scope, id string) (Session, error)
	ListSessions(ctx context.Context, sc scope.Scope, f Filter) ([]Session, error)
	// UpdateSession sets role, model, title and summary.
	UpdateSession(ctx context.Context, sc scope.Scope, id string, s Session) error
	// CloseSession closes or archives a session, with the reason. A closed one
	// may still be archived.
	CloseSession(ctx context.Context, sc scope.Scope, id string, status Status, reason string) error
	// ReopenSession makes a closed session the active one again.
	ReopenSession(ctx context.Context, sc scope.Scope, id string) error
	// DeleteSession removes a session with all that was said in it.
	DeleteSession(ctx context.Context, sc scope.Scope, id string) error
}

// Paths keeps where sessions go: to another profile, and apart.
type Paths interface {
	// MoveSession makes an active session one of another profile of the same
	// user, and ends every hold on it. An interactive one is an [ErrActive] where
	// that profile has one.
	MoveSession(ctx context.Context, sc scope.Scope, id string, to scope.Scope) error
	// BranchSession makes an active session that has the messages of another one
	// up to a Seq, with their turns and the prompt in use. It has that session as
	// its Parent. An interactive one is an [ErrActive] where the profile has one.
	BranchSession(ctx context.Context, sc scope.Scope, id string, upTo int, kind Kind) (Session, error)
}

// Leases keeps who may continue a session.
type Leases interface {
	// Lease takes the hold on a session that nobody has; a [HeldError] names who
	// has it. Time alone ends no hold, since clocks differ: see Seize.
	Lease(ctx context.Context, sc scope.Scope, id, owner string, ttl time.Duration) (Lease, error)
	// Seize takes the hold on a session from a holder who is gone; where another
	// one has it now, or it gave a sign of life since, it is as Lease.
	Seize(ctx context.Context, sc scope.Scope, id string, from HeldError, owner string, ttl time.Duration) (Lease, error)
	// Holder says who holds a session; nil where nobody does.
	Holder(ctx context.Context, sc scope.Scope, id string) (*HeldError, error)
	Renew(ctx context.Context, sc scope.Scope, l Lease, ttl time.Duration) (Lease, error)
	Release(ctx context.Context, sc scope.Scope, l Lease) error
}

// Turns keeps what is said in sessions.
type Turns interface {
	// Append adds messages to a session in one step: all are there, or none.
	Append(ctx context.Context, sc scope.Scope, l Lease, messages []Message) ([]Message, error)
	// Messages returns those after a Seq, at most limit (0 means all).
	Messages(ctx context.Context, sc scope.Scope, id string, after, limit int) ([]Message, error)
	// PutTurn writes a turn, a new one has the number 0, and adds what was said
	// in it, which gets its number. The reply to the request of a new one names the
	// turn from then on; where another holder has taken that request over it is an
	// [ErrLost]. All of it is there, or none.
	PutTurn(ctx context.Context, sc scope.Scope, l Lease, t Turn, said ...Message) (Turn, error)
	// PutPartial keeps what was streamed of an answer so far. It outlives the
	// process, and goes when the answer is added or the turn written.
	PutPartial(ctx context.Context, sc scope.Scope, l Lease, turn int, text string) error
	Turns(ctx context.Context, sc scope.Scope, id string) ([]Turn, error)
	// Tokens returns how many tokens models read and wrote in the sessions of the
	// scope's user that have one of the ids. Those without turns have none.
	Tokens(ctx context.Context, sc scope.Scope, ids ...string) (map[string]int, error)
}

// Epochs keeps the prompts of sessions.
type Epochs interface {
	// AddEpoch makes a prompt the one in use.
	AddEpoch(ctx context.Context, sc scope.Scope, l Lease, e Epoch) (Epoch, error)
	// Compact adds a summary and makes a prompt the one in use that names it.
	Compact(ctx context.Context, sc scope.Scope, l Lease, e Epoch, summary Message) (Epoch, error)
	// Epoch returns a prompt; number 0 is the one in use.
	Epoch(ctx context.Context, sc scope.Scope, id string, number int) (Epoch, error)
	// Epochs returns all prompts of a session, in order.
	Epochs(ctx context.Context, sc scope.Scope, id string) ([]Epoch, error)
}

// Conversations is all that is kept of sessions.
type Conversations interface {
	Sessions
	Paths
	Leases
	Turns
	Epochs
}

// Audit keeps what was decided.
type Audit interface {
	Record(ctx context.Context, sc scope.Scope, session, action string, detail any) error
	// Entries returns those after a number, at most limit.
	Entries(ctx context.Context, sc scope.Scope, after int64, limit int) ([]Entry, error)
	// Recent returns those of an action since a time, the newest first, at most
	// limit. It does not look whether the audit is whole.
	Recent(ctx context.Context, sc scope.Scope, action string, since time.Time, limit int) ([]Entry, error)
}

// Store is all of it.
type Store interface {
	Conversations
	Memories
	MemoryArchive
	SharedMemory
	Audit
	Spendings
	Schedules
	Proposals
	MemoryProposals
	Triages
	FileVersions
	Server
	Teams
	Rows
	// Backup writes a copy to a file that must not exist. It is an
	// [errors.ErrUnsupported] where that is for tools of the database.
	Backup(ctx context.Context, path string) error
	// Check reads everything and returns an [ErrDamaged] if something is wrong.
	Check(ctx context.Context) error
	Close() error
}
