package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"github.com/spf13/pflag"
)

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
	write := t.Answer.write
	if t.Answer.form != "" {
		write = t.Answer.writeReport
	}
	if err := write(t.Out); err != nil {
		t.Talk("backstory: %v\n", err)
		return Worst(code, ExitError)
	}
	return code
}

// write prints the document: what every document has, with the command's own
// keys between.
func (a *answer) write(to io.Writer) error {
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
	_, err = to.Write(b.Bytes())
	return err
}

// Asks reports whether a flag is among arguments that could not be read as
// flags.
func Asks(args []string, flag string) bool {
	if i := slices.Index(args, "--"); i >= 0 {
		args = args[:i]
	}
	return slices.Contains(args, flag) || slices.Contains(args, flag+"=true")
}
