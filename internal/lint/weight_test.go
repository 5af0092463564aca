package lint_test

import (
	"testing"

	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/internal/docs"
	"github.com/seed353dc258/backstory/internal/lint"
	"github.com/seed353dc258/backstory/internal/pipeline"
)

// TestEveryCodeHasAWeight holds the table of weights to the codes that there are: a new
// one is put in it by a person.
func TestEveryCodeHasAWeight(t *testing.T) {
	registry, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	var known []string
	for _, c := range docs.Codes(registry) {
		known = append(known, c.Code)
	}
	for _, c := range pipeline.Failures() {
		known = append(known, c.Code)
	}
	if len(known) < 100 {
		t.Fatalf("%d codes", len(known))
	}
	for _, code := range known {
		if !lint.HasWeight(code) {
			t.Errorf("%s has no weight: add it to the table in weight.go", code)
		}
	}
}
