package cmdtest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/program"
	"github.com/seed353dc258/backstory/cmd/backstory/schema"
)

// Answer runs a command line in this process and returns its one document and
// exit code.
func Answer(t *testing.T, ctx context.Context, input string, args ...string) (doc map[string]any, code int) {
	t.Helper()
	var out, talk bytes.Buffer
	code = program.Run(ctx, args, &cli.Terminal{In: strings.NewReader(input), Out: &out, Err: &talk})
	return Document(t, args, code, &out, talk.String()), code
}

// Document returns the one document that a command line has printed, which must be
// valid and fit the exit code.
func Document(t *testing.T, args []string, code int, out io.Reader, talk string) (doc map[string]any) {
	t.Helper()
	d := json.NewDecoder(out)
	if err := d.Decode(&doc); err != nil {
		t.Fatalf("%q: no document: %v\n%s", args, err, talk)
	}
	if err := d.Decode(new(any)); !errors.Is(err, io.EOF) {
		t.Fatalf("%q: more than one document", args)
	}
	if err := SchemaOf(t, "envelope").Validate(doc); err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	if wrong := len(doc["errors"].([]any)) > 0; wrong != (code >= cli.ExitError) && code != cli.ExitStale && code != cli.ExitFailed {
		t.Errorf("%q: exit code %d with the errors %v", args, code, doc["errors"])
	}
	return doc
}

// SchemaOf is a schema that the command schema prints, as a validator has it.
func SchemaOf(t *testing.T, name string) *jsonschema.Resolved {
	t.Helper()
	text, err := schema.Text(name)
	if err != nil {
		t.Fatal(err)
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	r, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
