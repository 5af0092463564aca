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
		s.Decision, s.Rationale = LeftOut, "does not fit: "+p.bound()
	default:
		s.Decision, s.Rationale = Cut, fmt.Sprintf("%d of %d pieces fit: %s", p.kept, len(p.pieces), p.bound())
	}
	return s
}

// bound says what keeps a section from being there whole: its own ceiling, where the
// next piece would be above it, or the room that others need.
func (p *part) bound() string {
	if next := p.firstOut(); p.spec.Ceiling > 0 && next != nil && p.planned()+next.price() > p.spec.Ceiling {
		return fmt.Sprintf("no more than %d tokens are of this section", p.spec.Ceiling)
	}
	return fmt.Sprintf("its rank is %d and its floor %d tokens", p.spec.Rank, p.spec.Floor)
}

// firstOut is the first piece that is left out.
func (p *part) firstOut() *piece {
	for i := range p.pieces {
		if !p.pieces[i].kept {
			return &p.pieces[i]
		}
	}
	return nil
}
