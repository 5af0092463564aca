package prompt

import (
	"fmt"
	"strconv"
	"strings"
)

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

// maxOmitted is how large the list of what was left out gets, in tokens.
func maxOmitted(limit int) int { return min(800, max(240, limit/12)) }

// setOmitted makes the section that names what was left out: a line a
// chapter, as many as it may have, and a last one with the rest.
func setOmitted(list []*part, most int) {
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
