package proposal

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/seed353dc258/backstory/agent/proposal/patch"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// WriteList writes proposals as a table for people.
func WriteList(to io.Writer, rows []Row) error {
	if len(rows) == 0 {
		_, err := fmt.Fprintln(to, "there is no proposal")
		return err
	}
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		status := string(r.Status)
		if r.Moved {
			status += ", the file has moved on"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%.2f\t%d quoted\t%d d\texpires %s\n", r.ID, status, oneline.Safe(r.Called+"/"+r.Target), oneline.Safe(oneline.Short(r.Title, 60)),
			r.Confidence, r.Evidence, r.Days, r.Expiry())
	}
	return w.Flush()
}

// Shown is a proposal for whoever decides about it.
type Shown struct {
	Proposal  store.Proposal `json:"proposal"`
	Diff      string         `json:"diff,omitempty"`
	Approvals *Standing      `json:"approvals,omitempty"`
	Moved     bool           `json:"moved,omitempty"` // the file is not what it was when this was proposed
	Called    string         `json:"-"`               // what people call the profile
}

// Show returns a proposal for whoever decides about it, with its difference where
// that is wanted. Where the profile is gone nothing is said of approvals.
func (d *Desk) Show(ctx context.Context, sc scope.Scope, p store.Proposal, withDiff bool) (out Shown, err error) {
	out.Proposal, out.Moved, out.Called = p.Redacted(), d.Moved(ctx, sc, p), d.called(ctx, p.Profile)
	if s, err := d.Standing(sc, p); err == nil {
		out.Approvals = &s
	}
	if withDiff {
		out.Diff, err = d.Diff(ctx, sc, p)
	}
	return out, err
}

// Write writes a proposal for people.
func (s Shown) Write(to io.Writer) error {
	p, diff := s.Proposal, s.Diff
	var b strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-12s %s\n", name, fmt.Sprintf(format, args...))
	}
	line("proposal", "%s", p.ID)
	line("status", "%s", p.State)
	if s.Moved {
		line("", "the file has moved on since: backstory proposals rebase %s binds the proposal to it", p.ID)
	}
	if p.Reason != "" {
		line("reason", "%s", oneline.Safe(p.Reason))
	}
	line("file", "%s", oneline.Safe(s.Called+"/"+p.Target))
	line("title", "%s", oneline.Safe(p.Title))
	line("why", "%s", strings.ReplaceAll(Visible(p.Observation), "\n", "\n"+strings.Repeat(" ", 13)))
	line("confidence", "%.2f", p.Confidence)
	line("made", "%s by %s for %s", p.Created.Format(time.DateTime), p.Origin.By, oneline.Safe(author(p)))
	if !p.Expires.IsZero() {
		line("expires", "%s", p.Expires.Format(time.DateTime))
	}
	line("base", "%s", cmp.Or(p.Change.Base, "(no file)"))
	line("result", "%s", cmp.Or(p.Change.Result, "(no file)"))
	for _, e := range p.Evidence {
		text := oneline.Safe(e.Quote)
		if e.Withdrawn {
			text = "(withdrawn: it was forgotten)"
		}
		line("evidence", "%s, turn %d, said by %s: %s", e.Session, e.Turn, e.Class, text)
	}
	if s.Approvals != nil && (p.State == store.ProposalPending || p.State == store.ProposalApproved || s.Approvals.Have > 0) {
		line("approvals", "%s", s.Approvals.Line())
	}
	for _, r := range p.Reviews {
		signed := ""
		if r.Signer != "" {
			signed = ", signed"
		}
		line("review", "%s by %s, %s%s", r.Decision, oneline.Safe(r.By), r.At.Format(time.DateTime), signed)
	}
	if diff != "" {
		b.WriteString("\n" + diff)
	}
	_, err := io.WriteString(to, b.String())
	return err
}

// WriteSweep writes what a triage decided.
func WriteSweep(to io.Writer, s Sweep) error {
	var b strings.Builder
	if !s.Applied {
		b.WriteString("nothing was changed; --apply does what is decided\n")
	}
	for _, d := range s.Decisions {
		fmt.Fprintf(&b, "%s  %-17s %-8s %s (rule %d): %s\n", d.ID, d.Action, d.Risk, d.Reason, d.Rule, oneline.Safe(d.Title))
		if d.Error != "" {
			fmt.Fprintf(&b, "    %s\n", oneline.Safe(d.Error))
		}
	}
	for _, bundle := range s.Bundles {
		fmt.Fprintf(&b, "\n%s: %s, %s, %s: %s\n", oneline.Safe(bundle.Target), bundle.Risk, bundle.Reason, bundle.Topic, bundle.Recommend)
		for _, c := range bundle.Commands {
			fmt.Fprintf(&b, "    %s\n", c)
		}
	}
	_, err := io.WriteString(to, b.String())
	return err
}

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
