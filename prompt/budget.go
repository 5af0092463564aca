package prompt

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// fit decides what is kept and returns the text of each section. What it
// returns is within the limit as it is measured in the end, not as it was
// planned.
func (c *composer) fit(list []*part) ([]string, error) {
	limit := c.in.Budget.Limit()
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
	for room := limit; ; {
		c.choose(list, room)
		c.tellOmitted(list, omittedMost(limit))
		texts, used, _ = assembleAll(list)
		if used <= limit {
			return texts, nil
		}
		if room -= used - limit + slack; room < 0 {
			return nil, pinnedError(list, limit)
		}
	}
}

// size is how many bytes the pieces of a section have.
func (p *part) size() int {
	n := 0
	for i := range p.pieces {
		n += len(p.pieces[i].text)
	}
	return n
}

const (
	// bytesPerToken is more than any text has that is not made for it: what is
	// larger by it is not tried as a whole.
	bytesPerToken = 16

	slack      = 8  // tokens by which a plan that came out too large is made smaller
	separation = 2  // tokens between pieces, at most
	fenceCost  = 60 // tokens of the two lines of a fence, at most
)

// keepAll plans to keep every piece.
func (p *part) keepAll() {
	for i := range p.pieces {
		p.pieces[i].kept = true
	}
	p.kept = len(p.pieces)
}

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
func (c *composer) choose(list []*part, room int) {
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
	room -= omittedMost(c.in.Budget.Limit())
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

// take keeps more pieces, in order, as long as they fit so many tokens, and
// returns what they cost. The first chapter that does not fit is cut into its
// parts; of those behind it what fits is kept whole.
func (p *part) take(room int) int {
	if p.spec.Ceiling > 0 {
		room = min(room, p.spec.Ceiling-p.planned())
	}
	used, cutOne := 0, false
	for i := 0; i < len(p.pieces); i++ {
		if p.pieces[i].kept {
			continue
		}
		opening := 0
		if p.kept == 0 {
			opening = p.opening()
		}
		cost := p.pieces[i].price() + opening
		if used+cost <= room {
			p.pieces[i].kept = true
			p.kept++
			used += cost
			continue
		}
		if room-used-opening < leastPart {
			break
		}
		if cutOne {
			continue
		}
		if cut := p.pieces[i].split(); cut != nil {
			p.pieces = slices.Replace(p.pieces, i, i+1, cut...)
			cutOne = true
			i--
		}
	}
	return used
}

// leastPart is the room below which it is not worth looking for parts, in tokens.
const leastPart = 24

// planned is what the pieces kept so far are planned to cost.
func (p *part) planned() int {
	if p.kept == 0 {
		return 0
	}
	sum := p.opening()
	for i := range p.pieces {
		if p.pieces[i].kept {
			sum += p.pieces[i].price()
		}
	}
	return sum
}

// opening is what a section costs before its first piece.
func (p *part) opening() int {
	if p.overhead == 0 {
		p.overhead = estimate(p.head) + separation
		if p.fenced {
			p.overhead += fenceCost
		}
	}
	return p.overhead
}

// price is what a piece costs at most: its text, and the heading over it.
func (p *piece) price() int {
	if p.cost == 0 {
		p.cost = p.tokens() + estimate(p.lead) + separation
	}
	return p.cost
}

// tokens is what its text costs.
func (p *piece) tokens() int {
	if p.own == 0 {
		p.own = estimate(p.text)
	}
	return p.own
}

// assemble returns the text of a section as planned, or "".
func (p *part) assemble() string {
	if p.kept == 0 {
		return ""
	}
	var b strings.Builder
	b.Grow(p.size() + 64*len(p.pieces))
	group, last := 0, -1
	for i := range p.pieces {
		piece := &p.pieces[i]
		if !piece.kept {
			continue
		}
		follows := last >= 0 && last == i-1 && piece.more && p.pieces[last].group == piece.group
		if last >= 0 && !follows {
			b.WriteString(p.gap())
		}
		if piece.group != group || group == 0 {
			lead := piece.lead
			if piece.text == "" {
				lead = strings.TrimRight(lead, "\n")
			}
			b.WriteString(lead)
			group = piece.group
		}
		text := piece.text
		if next := i + 1; next >= len(p.pieces) || !p.pieces[next].kept || !p.pieces[next].more {
			text = strings.TrimRight(text, "\n")
		}
		b.WriteString(text)
		last = i
	}
	content := strings.TrimRight(b.String(), "\n")
	if p.fenced {
		return fence(p.id, p.head, content)
	}
	if p.head != "" {
		return p.head + "\n\n" + content
	}
	return content
}

// gap stands between pieces: the entries of a list follow each other.
func (p *part) gap() string {
	switch p.spec.ID {
	case idMemories, idDeferred, idOmitted:
		return "\n"
	}
	return "\n\n"
}

// omissions names everything that was left out.
func omissions(list []*part) []Omission {
	out := []Omission{}
	for _, p := range list {
		for i := range p.pieces {
			if q := &p.pieces[i]; !q.kept {
				title := q.title
				if title == "" && q.path == "" {
					title = p.title
				}
				out = append(out, Omission{Section: p.id, Ref: q.ref, Path: q.path, Title: title, Tokens: q.tokens()})
			}
		}
	}
	return out
}

// omittedMost is how large the list of what was left out gets, in tokens.
func omittedMost(limit int) int { return min(800, max(240, limit/12)) }

// tellOmitted makes the section that names what was left out: a line a
// chapter, as many as it may have, and a last one with the rest.
func (c *composer) tellOmitted(list []*part, most int) {
	var p *part
	for _, q := range list {
		if q.spec.ID == idOmitted {
			p = q
		}
	}
	lines := omittedLines(list)
	p.pieces, p.kept, p.overhead = nil, 0, 0
	if len(lines) == 0 {
		return
	}
	p.source = "budget"
	p.head = "## Left out\n\nWhat did not fit, up to the line that closes the block. Read a part with `backstory_read` and its id; `list` shows all ids."
	room := most - p.opening() - leastPart
	rest, restTokens := 0, 0
	for i, l := range lines {
		cost := estimate(l.text) + separation
		if rest > 0 || cost > room {
			rest++
			restTokens += l.tokens
			continue
		}
		room -= cost
		p.pieces = append(p.pieces, piece{text: l.text, group: i + 1, kept: true})
	}
	if rest > 0 {
		text := fmt.Sprintf("- and %d more, %d tokens", rest, restTokens)
		p.pieces = append(p.pieces, piece{text: text, group: len(lines) + 1, kept: true})
	}
	p.kept = len(p.pieces)
}

type omittedLine struct {
	text   string
	tokens int
}

// omittedLines writes a line for each chapter or other thing of which
// something was left out.
func omittedLines(list []*part) []omittedLine {
	var out []omittedLine
	for _, p := range list {
		for i := 0; i < len(p.pieces); i++ {
			if p.pieces[i].kept {
				continue
			}
			first, n, sum := i, 0, 0
			for ; i < len(p.pieces) && p.pieces[i].group == p.pieces[first].group; i++ {
				if !p.pieces[i].kept {
					n++
					sum += p.pieces[i].tokens()
				}
			}
			i--
			out = append(out, omittedLine{p.omittedLine(first, i, n) + ", " + strconv.Itoa(sum) + " tokens", sum})
		}
	}
	return out
}

// omittedLine says what is left out of the pieces first to last, n of them.
func (p *part) omittedLine(first, last, n int) string {
	q := &p.pieces[first]
	name := q.path
	if name == "" {
		name = q.title
	}
	if name == "" {
		name = p.title
	}
	text := "- "
	id, part, isPart := strings.Cut(q.ref, "/")
	switch {
	case q.ref == "":
	case !isPart:
		text += "`" + q.ref + "` "
	case n == 1:
		text += "`" + q.ref + "` "
	default:
		_, end, _ := strings.Cut(p.pieces[last].ref, "/")
		text += "`" + id + "`, " + strconv.Itoa(n) + " of its parts " + part + " to " + end + ": "
	}
	return text + escapeLine(name)
}
