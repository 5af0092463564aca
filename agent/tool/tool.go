// Package tool holds what a model may call: each tool with its schema, its
// words, and whether a person is asked first.
//
//   - tool.go: a tool, and making one of a Go function
//   - schema.go: JSON Schema of Go types
//   - registry.go: the tools of a session
//   - memory.go, library.go: the tools that come with the program
//   - text: what they say of themselves
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

	"github.com/seed353dc258/backstory/agent/scope"
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
	// Serial keeps a tool from being called beside another one of the same
	// answer.
	Serial bool
	call   func(ctx context.Context, at At, arguments json.RawMessage) (string, error)
}

// ArgumentError is a call whose arguments are not those that the schema asks
// for. It is told to the model, which may try again.
type ArgumentError struct{ What string }

// Error implements error.
func (e *ArgumentError) Error() string { return "wrong arguments: " + e.What }

// maxArguments is how long the arguments of a call may be, in bytes.
const maxArguments = 1 << 20

// New makes a tool of a function whose arguments are the fields of a struct;
// see [Schema] for what they may be. It panics where they are something else,
// which a test of the program finds.
func New[T any](name, summary string, policy Policy, f func(ctx context.Context, at At, arguments T) (string, error)) Tool {
	schema, err := Schema(reflect.TypeFor[T]())
	if err != nil {
		panic("tool " + name + ": " + err.Error())
	}
	return Tool{
		Name: name, Summary: strings.TrimSpace(summary), Schema: schema, Policy: policy,
		call: func(ctx context.Context, at At, raw json.RawMessage) (string, error) {
			var arguments T
			if err := decode(raw, &arguments); err != nil {
				return "", err
			}
			return f(ctx, at, arguments)
		},
	}
}

// decode reads arguments strictly: a field that is not known is a mistake that
// the model should hear of, and so is one that is missing.
func decode(raw json.RawMessage, into any) error {
	if len(raw) > maxArguments {
		return &ArgumentError{fmt.Sprintf("%d bytes, and there may be %d", len(raw), maxArguments)}
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return &ArgumentError{strings.TrimPrefix(err.Error(), "json: ")}
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return &ArgumentError{"something stands behind the object"}
	}
	var have map[string]json.RawMessage
	if err := json.Unmarshal(raw, &have); err != nil {
		return &ArgumentError{err.Error()}
	}
	return check(reflect.ValueOf(into).Elem(), have)
}

// maxResult is how much of a result the model is given, in bytes.
const maxResult = 48 << 10

// Call calls the tool. The result is bounded: of a longer one the begin is
// given, and a line that says so. A panic of the tool is an error.
func (t *Tool) Call(ctx context.Context, at At, arguments json.RawMessage) (result string, err error) {
	defer func() {
		if v := recover(); v != nil {
			result, err = "", fmt.Errorf("the tool %s has a bug: %v", t.Name, v)
		}
	}()
	result, err = t.call(ctx, at, arguments)
	if err != nil {
		return "", err
	}
	return bounded(result), nil
}

func bounded(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if len(text) <= maxResult {
		return text
	}
	cut := strings.LastIndexByte(text[:maxResult], '\n')
	if cut < maxResult/2 {
		cut = len(strings.ToValidUTF8(text[:maxResult], ""))
	}
	return fmt.Sprintf("%s\n[%d of %d bytes are shown: ask for less at once]", text[:cut], cut, len(text))
}
