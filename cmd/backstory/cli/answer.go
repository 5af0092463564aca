package cli

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

// AnswerSchema is the version of the document that --json prints.
const AnswerSchema = 1

// answer is the one document that a command with --json prints, whatever
// happens: the command's own keys, and what went wrong.
type answer struct {
	Asked    bool   // --json, or --report
	form     string // of --report
	Lines    bool   // the document is the last of several, each on a line
	Command  string
	keys     any   // a struct: the command's own keys, or nil
	Profiles []any // of a command on profiles; nil for others
	warnings []Notice
	errors   []Notice
}

// Notice is a warning or an error of a document.
type Notice struct {
	Code    string `json:"code"` // stable
	Message string `json:"message"`
	Count   int    `json:"count,omitempty"`   // of what a warning counts
	Profile string `json:"profile,omitempty"` // the folder
	File    string `json:"file,omitempty"`    // as the user can open it
	Place   string `json:"place,omitempty"`   // in the file
}

// The codes of notices that no converter gave.
const (
	CodeConfiguration = "configuration" // something is wrong with a file of a profile
	codeError         = "error"
	CodeCut           = "cut" // not all is told
	CodeStale         = "stale"
	CodeBug           = "bug"
	codeInterrupted   = "interrupted"
)

// Line is the notice as a person is told it.
func (n Notice) Line() string {
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

// AddJSON declares --json.
func (t *Terminal) AddJSON(flags *pflag.FlagSet) {
	flags.BoolVar(&t.Answer.Asked, "json", false, "print one JSON document; docs/json.md says what is in it")
}

// Answers sets the command's own keys of the document. Nothing is printed
// before the command ends.
func (t *Terminal) Answers(keys any) { t.Answer.keys = keys }

// AnswersProfile adds what a command on profiles says of one.
func (t *Terminal) AnswersProfile(entry any) { t.Answer.Profiles = append(t.Answer.Profiles, entry) }

// Warn tells of something that cost little: the person, or with --json the
// program.
func (t *Terminal) Warn(n Notice) {
	if t.Answer.Asked {
		t.Answer.warnings = append(t.Answer.warnings, n)
		return
	}
	t.Talk("%s\n", t.Paint(Yellow, n.Line()))
}

// Fail tells of an error that does not end the command.
func (t *Terminal) Fail(n Notice) {
	if n.File == "" { // else the line begins with its name
		t.Talk("backstory: ")
	}
	t.Talk("%s\n", n.Line())
	t.Answer.errors = append(t.Answer.errors, n)
}

// End tells the error that ended a command, prints the document if there is to
// be one, and returns the exit code.
func (t *Terminal) End(args []string, err error) int {
	code := ExitDone
	if known := ExitCode(0); errors.As(err, &known) {
		code = int(known)
	} else if err != nil {
		code = ExitError
		t.Answer.Lines = t.Answer.Lines || Asks(args, "--stream-json")
		t.Answer.Asked = t.Answer.Asked || t.Answer.Lines || Asks(args, "--json")
		t.Fail(Notice{Code: CodeOfError(err), Message: MessageOf(err)})
		if errors.Is(err, context.Canceled) {
			code = ExitInterrupted
		}
	}
	if !t.Answer.Asked {
		return code
	}
	write := t.writeAnswer
	if t.Answer.form != "" {
		write = t.writeReport
	}
	if err := write(); err != nil {
		t.Talk("backstory: %v\n", err)
		return Worst(code, ExitError)
	}
	return code
}

// MessageOf says what an error says, and of an interruption what it left.
func MessageOf(err error) string {
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

// CodeOfError returns the code of the notice that tells of an error.
func CodeOfError(err error) string {
	if errors.Is(err, context.Canceled) {
		return codeInterrupted
	}
	return codeError
}

// Asks reports whether a flag is among arguments that could not be read as
// flags.
func Asks(args []string, flag string) bool {
	if i := slices.Index(args, "--"); i >= 0 {
		args = args[:i]
	}
	return slices.Contains(args, flag) || slices.Contains(args, flag+"=true")
}

// writeAnswer prints the document: what every document has, with the
// command's own keys between.
func (t *Terminal) writeAnswer() error {
	a := &t.Answer
	kind := ""
	if a.Lines {
		kind = "done"
		if len(a.errors) > 0 {
			kind = "error"
		}
	}
	head, err := Encode(struct {
		Type    string `json:"type,omitempty"`
		Schema  int    `json:"schema"`
		Command string `json:"command"`
	}{kind, AnswerSchema, a.Command})
	if err != nil {
		return err
	}
	if a.Profiles != nil {
		a.keys = struct {
			Profiles []any `json:"profiles"`
		}{a.Profiles}
	}
	keys := []byte("{}")
	if a.keys != nil {
		if keys, err = Encode(a.keys); err != nil {
			return err
		}
	}
	tail, err := Encode(struct {
		Warnings []Notice `json:"warnings"`
		Errors   []Notice `json:"errors"`
	}{append([]Notice{}, a.warnings...), append([]Notice{}, a.errors...)})
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
	if a.Lines {
		b.Write(text)
	} else if err := json.Indent(&b, text, "", "  "); err != nil {
		return err
	}
	_, err = t.Out.Write(b.Bytes())
	return err
}

// Encode returns a value as JSON on one line.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}
