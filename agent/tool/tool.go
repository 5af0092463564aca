// Package tool holds what a model may call: each tool with its schema, its
// words, and whether a person is asked first.
//
//   - kit.go: which tools a profile gets
//   - condense.go, registry.go: the tools of a session
//   - project.go, artifact.go, todofile.go, todo.go: what is worked on
//   - task.go, spawn.go: tasks in the background, and agents that an agent starts
//   - proposal.go: what is to change in one's own files
//   - schema.go: JSON Schema of Go types
//   - shared.go, search.go, library.go, searchfile.go, skill.go, memory.go: what is known
//   - tool.go: a tool, and making one of a Go function
//   - text: what tools say of themselves
package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/prompt"
)

// Policy says who decides about a call.
type Policy string

// The policies. Nothing is called that is denied, whoever asks.
const (
	Auto Policy = "auto" // it reads, or can be taken back
	Ask  Policy = "ask"  // a person decides; where none can, it is denied
	Deny Policy = "deny"
)

// At is where and for whom a tool is called. The model has no say in it.
type At struct {
	Scope   scope.Scope
	Session string
	Turn    int
}

// Tool is a tool.
type Tool struct {
	Name    string
	Summary string // what the model is told of it
	Schema  json.RawMessage
	Policy  Policy
	Set     string // what it belongs to, such as memory; empty where it stands alone
	// Foreign says that somebody else made the tool: its summary and its schema
	// are material.
	Foreign bool
	// Outside says that what it returns was written by others: a page, a server's
	// answer, a file.
	Outside bool
	// Reads says of a tool of somebody else's that it changes nothing and sends nothing to
	// anybody, by the word of the user.
	Reads bool
	// Serial keeps a tool from being called beside another one of the same
	// answer.
	Serial bool
	// Progress says that it tells how far something is, so that a model may call it again
	// and again while that changes.
	Progress bool
	// Unlisted says that the model is not told of the tool: another one does what
	// it does. It can be called all the same.
	Unlisted bool
	call     func(ctx context.Context, at At, arguments json.RawMessage) (string, error)
	check    func(arguments json.RawMessage) error
}

// ArgumentError is a call whose arguments are not those that the schema asks
// for. It is told to the model, which may try again.
type ArgumentError struct{ What string }

// Error implements error.
func (e *ArgumentError) Error() string { return "wrong arguments: " + e.What }

// maxArguments is how long the arguments of a call may be, in bytes.
const maxArguments = 1 << 20

// New makes a tool of a function whose arguments are the fields of a struct;
// schema.go says what they may be. It panics where they are something else,
// which a test of the program finds.
func New[T any](name, summary string, policy Policy, f func(ctx context.Context, at At, arguments T) (string, error)) Tool {
	return made(name, summary, policy, nil, f)
}

// withChoices is [New] for a tool of ours of which fields have [choices].
func withChoices[T any](name string, policy Policy, of choices, f func(ctx context.Context, at At, arguments T) (string, error)) Tool {
	return made(name, about(name), policy, of, f)
}

func made[T any](name, summary string, policy Policy, of choices, f func(ctx context.Context, at At, arguments T) (string, error)) Tool {
	schema, err := schema(reflect.TypeFor[T](), of)
	if err != nil {
		panic("tool " + name + ": " + err.Error())
	}
	return Tool{
		Name: name, Summary: strings.TrimSpace(summary), Schema: schema, Policy: policy,
		check: func(raw json.RawMessage) error {
			var arguments T
			return decode(raw, &arguments)
		},
		call: func(ctx context.Context, at At, raw json.RawMessage) (string, error) {
			var arguments T
			if err := decode(raw, &arguments); err != nil {
				return "", err
			}
			return f(ctx, at, arguments)
		},
	}
}

// NewForeign makes a tool of somebody else's. Its arguments are an object that
// the schema allows, as far as the schema can be read. The schema is taken as it
// is; what comes back is fenced.
func NewForeign(name, summary string, schema json.RawMessage, policy Policy, f func(ctx context.Context, arguments json.RawMessage) (string, error)) Tool {
	check := foreignCheck(schema)
	return Tool{
		Name: name, Summary: strings.TrimSpace(summary), Schema: schema, Policy: policy, Foreign: true, Outside: true, check: check,
		call: func(ctx context.Context, _ At, raw json.RawMessage) (string, error) {
			if err := check(raw); err != nil {
				return "", err
			}
			text, err := f(ctx, raw)
			if err != nil {
				return "", err
			}
			return Fenced(name, text), nil
		},
	}
}

// foreignCheck returns what holds arguments to a schema. Of one that cannot be
// read, it is enough that they are an object.
func foreignCheck(schema json.RawMessage) func(json.RawMessage) error {
	var s jsonschema.Schema
	var resolved *jsonschema.Resolved
	if json.Unmarshal(schema, &s) == nil {
		if r, err := s.Resolve(nil); err == nil {
			resolved = r
		}
	}
	return func(raw json.RawMessage) error {
		if len(raw) > maxArguments {
			return tooLong(raw)
		}
		var object map[string]any
		if err := json.Unmarshal(raw, &object); err != nil || object == nil {
			return &ArgumentError{"they are not an object"}
		}
		if resolved != nil {
			if err := resolved.Validate(object); err != nil {
				return &ArgumentError{shortened(err.Error(), 2000)}
			}
		}
		return nil
	}
}

func tooLong(raw json.RawMessage) error {
	return &ArgumentError{fmt.Sprintf("%d bytes, and there may be %d", len(raw), maxArguments)}
}

// decode reads arguments strictly: a field that is not known is a mistake that
// the model should hear of, and so is one that is missing.
func decode(raw json.RawMessage, into any) error {
	if len(raw) > maxArguments {
		return tooLong(raw)
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return &ArgumentError{strings.TrimPrefix(err.Error(), "json: ")}
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return &ArgumentError{"something follows the object"}
	}
	var have map[string]json.RawMessage
	if err := json.Unmarshal(raw, &have); err != nil {
		return &ArgumentError{err.Error()}
	}
	return check(reflect.ValueOf(into).Elem(), have)
}

// maxResult is how much of a result the model is given, in bytes.
const maxResult = 48 << 10

// Check says what is wrong with arguments, before anybody is asked about the
// call. It is an [ArgumentError].
func (t *Tool) Check(arguments json.RawMessage) error { return t.check(arguments) }

// unlisted returns a tool of which the model is not told.
func unlisted(t Tool) Tool {
	t.Unlisted = true
	return t
}

// Call calls the tool. The result is bounded, and so is an error: of a longer
// one the start is given, and a line that says so. A panic of the tool is an
// error.
func (t *Tool) Call(ctx context.Context, at At, arguments json.RawMessage) (result string, err error) {
	defer func() {
		if v := recover(); v != nil {
			result, err = "", fmt.Errorf("the tool %s has a bug: %v", t.Name, v)
		}
	}()
	result, err = t.call(ctx, at, arguments)
	switch {
	case err == nil:
		return bounded(result), nil
	case len(err.Error()) > maxResult:
		return "", fmt.Errorf("%s", bounded(err.Error()))
	}
	return "", err
}

func bounded(text string) string { return shortened(text, maxResult) }

// shortened gives the start of a text, to the end of a line where it has lines,
// and says that it goes on.
func shortened(text string, most int) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if len(text) <= most {
		return text
	}
	at := strings.LastIndexByte(text[:most], '\n')
	if at < most/2 {
		at = len(strings.ToValidUTF8(text[:most], ""))
	}
	return fmt.Sprintf("%s\n[%d of %d bytes are shown: ask for less at once]", text[:at], at, len(text))
}

// Fenced fences what somebody else wrote ([prompt.Quote]). It is cut before, so
// that the end of the fence is never cut off.
func Fenced(source, text string) string {
	for most := maxResult * 2 / 3; ; most /= 2 {
		out := prompt.Quote(source, shortened(text, most))
		if len(out) < maxResult*9/10 || most < 16 {
			return out
		}
	}
}
