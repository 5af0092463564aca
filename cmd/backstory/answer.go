package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/pflag"

	"github.com/seed353dc258/backstory/internal/oneline"
)

// answerSchema is the version of the document that --json prints.
const answerSchema = 1

// answer is the one document that a command with --json prints, whatever
// happens: the command's own keys, and what went wrong.
type answer struct {
	asked    bool // --json
	lines    bool // the document is the last of several, each on a line
	command  string
	keys     any   // a struct: the command's own keys, or nil
	profiles []any // of a command on profiles; nil for others
	warnings []notice
	errors   []notice
}

// notice is a warning or an error of a document.
type notice struct {
	Code    string `json:"code"` // stable
	Message string `json:"message"`
	Count   int    `json:"count,omitempty"`   // of what a warning counts
	Profile string `json:"profile,omitempty"` // the folder
	File    string `json:"file,omitempty"`    // as the user can open it
	Place   string `json:"place,omitempty"`   // in the file
}

// The codes of notices that no converter gave.
const (
	codeConfiguration = "configuration" // something is wrong with a file of a profile
	codeError         = "error"
	codeCut           = "cut" // not all is told
	codeStale         = "stale"
	codeBug           = "bug"
	codeInterrupted   = "interrupted"
)

// line is the notice as a person is told it.
func (n notice) line() string {
	var b strings.Builder
	file, place := cmp.Or(n.File, n.Profile), n.Place
	if place != "" && '0' <= place[0] && place[0] <= '9' { // line:column, as editors have it
		file, place = file+":"+place, ""
	}
	for _, part := range []string{file, place} {
		if part != "" && !strings.HasPrefix(n.Message, part) && !strings.HasSuffix(n.Message, ": "+part) {
			b.WriteString(oneline.Safe(part) + ": ")
		}
	}
	b.WriteString(oneline.Safe(n.Message))
	if n.Count > 0 {
		b.WriteString(" (" + n.Code + ", " + strconv.Itoa(n.Count) + ")")
	}
	return b.String()
}

// addJSON declares --json.
func (t *terminal) addJSON(flags *pflag.FlagSet) {
	flags.BoolVar(&t.answer.asked, "json", false, "print one JSON document; docs/json.md says what is in it")
}

// answers sets the command's own keys of the document. Nothing is printed
// before the command ends.
func (t *terminal) answers(keys any) { t.answer.keys = keys }

// answersProfile adds what a command on profiles says of one.
func (t *terminal) answersProfile(entry any) { t.answer.profiles = append(t.answer.profiles, entry) }

// warn tells of something that cost little: the person, or with --json the
// program.
func (t *terminal) warn(n notice) {
	if t.answer.asked {
		t.answer.warnings = append(t.answer.warnings, n)
		return
	}
	t.talk("%s\n", t.paint(yellow, n.line()))
}

// fail tells of an error that does not end the command.
func (t *terminal) fail(n notice) {
	if n.File == "" { // else the line begins with its name
		t.talk("backstory: ")
	}
	t.talk("%s\n", n.line())
	t.answer.errors = append(t.answer.errors, n)
}

// end tells the error that ended a command, prints the document if there is to
// be one, and returns the exit code.
func (t *terminal) end(args []string, err error) int {
	code := exitDone
	if known := exitCode(0); errors.As(err, &known) {
		code = int(known)
	} else if err != nil {
		code = exitError
		t.answer.lines = t.answer.lines || asks(args, "--stream-json")
		t.answer.asked = t.answer.asked || t.answer.lines || asks(args, "--json")
		t.fail(notice{Code: codeOfError(err), Message: messageOf(err)})
		if errors.Is(err, context.Canceled) {
			code = exitInterrupted
		}
	}
	if !t.answer.asked {
		return code
	}
	if err := t.writeAnswer(); err != nil {
		t.talk("backstory: %v\n", err)
		return worst(code, exitError)
	}
	return code
}

// messageOf says what an error says, and of an interruption what it left.
func messageOf(err error) string {
	if errors.Is(err, context.Canceled) {
		return "interrupted; nothing was written"
	}
	return err.Error() + remedy(err)
}

// remedy says what to do where the system ran out of something that a user may
// raise; what it says by itself is the name of the error.
func remedy(err error) string {
	var start *fs.PathError
	switch {
	case errors.Is(err, syscall.EMFILE):
		return ": this process may have no more of them: raise the limit (ulimit -n 1024), or convert fewer at once (--jobs 1)"
	case errors.Is(err, syscall.ENFILE):
		return ": the system has no more of them: end other programs, or raise its limit"
	case errors.Is(err, syscall.EAGAIN) && errors.As(err, &start) && start.Op == "fork/exec":
		return ": no more processes or threads may be started: raise the limit (ulimit -u), end other programs, or convert fewer at once (--jobs 1)"
	case errors.Is(err, syscall.ENOMEM):
		return ": there is not enough memory: end other programs, or convert fewer at once (--jobs 1)"
	}
	return ""
}

func codeOfError(err error) string {
	if errors.Is(err, context.Canceled) {
		return codeInterrupted
	}
	return codeError
}

// asks reports whether a flag is among arguments that could not be read as
// flags.
func asks(args []string, flag string) bool {
	if i := slices.Index(args, "--"); i >= 0 {
		args = args[:i]
	}
	return slices.Contains(args, flag) || slices.Contains(args, flag+"=true")
}

// writeAnswer prints the document: what every document has, with the
// command's own keys between.
func (t *terminal) writeAnswer() error {
	a := &t.answer
	kind := ""
	if a.lines {
		kind = "done"
		if len(a.errors) > 0 {
			kind = "error"
		}
	}
	head, err := encode(struct {
		Type    string `json:"type,omitempty"`
		Schema  int    `json:"schema"`
		Command string `json:"command"`
	}{kind, answerSchema, a.command})
	if err != nil {
		return err
	}
	if a.profiles != nil {
		a.keys = struct {
			Profiles []any `json:"profiles"`
		}{a.profiles}
	}
	keys := []byte("{}")
	if a.keys != nil {
		if keys, err = encode(a.keys); err != nil {
			return err
		}
	}
	tail, err := encode(struct {
		Warnings []notice `json:"warnings"`
		Errors   []notice `json:"errors"`
	}{append([]notice{}, a.warnings...), append([]notice{}, a.errors...)})
	if err != nil {
		return err
	}
	var inside [][]byte
	for _, object := range [][]byte{head, keys, tail} {
		if members := object[1 : len(object)-1]; len(members) > 0 {
			inside = append(inside, members)
		}
	}
	var b bytes.Buffer
	text := slices.Concat([]byte("{"), bytes.Join(inside, []byte(",")), []byte("}\n"))
	if a.lines {
		b.Write(text)
	} else if err := json.Indent(&b, text, "", "  "); err != nil {
		return err
	}
	_, err = t.out.Write(b.Bytes())
	return err
}

// encode returns a value as JSON on one line.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}
