package scope_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/scope"
)

func TestScopes(t *testing.T) {
	s, err := scope.New(scope.Local, "ida", "Caelum")
	if err != nil || s.Org() != "local" || s.User() != "ida" || s.Profile() != "caelum" || s.Valid() != nil {
		t.Errorf("%+v, %v", s, err)
	}
	if s, err = s.Speaking(""); err != nil || s.Profile() != "" || s.User() != "ida" {
		t.Errorf("%+v, %v", s, err)
	}
	if err := (scope.Scope{}).Valid(); !errors.Is(err, scope.ErrScope) {
		t.Errorf("the zero value: %v", err)
	}
	for _, bad := range [][3]string{{"", "a", ""}, {"a", "", ""}, {"a\n", "b", ""}, {"a", "b", strings.Repeat("x", 129)}, {"a", "\xff", ""}} {
		if _, err := scope.New(bad[0], bad[1], bad[2]); !errors.Is(err, scope.ErrScope) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
