package proposals_test

import (
	"os/exec"
	"regexp"
	"testing"

	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
)

// The example in docs/proposals.md is run as it is written: its files, its
// commands, and what they print.
func TestTheExampleOfProposalsRuns(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	text := cmdtest.ReadPage(t, "docs", "proposals.md")
	made := map[string]string{}
	files := regexp.MustCompile("In `([a-z/._]+)`[^`]*(?:`[^`\n]+`[^`]*)*?\n\n```[a-z]+\n((?s).*?)```").FindAllStringSubmatch(text, -1)
	for _, f := range files {
		made[f[1]] = f[2]
	}
	if len(made) != 3 {
		t.Fatalf("%d files in docs/proposals.md, want 3", len(made))
	}
	cmdtest.Console(t, text, 16, made)
}
