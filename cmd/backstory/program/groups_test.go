package program_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/program"
)

// TestEveryCommandIsInAGroup: one that is in none comes last in the help, by itself.
func TestEveryCommandIsInAGroup(t *testing.T) {
	root := program.NewRoot(&cli.Terminal{In: strings.NewReader("")})
	for _, cmd := range root.Commands() {
		if cmd.GroupID == "" && !cmd.Hidden {
			t.Errorf("%s is in no group", cmd.Name())
		}
	}
}
