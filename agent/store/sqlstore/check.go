package sqlstore

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// references are what rows say of others without a rule of the database. Each is
// a query for names of what is wrong in an organisation.
var references = [...]struct{ what, query string }{
	{"the messages of a session are not numbered as it says", `SELECT id FROM sessions s WHERE s.org = ?
		AND s.seq <> (SELECT CASE WHEN count(*) = coalesce(max(m.seq), 0) THEN count(*) ELSE -1 END FROM messages m WHERE m.org = s.org AND m.session = s.id)`},
	{"the prompt of a session is not there", `SELECT id FROM sessions s WHERE s.org = ? AND s.epoch > 0
		AND NOT EXISTS (SELECT 1 FROM epochs e JOIN prompts p ON p.org = e.org AND p.id = e.prompt WHERE e.org = s.org AND e.session = s.id AND e.number = s.epoch)`},
	{"the content of a version of a file is not there", `SELECT digest FROM proposal_versions v WHERE v.org = ?
		AND NOT EXISTS (SELECT 1 FROM proposal_files f WHERE f.org = v.org AND f.digest = v.digest)`},
	{"an organisation has no default profile", "SELECT org FROM orgs o WHERE o.org = ? AND o.org <> 'platform' AND NOT EXISTS (SELECT 1 FROM profiles p WHERE p.org = o.org AND p.is_default = 1)"},
}

// documents are the columns that have JSON, each with what names its row.
var documents = [...]struct{ table, column, name string }{
	{"messages", "body", "session"},
	{"epochs", "coalesce(nullif(record, ''), '{}')", "session"}, // who adds one may have no record
	{"epochs", "changed", "session"},
	{"proposals", "body", "id"},
	{"proposal_triages", "record", "proposal"},
	{"shared_memory", "body", "number"},
}

// checkPage is how many entries and organisations are read at once.
const checkPage = 500

// checks is whether rows fit each other.
type checks struct{ db *base }

// CheckRows reads what is kept of all organisations, and returns what is wrong
// with it, a line each: numbers, references, contents, JSON and the chain of the audit.
func (s checks) CheckRows(ctx context.Context) (faults []string, err error) {
	platform, err := scope.New(scope.Platform, scope.Local, "")
	if err != nil {
		return nil, err
	}
	names := []string{scope.Local, scope.Platform}
	for after := ""; ; {
		some, err := orgs(s).ListOrgs(ctx, platform, after, checkPage)
		if err != nil {
			return nil, err
		}
		if len(some) == 0 {
			break
		}
		for _, o := range some {
			if after = o.Slug; !slices.Contains(names[:2], after) {
				names = append(names, after)
			}
		}
	}
	for _, name := range names {
		sc, err := scope.New(name, scope.Local, "")
		if err != nil {
			return nil, err
		}
		more, err := s.checkOrg(ctx, sc)
		if err != nil {
			return nil, err
		}
		faults = append(faults, more...)
		if len(faults) >= maxFaults {
			return faults[:maxFaults], nil
		}
	}
	return faults, nil
}

// maxFaults is how many faults are told of.
const maxFaults = 20

func (s checks) checkOrg(ctx context.Context, sc scope.Scope) (faults []string, err error) {
	fault := func(what, which string) {
		if len(faults) < maxFaults {
			faults = append(faults, fmt.Sprintf("organisation %s: %s (%s)", sc.Org(), what, which))
		}
	}
	err = s.db.transact(ctx, sc, Snapshot, "checking the store", func(w *work) {
		for _, r := range references {
			w.each(func(scan func(...any) error) error {
				var which string
				err := scan(&which)
				fault(r.what, which)
				return err
			}, r.query+" LIMIT ?", sc.Org(), maxFaults)
		}
		for _, d := range documents {
			w.each(func(scan func(...any) error) error {
				var which string
				var text []byte
				err := scan(&which, &text)
				if err == nil && !json.Valid(text) {
					fault("what is kept as JSON in "+d.table+" is none", which)
				}
				return err
			}, "SELECT "+d.name+", "+d.column+" FROM "+d.table+" WHERE org = ?", sc.Org())
		}
		w.each(func(scan func(...any) error) error {
			var digest string
			var content []byte
			err := scan(&digest, &content)
			if sum := sha256.Sum256(content); err == nil && hex.EncodeToString(sum[:]) != digest {
				fault("the content of a file is not what its digest says", digest)
			}
			return err
		}, "SELECT digest, content FROM proposal_files WHERE org = ?", sc.Org())
		var before string
		var number int64
		broken := false
		w.each(func(scan func(...any) error) error {
			var e store.Entry
			err := scan(entryRow(&e)...)
			if number++; err == nil && !broken && (e.Hash != chained(before, e) || e.Number != number) {
				fault("an entry of the audit does not follow from the one before", fmt.Sprint(e.Number))
				broken = true
			}
			before = e.Hash
			return err
		}, "SELECT "+entryColumns+" FROM audit WHERE org = ? ORDER BY number", sc.Org())
	})
	return faults, err
}

// EachRow passes on the rows of a query of a database or a transaction.
func EachRow(ctx context.Context, from Tx, row func(scan func(...any) error) error, query string, args ...any) error {
	rows, err := from.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}
