package proposal

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// A record that was signed elsewhere is taken for a week, and the clock that it was
// made by is that of this machine or near it.
const (
	maxSignedAge = 7 * 24 * time.Hour
	maxSkew      = 5 * time.Minute
)

// Payload returns the record that somebody signs to approve a proposal, or with
// [approval.Reverted] to take it back. Nothing is decided by it.
func (d *Desk) Payload(ctx context.Context, sc scope.Scope, id, decision string, by Reviewer) ([]byte, error) {
	if err := by.check(); err != nil {
		return nil, err
	}
	sc, p, err := d.Find(ctx, sc, id)
	if err != nil {
		return nil, err
	}
	if ofMemories(p) {
		return nil, refuse(CodeTarget, "proposal %s is of memories: they are not signed for", p.ID)
	}
	want := store.ProposalPending
	if decision == approval.Reverted {
		want = store.ProposalApplied
	}
	if p.State != want {
		return nil, refuse(CodeState, "proposal %s is %s: there is nothing to sign", p.ID, p.State)
	}
	folder, err := d.open(p.Profile)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	o := &opened{d, sc, folder, p}
	q, err := o.quorum()
	if err != nil {
		return nil, err
	}
	r, err := o.record(ctx, q, decision, by)
	return r.Bytes(), err
}

// signedElsewhere returns the time of a record that was signed elsewhere, if it
// says the same as the one that would be made now.
func (d *Desk) signedElsewhere(s *Signed, now approval.Record) (time.Time, error) {
	r, err := approval.Parse(s.Record)
	if err != nil {
		return r.Time, refuse(CodeSigner, "the record that was signed: %s", err)
	}
	if age := d.now().Sub(r.Time); age > maxSignedAge || age < -maxSkew {
		return r.Time, refuse(CodeSigner, "the record that was signed is of %s, and is taken for %v: sign a new one", r.Time.Format(time.RFC3339), maxSignedAge)
	}
	at := r.Time
	r.Time = now.Time
	if !bytes.Equal(r.Bytes(), now.Bytes()) {
		return at, refuse(CodeSigner, "the record that was signed is of another change, of another state of %s, or of other demands: sign a new one", now.Path)
	}
	return at, nil
}

// maxSigned is how large the file of a record and that of its signature may be, in
// bytes.
const maxSigned = 64 << 10

// LoadSigned reads a record from a file, and its signature from the one beside it
// with .sig at the end, as ssh-keygen -Y sign writes it. The reviewer is whom the
// record names.
func LoadSigned(name, user string) (Reviewer, error) {
	read := func(name string) ([]byte, error) {
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("reading what was signed: %w", err)
		}
		defer f.Close()
		return io.ReadAll(io.LimitReader(f, maxSigned))
	}
	record, err := read(name)
	if err != nil {
		return Reviewer{}, err
	}
	signature, err := read(name + ".sig")
	if err != nil {
		return Reviewer{}, err
	}
	r, err := approval.Parse(record)
	if err != nil {
		return Reviewer{}, fmt.Errorf("%s: %w", name, err)
	}
	return Reviewer{Name: r.Signer, User: user, Signed: &Signed{record, signature}}, nil
}

// HowToSign says how to sign a record that is in a file.
func HowToSign(name string) string {
	return fmt.Sprintf("ssh-keygen -Y sign -n %s -f KEY %s", approval.Namespace, name)
}
