package proposal

import (
	"context"
	"time"

	"github.com/seed353dc258/backstory/agent/proposal/patch"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// Row is a proposal as lists show it: without the contents of files (PP-05).
type Row struct {
	ID          string              `json:"id"`
	Called      string              `json:"-"` // what people call the profile
	Profile     string              `json:"profile"`
	Status      store.ProposalState `json:"status"`
	Target      string              `json:"target"`
	Title       string              `json:"title"`
	Confidence  float64             `json:"confidence"`
	Evidence    int                 `json:"evidence"` // pieces
	Days        int                 `json:"age_days"`
	Created     time.Time           `json:"created"`
	Expires     *time.Time          `json:"expires"` // null where it does not
	Observation string              `json:"observation"`
	Reason      string              `json:"reason,omitempty"`
	Moved       bool                `json:"moved,omitempty"` // the file is not what it was when this was proposed
}

// maxGlimpse is how much of an observation a list shows, in characters.
const maxGlimpse = 120

// Row is [RowOf], and says whether the file has moved on.
func (d *Desk) Row(ctx context.Context, sc scope.Scope, p store.Proposal) Row {
	r := RowOf(p, d.now())
	r.Moved, r.Called = d.Moved(ctx, sc, p), d.called(ctx, p.Profile)
	return r
}

// called is what people call a profile.
func (d *Desk) called(ctx context.Context, name string) string {
	if d.Called == nil {
		return name
	}
	return d.Called(ctx, name)
}

// Moved reports whether what an open proposal changes is not what it was when it was
// proposed: it can be rebased or rejected.
func (d *Desk) Moved(ctx context.Context, sc scope.Scope, p store.Proposal) bool {
	if p.State != store.ProposalPending && p.State != store.ProposalApproved || p.Doing != "" {
		return false
	}
	now, err := d.content(ctx, sc, p)
	return err != nil || patch.Digest(now) != p.Change.Base
}

// RowOf returns a proposal as lists show it at a time.
func RowOf(p store.Proposal, now time.Time) Row {
	p = p.Redacted()
	r := Row{
		ID: p.ID, Profile: p.Profile, Status: p.State, Target: p.Target, Title: p.Title, Confidence: p.Confidence, Evidence: len(p.Evidence),
		Days: int(now.Sub(p.Created) / (24 * time.Hour)), Created: p.Created, Observation: oneline.Short(p.Observation, maxGlimpse), Reason: p.Reason,
	}
	if !p.Expires.IsZero() {
		r.Expires = &p.Expires
	}
	return r
}

// Expiry is the day on which a proposal expires, or "never".
func (r Row) Expiry() string {
	if r.Expires == nil {
		return "never"
	}
	return r.Expires.Format(time.DateOnly)
}
