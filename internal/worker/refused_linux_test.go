package worker_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/internal/worker"
)

// A system that does not let a child be confined is at fault, unless its user
// allows less.
func TestSystemThatRefusesToConfineIsAtFault(t *testing.T) {
	p := &worker.Pool{Arguments: []string{asOpen}}
	t.Cleanup(p.Close)
	_, err := p.Convert(t.Context(), job("One."))
	if !errors.Is(err, converters.ErrMachine) || !strings.Contains(err.Error(), "seccomp") || !strings.Contains(err.Error(), "--isolate=reduced") {
		t.Errorf("the error is %v", err)
	}
	p.Which = worker.IsolateReduced
	if got, err := p.Convert(t.Context(), job("One.")); err != nil || got.Text != "One." {
		t.Errorf("where less is allowed: %v, %v", got, err)
	}
}
