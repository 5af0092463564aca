package proposal

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
)

// demand is who has to approve a change of a profile: by the settings, and by the
// files beside it.
func (d *Desk) demand(sc scope.Scope, p *profile.Profile) (approval.Demand, error) {
	out := d.Settings.demanded(sc.Org(), sc.Profile())
	err := d.above(p, func(at *profile.Profile) error {
		content, err := at.ReadFile(approval.DemandFile, approval.MaxSigners)
		if err != nil {
			return err
		}
		own, err := approval.ParseDemand(content)
		out = out.With(own)
		return err
	})
	return out, err
}

// author is who a proposal was made for: the user whose session it was. On a
// machine of one user that is who the system says that they are.
func author(p store.Proposal) string { return cmp.Or(p.Origin.Person, p.Origin.User) }

// named returns who decides, as the system calls them where they are this machine's
// only user.
func (d *Desk) named(name string) string {
	if name == scope.Local {
		return cmp.Or(d.Person, name)
	}
	return name
}

// quorum says whether reviews are those of as many people as are demanded. Votes
// of the same person count once, under whatever name and key.
type quorum struct {
	approval.Demand
	list   *approval.Signers // nil where nobody is listed
	author string
	named  func(name string) string // who somebody is: [Desk.named]
}

func (o *opened) quorum() (q quorum, err error) {
	if q.Demand, err = o.desk.demand(o.sc, o.folder); err != nil {
		return q, err
	}
	q.author, q.named = author(o.p), o.desk.named
	q.list, err = o.desk.signers(o.folder)
	return q, err
}

// Standing is how far a proposal is on its way to be approved, or where it is
// applied, to be taken back.
type Standing struct {
	Of     string   `json:"of" enum:"approve,revert"` // what is decided
	Have   int      `json:"have"`                     // people who approved it as it is now
	Needed int      `json:"needed"`
	By     []string `json:"by"`               // who they are
	Except string   `json:"except,omitempty"` // whose word does not count: it was made for them
}

// Line writes a standing for people, such as "1 of 2 approvals, by ida".
func (s Standing) Line() string {
	line := fmt.Sprintf("%d of %d", s.Have, s.Needed)
	if s.Of == doRevert {
		line += " to revert it"
	}
	if len(s.By) > 0 {
		line += ", by " + oneline.Safe(strings.Join(s.By, ", "))
	}
	if s.Except != "" {
		line += "; not " + oneline.Safe(s.Except) + ", for whom it was made"
	}
	return line
}

// Standing says who approved a proposal, and how many have to.
func (d *Desk) Standing(sc scope.Scope, p store.Proposal) (Standing, error) {
	s := Standing{Of: Approve, Needed: 1, By: []string{}}
	decision := approval.Approved
	if p.State == store.ProposalApplied || p.State == store.ProposalReverted {
		s.Of, decision = doRevert, approval.Reverted
	}
	done := reviews(p, decision)
	if ofMemories(p) {
		s.Have = min(len(done), 1)
		for _, r := range done[:s.Have] {
			s.By = append(s.By, r.By)
		}
		return s, nil
	}
	folder, err := d.open(p.Profile)
	if err != nil {
		return s, err
	}
	defer folder.Close()
	q, err := (&opened{d, sc, folder, p}).quorum()
	if err != nil {
		return s, err
	}
	s.Needed = q.Needed()
	if q.FourEyes {
		s.Except = q.author
	}
	for i, r := range done {
		if n := q.count(done[:i+1]); n > s.Have {
			s.Have, s.By = n, append(s.By, r.By)
		}
	}
	return s, nil
}

// count is how many people reviews are of.
func (q quorum) count(reviews []store.Review) int {
	var votes []approval.Vote
	for _, r := range reviews {
		votes = append(votes, approval.Vote{Name: q.named(r.By), Signature: r.Signature})
	}
	return q.Voters(q.list, q.author, votes)
}

// strict reports whether it matters who somebody is.
func (q quorum) strict() bool { return q.FourEyes || q.Needed() > 1 }

// may says why a review does not count beside those that are there.
func (q quorum) may(p store.Proposal, by Reviewer, review store.Review, done []store.Review) error {
	user := q.named(cmp.Or(by.User, by.Name))
	switch {
	case by.Signed != nil && q.list == nil:
		return refuse(CodeSigner, "no signers are listed, so that the signature shows nothing: approve without it, or list who may sign in %s", approval.SignersFile)
	case q.strict() && (review.Signature == nil || q.list == nil) && user != q.named(by.Name):
		return refuse(CodeReviewer, "nothing shows that %s approves: you are %s. Where several people have to approve, or somebody else, they approve themselves, or sign: list their keys in %s",
			by.Name, user, approval.SignersFile)
	case q.FourEyes && q.list != nil && !q.list.Knows(q.author) && user == q.author:
		return refuse(CodeReviewer, "proposal %s was made on behalf of %s: somebody else has to approve it, or put the name %s in the lines of their keys in %s, so that they can be told apart",
			p.ID, q.author, q.author, approval.SignersFile)
	case q.count([]store.Review{review}) == 0:
		return refuse(CodeReviewer, "proposal %s was made on behalf of %s: somebody else has to approve it", p.ID, q.author)
	case q.count(append(slices.Clone(done), review)) == q.count(done):
		return refuse(CodeReviewer, "%s approved proposal %s already: it waits for somebody else", by.Name, p.ID)
	}
	return nil
}
