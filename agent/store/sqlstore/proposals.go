package sqlstore

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
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
	err := s.db.write(ctx, sc, what, func(tx Tx) error {
		var n int
		err := tx.QueryRowContext(ctx, "SELECT count(*) FROM proposals WHERE org = ? AND profile = ? AND created > ?",
			sc.Org(), sc.Profile(), at-week.Milliseconds()).Scan(&n)
		if err == nil && weekly > 0 && n >= weekly {
			err = fmt.Errorf("%w: %d/%d proposals this week", store.ErrQuota, n, weekly)
		}
		var body []byte
		if err == nil {
			body, err = json.Marshal(p)
		}
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO proposals (org, id, profile, target, state, doing, version, created, expires, body)
			VALUES (?, ?, ?, ?, ?, '', 1, ?, ?, ?)`, sc.Org(), p.ID, p.Profile, p.Target, string(p.State), at, stampOf(p.Expires), string(body))
		if err == nil {
			err = keepContents(ctx, tx, sc, contents)
		}
		if err != nil {
			return err
		}
		return s.db.record(ctx, tx, sc, p.Origin.Session, "proposal.created", map[string]string{"id": p.ID, "target": p.Target, "base": p.Change.Base, "result": p.Change.Result})
	})
	if err != nil {
		return store.Proposal{}, err
	}
	return p, nil
}

// keepContents keeps contents of files by their digests; nil is not a file.
func keepContents(ctx context.Context, tx Tx, sc scope.Scope, contents [][]byte) error {
	for _, content := range contents {
		if content == nil {
			continue
		}
		if len(content) > maxContent {
			return fmt.Errorf("a file has %d bytes and may have %d", len(content), maxContent)
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO proposal_files (org, digest, content) VALUES (?, ?, ?) ON CONFLICT (org, digest) DO NOTHING",
			sc.Org(), digestOf(content), content)
		if err != nil {
			return err
		}
	}
	return nil
}

func digestOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

const proposalColumns = "id, profile, target, state, doing, version, created, expires, body"

// scanProposal reads a row. What has a column is as that says.
func scanProposal(scan func(...any) error) (p store.Proposal, err error) {
	var row store.Proposal
	var created, expires int64
	var body string
	if err := scan(&row.ID, &row.Profile, &row.Target, &row.State, &row.Doing, &row.Version, &created, &expires, &body); err != nil {
		return p, err
	}
	if err := json.Unmarshal([]byte(body), &p); err != nil {
		return p, fmt.Errorf("%w: proposal %s: %w", store.ErrDamaged, row.ID, err)
	}
	p.ID, p.Profile, p.Target, p.State, p.Doing, p.Version = row.ID, row.Profile, row.Target, row.State, row.Doing, row.Version
	p.Created, p.Expires = when(created), when(expires)
	return p, nil
}

func (s proposals) proposals(ctx context.Context, sc scope.Scope, what, query string, args ...any) ([]store.Proposal, error) {
	return list(ctx, s.db, sc, what, scanProposal, "SELECT "+proposalColumns+" FROM proposals WHERE "+query, args...)
}

// Proposal implements [store.Proposals].
func (s proposals) Proposal(ctx context.Context, sc scope.Scope, id string) (store.Proposal, error) {
	clause, args := seen(sc)
	found, err := s.proposals(ctx, sc, "reading a proposal", clause+" AND id = ?", append(args, id)...)
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("reading the proposal %q: %w", id, store.ErrNotFound)
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
func (s proposals) ChangeProposal(ctx context.Context, sc scope.Scope, p store.Proposal, action string, detail any, contents ...[]byte) (store.Proposal, error) {
	var out store.Proposal
	err := s.db.write(ctx, sc, "changing a proposal", func(tx Tx) (err error) {
		if out, err = s.changeProposal(ctx, tx, sc, p); err != nil {
			return err
		}
		if err := keepContents(ctx, tx, sc, contents); err != nil {
			return err
		}
		return s.db.record(ctx, tx, sc, "", action, detail)
	})
	if err != nil {
		return store.Proposal{}, err
	}
	return out, nil
}

func (s proposals) changeProposal(ctx context.Context, tx Tx, sc scope.Scope, p store.Proposal) (store.Proposal, error) {
	was := p.Version
	p.Version++
	body, err := json.Marshal(p)
	if err != nil {
		return p, err
	}
	clause, args := inProfile(sc)
	args = append([]any{string(p.State), p.Doing, p.Version, stampOf(p.Expires), string(body)}, args...)
	err = affected(tx.ExecContext(ctx, "UPDATE proposals SET state = ?, doing = ?, version = ?, expires = ?, body = ? WHERE "+clause+" AND id = ? AND version = ?",
		append(args, p.ID, was)...))
	if errors.Is(err, store.ErrNotFound) {
		clause, args := inProfile(sc)
		var version int
		switch e := tx.QueryRowContext(ctx, "SELECT version FROM proposals WHERE "+clause+" AND id = ?", append(args, p.ID)...).Scan(&version); {
		case e == nil:
			err = store.ErrChanged
		case !errors.Is(e, sql.ErrNoRows):
			err = e
		}
	}
	return p, err
}

// Content implements [store.Proposals].
func (s proposals) Content(ctx context.Context, sc scope.Scope, digest string) ([]byte, error) {
	var content []byte
	found := false
	err := s.db.query(ctx, sc, "reading a version of a file", func(scan func(...any) error) error {
		found = true
		return scan(&content)
	}, "SELECT content FROM proposal_files WHERE org = ? AND digest = ?", sc.Org(), digest)
	switch {
	case err != nil:
		return nil, err
	case !found:
		return nil, fmt.Errorf("reading the version %.12s of a file: %w", digest, store.ErrNotFound)
	case digestOf(content) != digest:
		return nil, fmt.Errorf("reading the version %.12s of a file: %w", digest, store.ErrDamaged)
	}
	if content == nil {
		content = []byte{} // an empty file
	}
	return content, nil
}

// AddFileVersion implements [store.FileVersions].
func (s proposals) AddFileVersion(ctx context.Context, sc scope.Scope, target, proposal string, content []byte) (store.FileVersion, error) {
	v := store.FileVersion{Target: target, Digest: digestOf(content), Proposal: proposal, At: when(s.db.stamp())}
	err := s.db.write(ctx, sc, "keeping a version of a file", func(tx Tx) error {
		var digest, of string
		var at int64
		err := tx.QueryRowContext(ctx, `SELECT number, digest, proposal, at FROM proposal_versions
			WHERE org = ? AND profile = ? AND target = ? ORDER BY number DESC LIMIT 1`, sc.Org(), sc.Profile(), target).Scan(&v.Number, &digest, &of, &at)
		switch {
		case errors.Is(err, sql.ErrNoRows):
		case err != nil:
			return err
		case digest == v.Digest:
			v.Proposal, v.At = of, when(at)
			return nil
		}
		v.Number++
		if err := keepContents(ctx, tx, sc, [][]byte{content}); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO proposal_versions (org, profile, target, number, digest, proposal, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
			sc.Org(), sc.Profile(), target, v.Number, v.Digest, v.Proposal, stampOf(v.At))
		if err != nil {
			return err
		}
		return dropVersions(ctx, tx, sc, target, v.Number-store.FoundVersionsKept)
	})
	if err != nil {
		return store.FileVersion{}, err
	}
	return v, nil
}

// dropVersions takes away the versions of a file up to a number that were found,
// and their contents where nothing else has them.
func dropVersions(ctx context.Context, tx Tx, sc scope.Scope, target string, upTo int64) error {
	const found = " FROM proposal_versions WHERE org = ? AND profile = ? AND target = ? AND proposal = '' AND number <= ?"
	args := []any{sc.Org(), sc.Profile(), target, upTo}
	rows, err := tx.QueryContext(ctx, "SELECT digest"+found, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	var digests []string
	for rows.Next() {
		var digest string
		if err := rows.Scan(&digest); err != nil {
			return err
		}
		digests = append(digests, digest)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil || len(digests) == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, "DELETE"+found, args...); err != nil {
		return err
	}
	for _, digest := range digests {
		_, err := tx.ExecContext(ctx, `DELETE FROM proposal_files WHERE org = ? AND digest = ?
			AND NOT EXISTS (SELECT 1 FROM proposal_versions v WHERE v.org = ? AND v.digest = ?)
			AND NOT EXISTS (SELECT 1 FROM proposals p WHERE p.org = ? AND p.body LIKE ?)`, sc.Org(), digest, sc.Org(), digest, sc.Org(), "%"+digest+"%")
		if err != nil {
			return err
		}
	}
	return nil
}

// ListFileVersions implements [store.FileVersions].
func (s proposals) ListFileVersions(ctx context.Context, sc scope.Scope, target string, limit int) ([]store.FileVersion, error) {
	query, args := "org = ? AND profile = ?", []any{sc.Org(), sc.Profile()}
	if target != "" {
		query, args = query+" AND target = ?", append(args, target)
	}
	return list(ctx, s.db, sc, "listing versions of files", func(scan func(...any) error) (v store.FileVersion, err error) {
		var at int64
		err = scan(&v.Number, &v.Target, &v.Digest, &v.Proposal, &at)
		v.At = when(at)
		return v, err
	}, "SELECT number, target, digest, proposal, at FROM proposal_versions WHERE "+query+" ORDER BY at DESC, number DESC, target LIMIT ?", append(args, limited(limit))...)
}
