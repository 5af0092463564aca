package prompt

import (
	"cmp"
	"slices"
)

// fit decides what is kept and returns the text of each section. What it
// returns is within the limit as it is measured in the end, not as it was
// planned.
func fit(list []*part, limit int) ([]string, error) {
	size := 0
	for _, p := range list {
		if !p.spec.Pinned {
			size += p.size()
		}
	}
	likely := size/bytesPerToken <= limit
	for _, p := range list {
		if likely || p.spec.Pinned {
			p.keepAll()
		}
	}
	texts, used, ceilings := assembleAll(list)
	if likely && used <= limit && ceilings {
		return texts, nil
	}
	if err := pinnedFit(list, limit); err != nil {
		return nil, err
	}
	room := limit
	for texts, used = plan(list, room, limit); used > limit; texts, used = plan(list, room, limit) {
		if room -= used - limit + slack; room < 0 {
			return nil, pinnedError(list, limit)
		}
	}
	// What the list of omissions did not need is for pieces. If that is too
	// much after all, the plan stays as it was.
	if spare := limit - used - slack; spare > leastPart {
		if more, n := plan(list, room+spare, limit); n <= limit {
			return more, nil
		}
		texts, _ = plan(list, room, limit)
	}
	return texts, nil
}

// plan decides what is kept in so much room, and returns the texts and what
// they cost as they are.
func plan(list []*part, room, limit int) (texts []string, used int) {
	choose(list, room, limit)
	setOmitted(list, maxOmitted(limit))
	texts, used, _ = assembleAll(list)
	return texts, used
}

const (
	// bytesPerToken is more than any text has that is not made for it: what is
	// larger by it is not tried as a whole.
	bytesPerToken = 16

	slack = 8 // tokens by which a plan that came out too large is made smaller
)

// assembleAll returns the texts as planned, what they cost, and whether every
// section stays below its ceiling.
func assembleAll(list []*part) (texts []string, used int, ceilings bool) {
	texts, ceilings = make([]string, len(list)), true
	for i, p := range list {
		texts[i] = p.assemble()
		p.cost = estimate(texts[i])
		if texts[i] != "" {
			used += p.cost + 1 // the blank line behind it
		}
		if p.spec.Ceiling > 0 && p.cost > p.spec.Ceiling {
			ceilings = false
		}
	}
	return texts, used, ceilings
}

// pinnedFit reports pinned sections that are more than a prompt may have.
func pinnedFit(list []*part, limit int) error {
	needed := 0
	for _, p := range list {
		if p.spec.Pinned && len(p.pieces) > 0 {
			needed += p.cost + 1
		}
	}
	if needed > limit {
		return pinnedError(list, limit)
	}
	return nil
}

func pinnedError(list []*part, limit int) error {
	e := &BudgetError{Limit: limit}
	for _, p := range list {
		if p.spec.Pinned && p.cost > 0 {
			e.Needed += p.cost + 1
			e.Pinned = append(e.Pinned, Cost{p.id, p.cost})
		}
	}
	return e
}

// choose decides which pieces are kept in so many tokens: what is pinned, then
// the floors, then what is left, both by rank.
func choose(list []*part, room, limit int) {
	for _, p := range list {
		if p.spec.Pinned {
			if p.spec.ID != idOmitted {
				room -= p.cost + 1
			}
			continue
		}
		for i := range p.pieces {
			p.pieces[i].kept = false
		}
		p.kept = 0
	}
	room -= maxOmitted(limit)
	ranked := slices.Clone(list)
	slices.SortStableFunc(ranked, func(a, b *part) int { return cmp.Compare(b.spec.Rank, a.spec.Rank) })
	floors := floorsOf(list)
	for _, p := range ranked {
		if !p.spec.Pinned {
			// Several sections of one kind share the floor of their kind.
			used := p.take(min(room, floors[p.spec]))
			room -= used
			floors[p.spec] -= used
		}
	}
	for _, p := range ranked {
		if !p.spec.Pinned {
			room -= p.take(room)
		}
	}
}

func floorsOf(list []*part) map[*Spec]int {
	floors := map[*Spec]int{}
	for _, p := range list {
		floors[p.spec] = p.spec.Floor
	}
	return floors
}

// take keeps more pieces as long as they fit so many tokens, and returns what they
// cost: first, in order, what fits whole, then parts of what does not. One chapter is cut
// into its parts.
func (p *part) take(room int) int {
	if p.spec.Ceiling > 0 {
		room = min(room, p.spec.Ceiling-p.planned())
	}
	used := 0
	for i := 0; i < len(p.pieces); {
		end := i + 1
		for end < len(p.pieces) && p.pieces[end].more {
			end++
		}
		used += p.keep(p.pieces[i:end], room-used)
		i = end
	}
	tries := maxTries
	for i := 0; i < len(p.pieces) && room-used >= leastPart; i++ {
		used += p.keep(p.pieces[i:i+1], room-used)
		if p.pieces[i].kept || tries == 0 {
			continue
		}
		tries--
		if parts := p.pieces[i].split(); parts != nil {
			p.pieces = slices.Replace(p.pieces, i, i+1, parts...)
			tries = 0
			i--
		}
	}
	return used
}

// maxTries is how many chapters are looked at for one that has parts.
const maxTries = 16

// keep keeps pieces if all of them fit so many tokens, and returns what they cost.
func (p *part) keep(pieces []piece, room int) int {
	cost, n := 0, 0
	for i := range pieces {
		if !pieces[i].kept {
			cost += pieces[i].price()
			n++
		}
	}
	if p.kept == 0 {
		cost += p.opening()
	}
	if n == 0 || cost > room {
		return 0
	}
	for i := range pieces {
		pieces[i].kept = true
	}
	p.kept += n
	return cost
}
