package program_test

import (
	"bytes"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
)

// How many bytes our packages, and all with those of others, may take before the program
// begins. Every command pays for it. The program of the tests has packages for them, too.
const (
	mostOfOurs = 200_000
	mostOfAll  = 1_200_000
)

// What a run may not need is made when it is asked for.
func TestPackagesTakeLittleAtStart(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), "backstory", "version")
	cmd.Env = append(cmd.Environ(), "GODEBUG=inittrace=1")
	var trace bytes.Buffer
	cmd.Stderr = &trace
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	ours, all := 0, 0
	for _, m := range regexp.MustCompile(`(?m)^init (\S+) @.* clock, ([0-9]+) bytes`).FindAllSubmatch(trace.Bytes(), -1) {
		n, err := strconv.Atoi(string(m[2]))
		if err != nil {
			t.Fatal(err)
		}
		if all += n; bytes.HasPrefix(m[1], []byte("github.com/seed353dc258/backstory/")) {
			ours += n
		}
	}
	t.Logf("%d bytes, %d of them of our packages", all, ours)
	if ours == 0 || ours > mostOfOurs || all > mostOfAll {
		t.Errorf("packages take %d bytes before the program begins, %d of them ours: at most %d and %d are expected\n%s", all, ours, mostOfAll, mostOfOurs, trace.String())
	}
}
