package program_test

import (
	"context"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
	"github.com/seed353dc258/backstory/cmd/backstory/program"
)

func TestMain(m *testing.M) { cmdtest.Main(m, nil) }

func TestScripts(t *testing.T) { cmdtest.Scripts(t) }

type panicking struct{}

func (panicking) Write([]byte) (int, error) { panic("boom") }

func TestABugHasItsOwnExitCode(t *testing.T) {
	var talk strings.Builder
	code := program.Run(context.Background(), []string{"version"}, &cli.Terminal{Out: panicking{}, Err: &talk})
	if code != cli.ExitBug || !strings.Contains(talk.String(), "boom") {
		t.Errorf("exit code %d: %s", code, talk.String())
	}
}
