package proposal

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

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
	line("base", "%s", shown(p.Change.Base))
	line("result", "%s", shown(p.Change.Result))
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

func shown(digest string) string {
	if digest == "" {
		return "(no file)"
	}
	return digest
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
