package input

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

// The sequences of bracketed paste: a terminal that is asked to puts them around
// what is pasted.
const (
	askPastes  = "\x1b[?2004h"
	stopPastes = "\x1b[?2004l"
	pasteBegin = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

// pastes reads what comes from a terminal. A paste of several lines is kept
// whole: a short mark goes on in its place, which stands for it in the line.
type pastes struct {
	from   io.Reader
	first  []byte            // to be passed on before all else
	raw    []byte            // read and not looked at
	ready  []byte            // to be passed on
	early  []byte            // to be passed on later: it was typed before a question came
	inside bool              // in a paste
	text   []byte            // of it
	kept   map[string]string // of marks that wait to be read
	count  int               // of marks since none waited
	err    error
}

// Read implements [io.Reader]. It passes on a line at most, so that who reads
// lines has none in store.
func (p *pastes) Read(to []byte) (int, error) {
	if len(p.first) > 0 {
		n := copy(to, p.first)
		p.first = p.first[n:]
		return n, nil
	}
	for len(p.ready) == 0 {
		if p.err != nil {
			return 0, p.err
		}
		buffer := make([]byte, 4096)
		n, err := p.from.Read(buffer)
		p.err = err
		p.take(buffer[:n])
	}
	line := p.ready
	if end := bytes.IndexAny(line, "\r\n"); end >= 0 {
		line = line[:end+1]
	}
	n := copy(to, line)
	p.ready = p.ready[n:]
	return n, nil
}

// take takes what somebody else read from the terminal.
func (p *pastes) take(text []byte) {
	p.raw = append(p.raw, text...)
	p.look()
}

// size is how much waits to be read.
func (p *pastes) size() int { return len(p.ready) + len(p.early) + len(p.raw) }

// answer passes on an answer of the terminal before all else.
func (p *pastes) answer(text string) { p.first = []byte(text) }

// look sorts what was read. The start of a sequence waits for the rest.
func (p *pastes) look() {
	for len(p.raw) > 0 {
		mark := pasteBegin
		if p.inside {
			mark = pasteEnd
		}
		before, after, found := bytes.Cut(p.raw, []byte(mark))
		if !found {
			cut := len(p.raw) - waiting(p.raw, mark)
			if p.err != nil {
				cut = len(p.raw)
			}
			before, after = p.raw[:cut], p.raw[cut:]
		}
		if p.inside {
			if len(p.text) <= maxInput { // one byte too many says so later
				p.text = append(p.text, before...)
			}
		} else {
			p.ready = append(p.ready, before...)
		}
		p.raw = bytes.Clone(after)
		if !found {
			return
		}
		if p.inside = !p.inside; !p.inside {
			p.keep()
		}
	}
}

// waiting returns how many bytes at the end may be the start of a mark.
func waiting(text []byte, mark string) int {
	for n := min(len(mark)-1, len(text)); n > 0; n-- {
		if strings.HasPrefix(mark, string(text[len(text)-n:])) {
			return n
		}
	}
	return 0
}

// keep passes on a paste that has ended: one of a line as it is, without
// controls.
func (p *pastes) keep() {
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(p.text))
	p.text = nil
	text = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7f {
			return -1
		}
		return r
	}, text)
	lines := strings.Count(strings.TrimRight(text, "\n"), "\n") + 1
	if lines == 1 {
		p.ready = append(p.ready, strings.ReplaceAll(strings.TrimRight(text, "\n"), "\t", " ")...)
		return
	}
	p.count++
	mark := fmt.Sprintf("[paste %d: %d lines]", p.count, lines)
	if p.kept == nil {
		p.kept = map[string]string{}
	}
	p.kept[mark] = text
	p.ready = append(p.ready, mark...)
}

// ErrPaste says that a paste is longer than what can be said at once.
var ErrPaste = errors.New("the paste was left out")

// whole returns a line with what was pasted into it. There no @ names a file.
func (p *pastes) whole(line string) (string, error) {
	if len(p.kept) == 0 {
		return line, nil
	}
	var out strings.Builder
	for line != "" {
		at, found := len(line), ""
		for mark := range p.kept {
			if i := strings.Index(line, mark); i >= 0 && i < at {
				at, found = i, mark
			}
		}
		out.WriteString(line[:at])
		out.WriteString(escape(p.kept[found]))
		delete(p.kept, found)
		line = line[at+len(found):]
	}
	if p.size() == 0 { // a mark that was deleted will not come
		p.kept, p.count = nil, 0
	}
	if out.Len() > maxInput {
		return "", fmt.Errorf("%w: %w", ErrPaste, tooLong())
	}
	return out.String(), nil
}
