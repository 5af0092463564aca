package runner

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
)

// Only a process that has ended for certain is gone; of a holder out of sight
// one does not know.
func TestAHolderIsGoneWhenHisProcessIs(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	me := self()
	if me.boot == "" {
		t.Skip("this system does not say which start of the machine it is")
	}
	with := func(change func(*process)) process {
		p := me
		change(&p)
		return p
	}
	for what, test := range map[string]struct {
		p            process
		ended, known bool
	}{
		"itself":                              {me, false, true},
		"an ended one":                        {with(func(p *process) { p.pid = cmd.Process.Pid }), true, true},
		"a number that was given again":       {with(func(p *process) { p.start = "1" }), true, true},
		"its parent":                          {with(func(p *process) { p.pid = os.Getppid(); p.start = startOf(fmt.Sprint(p.pid)) }), false, true},
		"its container, before it was killed": {with(func(p *process) { p.namespace, p.start = "1", "1" }), true, true},
		"another container":                   {with(func(p *process) { p.namespace, p.host = "1", "other" }), true, false},
		"before the machine's last start":     {with(func(p *process) { p.boot, p.machine = "b", me.machine }), true, me.machine != "" && me.host != ""},
		"another machine of this name":        {with(func(p *process) { p.boot, p.machine = "b", "other" }), true, false},
		"a machine without a name":            {with(func(p *process) { p.host = "" }), false, true},
		"another one without a name":          {with(func(p *process) { p.host, p.boot = "", "b" }), true, false},
	} {
		if ended, known := me.outlived(test.p); known != test.known || known && ended != test.ended {
			t.Errorf("%s: ended %v, known %v", what, ended, known)
		}
	}
	for _, owner := range []string{"test", "", "test, process -1 on here", "x, process 99999999999999 on here [boot= ns= start= machine=]"} {
		if _, known := gone(owner); known {
			t.Errorf("%q is known", owner)
		}
	}
	if ended, known := gone(Owner("test")); ended || !known {
		t.Errorf("%s: %v %v", Owner("test"), ended, known)
	}
	if got := OwnerName(Owner("test")); got != fmt.Sprintf("test, process %d on %s", os.Getpid(), me.host) {
		t.Errorf("for people: %q", got)
	}
}
