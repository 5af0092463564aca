package program_test

import (
	"bytes"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
)

// mostAtStart is how many bytes our packages may take before the program begins.
// Every command pays for it.
const mostAtStart = 300_000

// What a run may not need is made when it is asked for.
func TestPackagesTakeLittleAtStart(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), "backstory", "version")
	cmd.Env = append(cmd.Environ(), "GODEBUG=inittrace=1")
	var trace bytes.Buffer
	cmd.Stderr = &trace
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	sum := 0
	for _, m := range regexp.MustCompile(`(?m)^init github\.com/seed353dc258/backstory/\S+ @.* clock, ([0-9]+) bytes`).FindAllSubmatch(trace.Bytes(), -1) {
		n, err := strconv.Atoi(string(m[1]))
		if err != nil {
			t.Fatal(err)
		}
		sum += n
	}
	t.Logf("%d bytes", sum)
	if sum == 0 || sum > mostAtStart {
		t.Errorf("our packages take %d bytes before the program begins, at most %d are expected\n%s", sum, mostAtStart, trace.String())
	}
}
