package cli

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"strconv"
	"strings"
	"syscall"

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

// Encode returns a value as JSON on one line.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}
