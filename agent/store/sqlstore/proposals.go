package sqlstore

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// week is how long a proposal counts for the bound of a profile.
const week = 7 * 24 * time.Hour

// maxContent is how large a file may be that is kept, in bytes.
const maxContent = 1 << 20

// inProfile chooses what the scope's profile has; where none speaks, all of the
// organisation.
func inProfile(sc scope.Scope) (clause string, args []any) {
	if sc.Profile() == "" {
		return "org = ?", []any{sc.Org()}
	}
	return "org = ? AND profile = ?", []any{sc.Org(), sc.Profile()}
}

// seen chooses the proposals that the scope may see: of memories those of its user
// alone.
func seen(sc scope.Scope) (clause string, args []any) {
	clause, args = inProfile(sc)
	return clause + " AND (substr(target, 1, ?) <> ? OR target = ?)", append(args, len(store.ProposedMemories), store.ProposedMemories, store.ProposedMemories+sc.User())
}

// proposals is the changes that wait for people, and the versions of the files.
type proposals struct{ db *base }

// AddProposal implements [store.Proposals].
func (s proposals) AddProposal(ctx context.Context, sc scope.Scope, p store.Proposal, weekly int, contents ...[]byte) (store.Proposal, error) {
	const what = "keeping a proposal"
	if sc.Profile() == "" {
		return store.Proposal{}, fmt.Errorf("%s: it is of no profile", what)
	}
	at := s.db.stamp()
	p.ID, p.Profile, p.State, p.Doing, p.Version, p.Created = s.db.newID(), sc.Profile(), store.ProposalPending, "", 1, when(at)
	err := s.db.write(ctx, sc, what, func(w *work) {
		var n int
		w.read(to{&n}, "SELECT count(*) FROM proposals WHERE org = ? AND profile = ? AND created > ?", sc.Org(), sc.Profile(), at-week.Milliseconds())
		if weekly > 0 && n >= weekly {
			w.fail(fmt.Errorf("%w: %d/%d proposals this week", store.ErrQuota, n, weekly))
		}
		w.exec(`INSERT INTO proposals (org, id, profile, target, state, doing, version, created, expires, body)
			VALUES (?, ?, ?, ?, ?, '', 1, ?, ?, ?)`, sc.Org(), p.ID, p.Profile, p.Target, string(p.State), at, stampOf(p.Expires), w.marshal(p))
		keepContents(w, contents)
		w.record(p.Origin.Session, "proposal.created", map[string]string{"id": p.ID, "target": p.Target, "base": p.Change.Base, "result": p.Change.Result})
	})
	if err != nil {
		return store.Proposal{}, err // which has no id
	}
	return p, nil
}

// marshal returns a value as JSON.
func (w *work) marshal(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		w.fail(err)
	}
	return string(text)
}

// keepContents keeps contents of files by their digests; nil is not a file.
func keepContents(w *work, contents [][]byte) {
	for _, content := range contents {
		switch {
		case content == nil:
			continue
		case len(content) > maxContent:
			w.fail(fmt.Errorf("a file has %d bytes and may have %d", len(content), maxContent))
		}
		w.exec("INSERT INTO proposal_files (org, digest, content) VALUES (?, ?, ?) ON CONFLICT (org, digest) DO NOTHING", w.sc.Org(), digestOf(content), content)
	}
}

func digestOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

const proposalColumns = "id, profile, target, state, doing, version, created, expires, body"

// scanProposal reads a row. What has a column is as that says.
func scanProposal(scan func(...any) error) (p store.Proposal, err error) {
	var row store.Proposal
	var body string
	if err := scan(&row.ID, &row.Profile, &row.Target, &row.State, &row.Doing, &row.Version, moment{&row.Created}, moment{&row.Expires}, &body); err != nil {
		return p, err
	}
	if err := json.Unmarshal([]byte(body), &p); err != nil {
		return p, fmt.Errorf("%w: proposal %s: %w", store.ErrDamaged, row.ID, err)
	}
	p.ID, p.Profile, p.Target, p.State, p.Doing, p.Version = row.ID, row.Profile, row.Target, row.State, row.Doing, row.Version
	p.Created, p.Expires = row.Created, row.Expires
	return p, nil
}

func (s proposals) proposals(ctx context.Context, sc scope.Scope, what, query string, args ...any) (all []store.Proposal, err error) {
	err = s.db.query(ctx, sc, what, func(scan func(...any) error) error {
		p, err := scanProposal(scan)
		all = append(all, p)
		return err
	}, "SELECT "+proposalColumns+" FROM proposals WHERE "+query, args...)
	return all, err
}

// Proposal implements [store.Proposals].
func (s proposals) Proposal(ctx context.Context, sc scope.Scope, id string) (store.Proposal, error) {
	clause, args := seen(sc)
	what := fmt.Sprintf("reading the proposal %q", id)
	found, err := s.proposals(ctx, sc, what, clause+" AND id = ?", append(args, id)...)
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("%s: %w", what, store.ErrNotFound)
	}
	if err != nil {
		return store.Proposal{}, err
	}
	return found[0], nil
}

// ListProposals implements [store.Proposals].
func (s proposals) ListProposals(ctx context.Context, sc scope.Scope, f store.ProposalFilter) ([]store.Proposal, error) {
	query, args := seen(sc)
	for _, x := range []struct {
		clause string
		value  any
		given  bool
	}{
		{"state = ?", string(f.State), f.State != ""},
		{"target = ?", f.Target, f.Target != ""},
		{"created >= ?", stampOf(f.Since), !f.Since.IsZero()},
		{"id < ?", f.Before, f.Before != ""},
		{"id >= ?", f.Prefix, f.Prefix != ""},
		{"id < ?", f.Prefix + "\x7f", f.Prefix != ""}, // ids have nothing behind z
	} {
		if x.given {
			query, args = query+" AND "+x.clause, append(args, x.value)
		}
	}
	if f.Doing {
		query += " AND doing <> ''"
	}
	return s.proposals(ctx, sc, "listing proposals", query+" ORDER BY id DESC LIMIT ?", append(args, limited(f.Limit))...)
}

// ChangeProposal implements [store.Proposals].
func (s proposals) ChangeProposal(ctx context.Context, sc scope.Scope, p store.Proposal, action string, detail any, contents ...[]byte) (out store.Proposal, err error) {
	err = s.db.write(ctx, sc, "changing a proposal", func(w *work) {
		out = changeProposal(w, p)
		keepContents(w, contents)
		w.record("", action, detail)
	})
	return out, err
}

func changeProposal(w *work, p store.Proposal) store.Proposal {
	was := p.Version
	p.Version++
	clause, of := inProfile(w.sc)
	args := append([]any{string(p.State), p.Doing, p.Version, stampOf(p.Expires), w.marshal(p)}, of...)
	if w.exec("UPDATE proposals SET state = ?, doing = ?, version = ?, expires = ?, body = ? WHERE "+clause+" AND id = ? AND version = ?", append(args, p.ID, was)...) == 0 {
		if w.read(to{new(int)}, "SELECT version FROM proposals WHERE "+clause+" AND id = ?", append(of, p.ID)...) {
			w.fail(store.ErrChanged)
		}
		w.fail(store.ErrNotFound)
	}
	return p
}

// Content implements [store.Proposals].
func (s proposals) Content(ctx context.Context, sc scope.Scope, digest string) ([]byte, error) {
	what := fmt.Sprintf("reading the version %.12s of a file", digest)
	content, err := one(ctx, s.db, sc, what, func(content *[]byte) to { return to{content} }, "SELECT content FROM proposal_files WHERE org = ? AND digest = ?", sc.Org(), digest)
	switch {
	case err != nil:
		return nil, err
	case digestOf(content) != digest:
		return nil, fmt.Errorf("%s: %w", what, store.ErrDamaged)
	case content == nil:
		content = []byte{} // an empty file
	}
	return content, nil
}

func versionRow(v *store.FileVersion) to {
	return to{&v.Number, &v.Target, &v.Digest, &v.Proposal, moment{&v.At}}
}

const versionColumns = "SELECT number, target, digest, proposal, at FROM proposal_versions WHERE org = ? AND profile = ?"

// AddFileVersion implements [store.FileVersions].
func (s proposals) AddFileVersion(ctx context.Context, sc scope.Scope, target, proposal string, content []byte) (v store.FileVersion, err error) {
	err = s.db.write(ctx, sc, "keeping a version of a file", func(w *work) {
		digest := digestOf(content)
		if w.read(versionRow(&v), versionColumns+" AND target = ? ORDER BY number DESC LIMIT 1", sc.Org(), sc.Profile(), target) && v.Digest == digest {
			return
		}
		v = store.FileVersion{Number: v.Number + 1, Target: target, Digest: digest, Proposal: proposal, At: when(w.stamp())}
		keepContents(w, [][]byte{content})
		w.exec("INSERT INTO proposal_versions (org, profile, target, number, digest, proposal, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
			sc.Org(), sc.Profile(), target, v.Number, v.Digest, v.Proposal, stampOf(v.At))
		dropVersions(w, target, v.Number-store.FoundVersionsKept)
	})
	return v, err
}

// dropVersions takes away the versions of a file up to a number that were found,
// and their contents where nothing else has them.
func dropVersions(w *work, target string, upTo int64) {
	const found = " FROM proposal_versions WHERE org = ? AND profile = ? AND target = ? AND proposal = '' AND number <= ?"
	org, args := w.sc.Org(), []any{w.sc.Org(), w.sc.Profile(), target, upTo}
	var digests []string
	w.each(each(&digests, func(digest *string) to { return to{digest} }), "SELECT digest"+found, args...)
	if len(digests) > 0 {
		w.exec("DELETE"+found, args...)
	}
	for _, digest := range digests {
		w.exec(`DELETE FROM proposal_files WHERE org = ? AND digest = ?
			AND NOT EXISTS (SELECT 1 FROM proposal_versions v WHERE v.org = ? AND v.digest = ?)
			AND NOT EXISTS (SELECT 1 FROM proposals p WHERE p.org = ? AND p.body LIKE ?)`, org, digest, org, digest, org, "%"+digest+"%")
	}
}

// ListFileVersions implements [store.FileVersions].
func (s proposals) ListFileVersions(ctx context.Context, sc scope.Scope, target string, limit int) ([]store.FileVersion, error) {
	query, args := versionColumns, []any{sc.Org(), sc.Profile()}
	if target != "" {
		query, args = query+" AND target = ?", append(args, target)
	}
	return list(ctx, s.db, sc, "listing versions of files", versionRow, query+" ORDER BY at DESC, number DESC, target LIMIT ?", append(args, limited(limit))...)
}
