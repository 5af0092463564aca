package prompt

import "fmt"

// record says what became of a section.
func (p *part) record() Section {
	s := Section{
		ID: p.id, Title: p.title, Group: p.spec.Group, Tier: p.spec.Tier, Trust: p.trust, Rank: p.spec.Rank,
		Pinned: p.spec.Pinned, Deferrable: !p.spec.Pinned, Source: p.source,
	}
	switch {
	case p.stub:
		s.Decision, s.Rationale = Stubbed, "the preferences condense it"
	case p.spec.ID == idOmitted:
		s.Decision, s.Rationale = Pinned, "names what did not fit"
	case p.spec.Pinned:
		s.Decision, s.Rationale = Pinned, "always included"
	case p.kept == len(p.pieces):
		s.Decision, s.Rationale = Kept, "fits"
	case p.kept == 0:
		s.Decision, s.Rationale = LeftOut, fmt.Sprintf("does not fit: its rank is %d and its floor %d tokens", p.spec.Rank, p.spec.Floor)
	default:
		s.Decision, s.Rationale = Cut, fmt.Sprintf("%d of %d pieces fit: its rank is %d and its floor %d tokens", p.kept, len(p.pieces), p.spec.Rank, p.spec.Floor)
	}
	return s
}
