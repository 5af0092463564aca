package runner

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
)

// Only a process of this machine that has ended is gone; of any other holder
// one does not know.
func TestAHolderIsGoneWhenHisProcessIs(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	ended := cmd.Process.Pid
	for owner, want := range map[string]bool{
		Owner("test"): false,
		fmt.Sprintf("test, process %d on %s", ended, machine()):        true,
		fmt.Sprintf("test, process %d on %s.other", ended, machine()):  false,
		fmt.Sprintf("test, process %d on ", ended):                     false,
		fmt.Sprintf("test, process %d on %s", os.Getppid(), machine()): false,
		"test":                     false,
		"":                         false,
		"test, process -1 on here": false,
		fmt.Sprintf("x, process 99999999999999 on %s", machine()): false,
	} {
		if got := gone(owner); got != want {
			t.Errorf("%q: %v", owner, got)
		}
	}
}
