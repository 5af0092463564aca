package proposal

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/wording"
)

// The decisions of reviews.
const (
	Approve = "approve"
	Reject  = "reject"
)

// Signed is an approval that was signed elsewhere: the record as [Desk.Payload]
// returned it, and the signature that ssh-keygen -Y sign made of that.
type Signed struct{ Record, Signature []byte }

// Reviewer is who decides.
type Reviewer struct {
	Name string // in the record; where signers are listed, as the list has it
	// User is who they are known to be, by the system or by a login; empty where that
	// is Name.
	User string
	// Sign makes a signature of a record, in the form of ssh-keygen; it is nil where
	// there is no key.
	Sign func(record []byte) ([]byte, error)
	// Signed takes the place of Sign where the record was signed elsewhere.
	Signed *Signed
}

// maxReviewer is how long the name of a reviewer may be, in bytes.
const maxReviewer = 200

func (r Reviewer) check() error {
	if strings.TrimSpace(r.Name) == "" || len(r.Name) > maxReviewer || wording.Hidden(r.Name) != 0 || strings.ContainsAny(r.Name, "\n\t") {
		return refuse(CodeReviewer, "%q is not a name of a reviewer", r.Name)
	}
	return nil
}

// reviews returns those that hold for the change as it is now, or for taking it
// back.
func reviews(p store.Proposal, decision string) []store.Review {
	kind, base, result := Approve, p.Change.Base, p.Change.Result
	if decision == approval.Reverted {
		kind, base, result = doRevert, result, base
	}
	return slices.DeleteFunc(slices.Clone(p.Reviews), func(r store.Review) bool {
		return r.Decision != kind || r.Base != base || r.Result != result
	})
}

// auditOf is what the audit has of a step.
func auditOf(p store.Proposal, by string) map[string]any {
	return map[string]any{"id": p.ID, "target": p.Target, "by": by, "status": p.State, "base": p.Change.Base, "result": p.Change.Result, "reason": p.Reason}
}

func staleError(p store.Proposal) error {
	return refuse(CodeStale, "%s has changed since proposal creation (hash mismatch). Review and re-approve: backstory proposals rebase %s", p.Target, p.ID)
}
