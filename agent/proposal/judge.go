package proposal

import (
	"context"
	"errors"
	"io/fs"
	"strings"

	"github.com/seed353dc258/backstory/agent/proposal/patch"
	"github.com/seed353dc258/backstory/agent/proposal/triage"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/internal/wording"
)

// smallEdit is how long a change is at most that may add up with others, in
// bytes.
const smallEdit = 240

// facts is what is known of a proposal when it is judged, and the digest of its
// file now.
func (d *Desk) facts(ctx context.Context, sc scope.Scope, p store.Proposal) (f triage.Facts, now string, err error) {
	f = triage.Facts{Target: p.Target, Words: p.Title + "\n" + p.Observation, Confidence: p.Confidence, Snapshot: p.Change.Base != ""}
	content, err := d.content(ctx, sc, p)
	var refused *CodeError
	if ofMemories(p) && errors.As(err, &refused) && refused.Code == CodeStale {
		f.Stale = true
		return f, "", nil
	}
	if ofTarget(err) {
		f.Wrong = err.Error()
		return f, "", nil
	}
	if err != nil {
		return f, "", err
	}
	now = patch.Digest(content)
	f.Stale = now != p.Change.Base
	base, result, err := d.contents(ctx, sc, store.Proposal{Change: p.Change})
	if err != nil {
		return f, now, err
	}
	f.Old, f.New, f.Text = string(base), string(result), brought(p.Target, base, result)
	if _, err := d.recheck(ctx, sc, &p); err != nil { // on a copy: nothing is kept of it
		return f, now, err
	}
	for _, e := range p.Evidence {
		if !e.Withdrawn {
			f.Evidence++
		}
	}
	others, err := d.foreign(ctx, sc, p, f.Text)
	if err != nil {
		return f, now, err
	}
	f.Trusted = trusted(p.Evidence) && len(others) == 0 && !ofMemories(p)
	return f, now, d.earlier(ctx, sc, p, &f)
}

// ofTarget reports whether an error is of the file that a proposal changes, such as
// a link in its place: it costs that proposal alone.
func ofTarget(err error) bool {
	var refused *CodeError
	var path *fs.PathError
	var odd *plainfile.Refusal
	return errors.As(err, &refused) || errors.As(err, &path) || errors.As(err, &odd)
}

// content returns what a proposal changes, as it is now.
func (d *Desk) content(ctx context.Context, sc scope.Scope, p store.Proposal) ([]byte, error) {
	if ofMemories(p) {
		own, err := owner(sc, p)
		if err != nil {
			return nil, err
		}
		r, err := d.memories().changed(ctx, own, p, false)
		return view(r.was, ""), err
	}
	folder, err := d.open(p.Profile)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	return d.Settings.read(folder, p.Target)
}

// brought returns the lines that a change brings. Of one that only takes lines
// away it says that.
func brought(target string, base, result []byte) string {
	var added, removed strings.Builder
	for line := range strings.Lines(patch.Unified(target, base, result)) {
		switch {
		case strings.HasPrefix(line, "+++ "), strings.HasPrefix(line, "--- "):
		case line[0] == '+':
			added.WriteString(line[1:])
		case line[0] == '-':
			removed.WriteString(line[1:])
		}
	}
	if strings.TrimSpace(added.String()) == "" && removed.Len() > 0 {
		return "remove: " + removed.String()
	}
	return added.String()
}

// earlier looks at the other proposals for the file.
func (d *Desk) earlier(ctx context.Context, sc scope.Scope, p store.Proposal, f *triage.Facts) error {
	list, err := d.Store.ListProposals(ctx, sc, store.ProposalFilter{Target: p.Target, Limit: maxPruned})
	if err != nil {
		return err
	}
	own := wording.Normal(f.Text)
	for _, o := range list {
		applied, waits := before(p, o)
		if !applied && !waits {
			continue
		}
		base, result, err := d.contents(ctx, sc, store.Proposal{Change: o.Change})
		if errors.Is(err, store.ErrNotFound) { // it was forgotten
			continue
		}
		if err != nil {
			return err
		}
		text := brought(o.Target, base, result)
		if wording.Normal(text) == own {
			f.Applied = f.Applied || applied
			f.Pending = f.Pending || waits
		}
		if applied && o.ID < p.ID && len(text) < smallEdit {
			topic := triage.Topic(triage.Facts{Target: o.Target, Words: o.Title + "\n" + o.Observation, Text: text})
			if topic == triage.Topic(*f) {
				f.SmallEdits++
			}
		}
	}
	return nil
}

// before reports whether another proposal of a target was applied, or waits and is older.
// A version that somebody went back to counts as neither: it undid what was applied.
func before(p, other store.Proposal) (applied, waits bool) {
	if other.ID == p.ID || other.Origin.By == byPerson {
		return false, false
	}
	return other.State == store.ProposalApplied, other.State == store.ProposalPending && other.ID < p.ID
}
