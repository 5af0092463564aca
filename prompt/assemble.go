package prompt

import (
	"slices"
	"strings"
)

// assemble returns the text of a section as planned, or "".
func (p *part) assemble() string {
	if p.kept == 0 {
		return ""
	}
	content := strings.TrimRight(p.joined(), "\n")
	switch {
	case p.fenced:
		return fence(p.id, p.head, content)
	case p.head != "":
		return p.head + "\n\n" + content
	}
	return content
}

// joined returns the pieces that are kept, by their groups.
func (p *part) joined() string {
	list := make([]*piece, 0, len(p.pieces))
	for i := range p.pieces {
		list = append(list, &p.pieces[i])
	}
	slices.SortStableFunc(list, func(a, b *piece) int { return a.group - b.group })
	var b strings.Builder
	b.Grow(p.size() + 64*len(list))
	group, last := 0, -1
	for i, piece := range list {
		if !piece.kept {
			continue
		}
		follows := last >= 0 && last == i-1 && piece.more && list[last].group == piece.group
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
		if next := i + 1; next >= len(list) || !list[next].kept || !list[next].more {
			text = strings.TrimRight(text, "\n")
		}
		b.WriteString(text)
		last = i
	}
	return b.String()
}

// gap is between pieces: the entries of a list follow each other.
func (p *part) gap() string {
	switch p.spec.ID {
	case idMemories, idShared, idDeferred, idOmitted:
		return "\n"
	}
	return "\n\n"
}
