// Package input reads what a person says, at a terminal or through a pipe.
//
//   - keyboard.go: a terminal
//   - paste.go: what is pasted there
//   - input.go: lines, and texts of several lines
//   - mention.go: files that are named with an @
//   - hush_*.go: a terminal that shows nothing of what is typed
package input

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxInput is how much a person may say at once, in bytes.
const maxInput = 1 << 20

// ErrInterrupt is what a reader returns when a person presses Ctrl-C.
var ErrInterrupt = errors.New("interrupted")

// Lines reads what a person says, a line at a time.
type Lines interface {
	// Line shows a prompt where somebody can see it and returns the next line
	// without its end. It returns [io.EOF] behind the last one.
	Line(prompt string) (string, error)
	// Ask is Line for a question that comes in the middle of a turn: nothing that
	// was typed before it is the answer.
	Ask(prompt string) (string, error)
	// Wait keeps what is typed, unseen, for the next Line, until the function that
	// it returns is called.
	Wait() (resume func())
	Close() error
}

// pipe reads from what is not a terminal, and shows no prompt.
type pipe struct{ r *bufio.Reader }

// NewPipe returns the lines of a stream. One that is too long is an error.
func NewPipe(r io.Reader) Lines { return &pipe{bufio.NewReaderSize(r, 64<<10)} }

// Line implements [Lines].
func (p *pipe) Line(string) (string, error) {
	var line []byte
	for {
		part, err := p.r.ReadSlice('\n')
		if len(line)+len(part) > maxInput {
			return "", fmt.Errorf("reading the input: a line has more than %d bytes; say less at once", maxInput)
		}
		line = append(line, part...)
		switch {
		case err == nil, errors.Is(err, io.EOF) && len(line) > 0:
			return strings.TrimRight(string(line), "\r\n"), nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return "", err
		}
	}
}

// Ask implements [Lines].
func (p *pipe) Ask(prompt string) (string, error) { return p.Line(prompt) }

// Wait implements [Lines].
func (p *pipe) Wait() func() { return func() {} }

// Close implements [Lines].
func (p *pipe) Close() error { return nil }

// more is the prompt of the lines behind the first.
const more = "… "

// Quotes is the line that opens and closes a text of several lines.
const Quotes = `"""`

// Read reads what a person says: one line, or several where a line ends with a
// backslash, or all between two lines of three quotes.
func Read(l Lines, prompt string) (string, error) {
	line, err := l.Line(prompt)
	if err != nil {
		return "", err
	}
	if strings.TrimSpace(line) == Quotes {
		return quoted(l)
	}
	text := line
	for strings.HasSuffix(line, `\`) {
		if line, err = l.Line(more); err != nil && !errors.Is(err, io.EOF) {
			return "", err
		}
		text = strings.TrimSuffix(text, `\`) + "\n" + line
		if len(text) > maxInput {
			return "", tooLong()
		}
	}
	return text, nil
}

func quoted(l Lines) (string, error) {
	var text []string
	size := 0
	for {
		line, err := l.Line(more)
		if errors.Is(err, io.EOF) || err == nil && strings.TrimSpace(line) == Quotes {
			return strings.Join(text, "\n"), nil
		}
		if err != nil {
			return "", err
		}
		if size += len(line) + 1; size > maxInput {
			return "", tooLong()
		}
		text = append(text, line)
	}
}

func tooLong() error {
	return fmt.Errorf("reading the input: a text has more than %d bytes; say less at once", maxInput)
}
