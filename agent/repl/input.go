package repl

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/ergochat/readline"
)

// maxInput is how much a person may say at once, in bytes.
const maxInput = 1 << 20

// errInterrupt is what a reader returns when a person presses Ctrl-C.
var errInterrupt = errors.New("interrupted")

// Lines reads what a person says, a line at a time.
type Lines interface {
	// Line shows a prompt where somebody can see it and returns the next line
	// without its end. It returns [io.EOF] behind the last one.
	Line(prompt string) (string, error)
	Close() error
}

// pipe reads from what is no terminal, and shows no prompt.
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

// Close implements [Lines].
func (p *pipe) Close() error { return nil }

// keyboard reads from a terminal, with editing, history and completion.
type keyboard struct{ rl *readline.Instance }

// Keyboard says how to read from a terminal.
type Keyboard struct {
	In       *os.File
	Out      io.Writer
	History  string // the file of what was said before; empty keeps none
	Complete func(line string) []string
}

// Open returns the lines of the terminal.
func (k Keyboard) Open() (Lines, error) {
	rl, err := readline.NewFromConfig(&readline.Config{
		Stdin: k.In, Stdout: k.Out, Stderr: k.Out,
		HistoryFile: k.History, HistoryLimit: 1000, HistorySearchFold: true, Undo: true,
		AutoComplete: completer(k.Complete), InterruptPrompt: "^C", EOFPrompt: "",
	})
	if err != nil {
		return nil, fmt.Errorf("opening the terminal: %w", err)
	}
	return &keyboard{rl}, nil
}

// Line implements [Lines].
func (k *keyboard) Line(prompt string) (string, error) {
	k.rl.SetPrompt(prompt)
	line, err := k.rl.ReadLine()
	if errors.Is(err, readline.ErrInterrupt) {
		return "", errInterrupt
	}
	return line, err
}

// Close implements [Lines]. It gives the terminal back as it was.
func (k *keyboard) Close() error { return k.rl.Close() }

// completer gives readline what a line may go on with.
type completer func(line string) []string

// Do implements [readline.AutoCompleter].
func (c completer) Do(line []rune, pos int) ([][]rune, int) {
	if c == nil {
		return nil, 0
	}
	before := string(line[:pos])
	word := before[strings.LastIndexByte(before, ' ')+1:]
	var rest [][]rune
	for _, whole := range c(before) {
		if tail, ok := strings.CutPrefix(whole, word); ok {
			rest = append(rest, []rune(tail+" "))
		}
	}
	return rest, len([]rune(word))
}

// more is the prompt of the lines behind the first.
const more = "… "

// block is the line that opens and closes a text of several lines.
const block = `"""`

// ask reads what a person says: one line, or several where a line ends with a
// backslash, or all between two lines of three quotes.
func ask(l Lines, prompt string) (string, error) {
	line, err := l.Line(prompt)
	if err != nil {
		return "", err
	}
	if strings.TrimSpace(line) == block {
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
		if errors.Is(err, io.EOF) || err == nil && strings.TrimSpace(line) == block {
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
