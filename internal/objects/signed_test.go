package objects_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/internal/objects"
	"github.com/seed353dc258/backstory/internal/objects/s3test"
)

// Its conditions are tried by one writer alone: it compares and writes in two steps.
func TestAServerThatChecksSignatures(t *testing.T) {
	s3test.Start(t)
	t.Run("conform", func(t *testing.T) { conform(t, open(t, "s3://texts/a/b")) })
	t.Run("without a prefix", func(t *testing.T) { conform(t, open(t, "s3://other")) })
	if err := objects.Reachable(t.Context(), open(t, "s3://nobucket"), "reachable"); !errors.Is(err, objects.ErrNoBucket) {
		t.Error(err)
	}
	for name, keys := range map[string][2]string{
		"another secret": {s3test.Access, "another secret"}, "another key": {"someone", s3test.Secret},
	} {
		t.Setenv("AWS_ACCESS_KEY_ID", keys[0])
		t.Setenv("AWS_SECRET_ACCESS_KEY", keys[1])
		s := open(t, "s3://texts/a/b")
		_, _, read := objects.Read(t.Context(), s, "y", 100)
		_, _, listed := s.List(t.Context(), "", "")
		for _, err := range []error{read, listed, objects.Reachable(t.Context(), s, "reachable"), s.Delete(t.Context(), "y")} {
			if !errors.Is(err, objects.ErrDenied) || !strings.Contains(err.Error(), "see whether the keys are right") || strings.Contains(err.Error(), keys[1]) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
