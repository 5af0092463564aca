package repl

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/seed353dc258/backstory/agent/repl/draw"
	"github.com/seed353dc258/backstory/agent/repl/input"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// Terminal is where a person is talked with: a terminal, or a pipe.
type Terminal struct {
	In      input.Lines
	Out     io.Writer // answers and what was asked for
	Err     io.Writer // all else
	Colored bool      // whether Out takes colours
	Links   bool      // whether Out takes links (OSC 8); where it takes colours
	Person  bool      // whether somebody sits there who can be asked
	Quiet   bool      // say less at the start
	Spins   bool      // whether Err is a terminal in which a line can be drawn again
	// Width is how many columns the terminal of Out has. Default: none is known,
	// and lines are as long as they are.
	Width func() int
}

// say writes a line of a result.
func (t *Terminal) say(format string, args ...any) error {
	_, err := fmt.Fprintf(t.Out, format+"\n", args...)
	return err
}

// note tells something on the side.
func (t *Terminal) note(format string, args ...any) {
	t.aside(draw.Faint, oneline.Safe(fmt.Sprintf(format, args...)))
}

func (t *Terminal) notes(lines []string) {
	for _, line := range lines {
		t.note("%s", line)
	}
}

// fail tells what went wrong.
func (t *Terminal) fail(err error) {
	for line := range strings.Lines(err.Error()) {
		t.aside(draw.Red, oneline.Safe(strings.TrimRight(line, "\n")))
	}
}

// aside writes a line beside the answers.
func (t *Terminal) aside(attr, line string) {
	w := draw.NewLines(t.Err, t.width())
	fmt.Fprintln(w, t.paint(attr, line))
	_ = w.Close() // nobody can be told
}

// width is how many columns there are, 0 where that is not known.
func (t *Terminal) width() int {
	if t.Width == nil {
		return 0
	}
	return t.Width()
}

func (t *Terminal) paint(attr, text string) string {
	if !t.Colored {
		return text
	}
	return draw.Paint(attr, text)
}

// confirm asks a person, who says no unless they say yes. Where nobody sits there
// the command itself is their word.
func (t *Terminal) confirm(question string) (bool, error) {
	if !t.Person {
		return true, nil
	}
	line, err := t.In.Line(question + " [y/N] ")
	if errors.Is(err, input.ErrInterrupt) || errors.Is(err, io.EOF) {
		return false, nil
	}
	word := strings.ToLower(strings.TrimSpace(line))
	return word == "y" || word == "yes", err
}

// newFile writes a file that is not there yet, and says so.
func (t *Terminal) newFile(file string, content []byte) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already: name another file", file)
	}
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(file))
	}
	return t.say("wrote %s", oneline.Safe(file))
}
