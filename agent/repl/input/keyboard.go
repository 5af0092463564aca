package input

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/ergochat/readline"
)

// keyboard reads from a terminal, with editing, history and completion. While
// an answer is shown it goes on reading, and keeps what is typed.
type keyboard struct {
	rl   *readline.Instance
	in   *pastes
	tty  *os.File
	echo io.Writer
	rest func() // ends what reads while an answer is shown; nil where nothing does
}

// Keyboard says how to read from a terminal.
type Keyboard struct {
	In       *os.File
	Out      io.Writer
	History  string // the file of what was said before; empty keeps none
	Complete func(line string) []string
}

// Open returns the lines of the terminal.
func (k Keyboard) Open() (Lines, error) {
	in := &pastes{from: k.In}
	out := &cursor{k.Out, in}
	rl, err := readline.NewFromConfig(&readline.Config{
		Stdin: in, Stdout: out, Stderr: out,
		HistoryFile: k.History, HistoryLimit: 1000, HistorySearchFold: true, Undo: true,
		AutoComplete: completer(k.Complete), InterruptPrompt: "^C", EOFPrompt: "",
	})
	if err != nil {
		return nil, fmt.Errorf("opening the terminal: %w", err)
	}
	fmt.Fprint(k.Out, askPastes)
	return &keyboard{rl: rl, in: in, tty: k.In, echo: k.Out}, nil
}

// Line implements [Lines].
func (k *keyboard) Line(prompt string) (string, error) {
	k.rl.SetPrompt(prompt)
	line, err := k.rl.ReadLine()
	if errors.Is(err, readline.ErrInterrupt) {
		return "", ErrInterrupt
	}
	if err != nil {
		return line, err
	}
	return k.in.whole(line)
}

// Ask implements [Lines].
func (k *keyboard) Ask(prompt string) (string, error) {
	waits := k.rest != nil
	k.read()
	k.in.ready, k.in.early = nil, k.in.ready
	line, err := k.Line(prompt)
	k.in.ready, k.in.early = append(k.in.early, k.in.ready...), nil
	if waits {
		k.keep()
	}
	return line, err
}

// Wait implements [Lines].
func (k *keyboard) Wait() (resume func()) {
	k.keep()
	return k.read
}

// nap is how long the reader rests where there is nothing to read, or no room.
const nap = 50 * time.Millisecond

// keep reads what is typed from now on, and shows nothing of it.
func (k *keyboard) keep() {
	t, ok := hush(k.tty)
	if !ok {
		return
	}
	stop, done := make(chan struct{}), make(chan struct{})
	go func() { // until it is told to stop
		defer close(done)
		buffer := make([]byte, 4096)
		for {
			select {
			case <-stop:
				return
			default:
			}
			if k.in.size() > maxInput { // the terminal waits with the rest
				time.Sleep(nap)
				continue
			}
			n, err := t.read(buffer)
			if err != nil {
				return
			}
			k.in.take(buffer[:n])
		}
	}()
	k.rest = func() {
		close(stop)
		<-done
		t.restore()
	}
}

// read has lines read again.
func (k *keyboard) read() {
	if k.rest != nil {
		k.rest()
		k.rest = nil
	}
}

// Close implements [Lines]. It gives the terminal back as it was.
func (k *keyboard) Close() error {
	fmt.Fprint(k.echo, stopPastes)
	return k.rl.Close()
}

// cursor passes on what readline writes, but its question where the cursor is:
// that is the first column, always, and the terminal's answer would come behind
// what was typed early.
type cursor struct {
	to io.Writer
	in *pastes
}

// The question and the answer (ECMA-48, 8.3.35 and 8.3.14).
const (
	askCursor   = "\x1b[6n"
	firstColumn = "\x1b[1;1R"
)

// Write implements [io.Writer].
func (c *cursor) Write(p []byte) (int, error) {
	if string(p) == askCursor {
		c.in.answer(firstColumn)
		return len(p), nil
	}
	return c.to.Write(p)
}

// completer gives readline the ways to complete a line.
type completer func(line string) []string

// Do implements [readline.AutoCompleter].
func (c completer) Do(line []rune, pos int) ([][]rune, int) {
	if c == nil {
		return nil, 0
	}
	before := string(line[:pos])
	word := LastWord(before)
	var rest [][]rune
	for _, whole := range c(before) {
		tail, ok := strings.CutPrefix(whole, word)
		if ok && !strings.HasSuffix(whole, "/") {
			tail += " "
		}
		if ok {
			rest = append(rest, []rune(tail))
		}
	}
	return rest, len([]rune(word))
}
