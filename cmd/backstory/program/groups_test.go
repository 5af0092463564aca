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

// A command that is asked for is the only one that is made, with the same help as among all.
func TestACommandIsMadeByItsName(t *testing.T) {
	all := program.NewRoot(&cli.Terminal{In: strings.NewReader("")})
	for name, root := range program.Names(&cli.Terminal{In: strings.NewReader("")}) {
		one := root.Commands()
		if len(one) != 1 || one[0].Name() != name {
			t.Errorf("%s makes %d commands", name, len(one))
			continue
		}
		among, _, err := all.Find([]string{name})
		if err != nil || among.Name() != name || among.UsageString() != one[0].UsageString() {
			t.Errorf("%s is another command alone: %v\n%s\n%s", name, err, among.UsageString(), one[0].UsageString())
		}
	}
}
