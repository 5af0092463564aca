package eml

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/document"
)

// maxQuotes is how deep quotations nest; deeper ones are text of the last.
const maxQuotes = 16

// signature is the line above a signature: it ends with a space, but is not
// flowed (RFC 3676, 4.3).
const signature = "-- "

// passage is lines one after another that are quoted equally often: a part of the
// body where they are there as they are, else a text of its own.
type passage struct {
	depth    int
	from, to int
	own      []byte
}

// text returns the lines of a passage.
func (p *passage) text(body string) string {
	if p.own != nil {
		return string(p.own)
	}
	return body[p.from:p.to]
}

// add adds a line that ends at an offset of the body; whole says that it is there
// as it is.
func (p *passage) add(body, line, before string, end int, whole bool) {
	if whole && p.own == nil {
		p.to = end
		return
	}
	if p.own == nil {
		p.own = append(make([]byte, 0, p.to-p.from+len(before)+len(line)), body[p.from:p.to]...)
	}
	p.own = append(append(p.own, before...), line...)
}

// plain reads a body of text.
func (r *reader) plain(e entity) ([]document.Block, error) {
	if r.files {
		return nil, nil
	}
	text := r.unicode(e)
	if err := plain.Fits(text, r.env, e.pos); err != nil {
		return nil, err
	}
	if strings.HasPrefix(strings.TrimSpace(text), "-----BEGIN PGP MESSAGE-----") {
		return nil, r.locked(e)
	}
	passages, err := passages(r.env, e, text, r.marks)
	if err != nil {
		return nil, err
	}
	return r.quotes(e, text, passages, 0)
}

// passages takes the marks of quotations off lines, and joins those that are flowed
// (RFC 3676). Marked says that the source is a mailbox, which marks lines that begin
// with "From "; after quoted lines such a mark is one of theirs.
func passages(env *converters.Env, e entity, text string, marked bool) ([]passage, error) {
	flowed := strings.EqualFold(e.params["format"], "flowed")
	deletes := strings.EqualFold(e.params["delsp"], "yes")
	var out []passage
	open := false // the line before goes on
	at := 0
	for raw := range strings.Lines(text) {
		last := len(out) - 1
		at += len(raw)
		line := strings.TrimRight(raw, "\r\n")
		if marked && (last < 0 || out[last].depth == 0) {
			line = unmarked(line)
		}
		depth, line := unquote(line, flowed)
		before := ""
		switch {
		case last < 0 || out[last].depth != depth:
			if err := env.Spend(converters.LimitNodes, partNodes, e.pos); err != nil {
				return nil, err
			}
			out = append(out, passage{depth: depth, from: at - len(raw), to: at - len(raw)})
		case !open || line == signature:
			before = "\n"
		}
		open = flowed && line != signature && strings.HasSuffix(line, " ")
		if open && deletes {
			line = strings.TrimSuffix(line, " ")
		}
		whole := !flowed && strings.TrimSuffix(raw, "\n") == line
		end := at - (len(raw) - len(strings.TrimSuffix(raw, "\n")))
		out[len(out)-1].add(text, line, before, end, whole)
	}
	return out, nil
}

// unmarked returns a line without the mark of a mailbox.
func unmarked(line string) string {
	if strings.HasPrefix(line, ">From ") {
		return line[1:]
	}
	return line
}

// unquote returns how often a line is quoted, and the line without the marks and
// the space that follows them.
func unquote(line string, flowed bool) (int, string) {
	depth := 0
	for strings.HasPrefix(line, ">") {
		line = line[1:]
		depth++
		if !flowed && strings.HasPrefix(line, " >") { // "> > a"
			line = line[1:]
		}
	}
	if flowed || depth > 0 {
		line = strings.TrimPrefix(line, " ")
	}
	return min(depth, maxQuotes), line
}

// quotes returns the blocks of passages: those that are quoted more often than
// depth are quotations.
func (r *reader) quotes(e entity, body string, all []passage, depth int) ([]document.Block, error) {
	var out []document.Block
	for len(all) > 0 {
		n := 0
		for n < len(all) && all[n].depth > depth {
			n++
		}
		var blocks []document.Block
		var err error
		if n > 0 {
			blocks, err = r.quotes(e, body, all[:n], depth+1)
			if len(blocks) > 0 {
				blocks = []document.Block{converters.Make(r.env, &document.Quote{Pos: e.pos, Blocks: blocks})}
			}
		} else {
			n = 1
			if text := all[0].text(body); strings.TrimSpace(text) != "" {
				blocks, err = r.convert(e, converters.TextInput("body.txt", text))
			}
		}
		if err != nil {
			return nil, err
		}
		out = append(out, blocks...)
		all = all[n:]
	}
	return out, nil
}
