package runner

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/seed353dc258/backstory/internal/pattern"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// process says which process holds a session, so that another one can tell
// whether it is still there. What a system does not say is empty.
type process struct {
	pid       int
	host      string
	boot      string // which start of the machine
	namespace string // in which the process has its number
	start     string // when the process began: numbers are given again
	machine   string // which machine, over its starts
}

// Owner says in words which process holds a session: this one, of a program
// with this name. Another one sees by them whether it is gone.
func Owner(program string) string {
	p := self()
	return fmt.Sprintf("%s, process %d on %s [boot=%s ns=%s start=%s machine=%s]", program, p.pid, p.host, p.boot, p.namespace, p.start, p.machine)
}

// OwnerName returns the part of an owner that is for people.
func OwnerName(owner string) string {
	name, _, _ := strings.Cut(owner, " [boot=")
	return strings.TrimSuffix(name, " on ")
}

func self() process {
	p := process{pid: os.Getpid(), start: startOf("self"), boot: line("/proc/sys/kernel/random/boot_id")}
	if host, err := os.Hostname(); err == nil {
		p.host = host
	}
	if ns, err := os.Readlink("/proc/self/ns/pid"); err == nil {
		p.namespace = strings.Trim(strings.TrimPrefix(ns, "pid:"), "[]")
	}
	if id := line("/etc/machine-id"); id != "" { // which nobody else is to see
		sum := sha256.Sum256([]byte("backstory " + id))
		p.machine = hex.EncodeToString(sum[:6])
	}
	return p
}

// line returns a file's one line, or "" where there is no such file.
func line(path string) string {
	b, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
}

// startOf returns when a process began, in ticks since the start of the
// machine, as proc(5) has it in field 22 of stat; "" where it is not known.
func startOf(pid string) string {
	stat := line("/proc/" + pid + "/stat")
	f := strings.Fields(stat[strings.LastIndex(stat, ")")+1:]) // behind the name, which may have blanks
	if len(f) <= 19 {
		return ""
	}
	return f[19]
}

var ownerWords = pattern.Lazy(`, process ([0-9]{1,9}) on ([^\[]*?)(?: \[boot=(\S*) ns=(\S*) start=(\S*) machine=(\S*)\])?$`)

// gone reports whether the process of a holder has ended; known is false where
// this one cannot tell, such as of another machine.
func gone(owner string) (ended, known bool) {
	m := ownerWords().FindStringSubmatch(owner)
	if m == nil {
		return false, false
	}
	pid, err := strconv.Atoi(m[1])
	if err != nil {
		return false, false
	}
	return self().outlived(process{pid: pid, host: strings.TrimSpace(m[2]), boot: m[3], namespace: m[4], start: m[5], machine: m[6]})
}

// IsGone reports whether who holds something has ended: it is not there any more
// or, on a machine out of sight, its signs of life have not moved for as long as a
// hold lasts, by this process's clock. What is held is named, apart from all else.
func (r *Runner) IsGone(what string, holder store.HeldError) bool {
	ended, known := gone(holder.Owner)
	still := r.holders.still(what, &holder)
	return known && ended || !known && still >= r.hold()
}

// SignEvery is how often a holder gives a sign of life.
func (r *Runner) SignEvery() time.Duration { return r.hold() / 3 }

// outlived is gone, for the process that asks.
func (me process) outlived(p process) (ended, known bool) {
	sameHost := p.host == me.host && me.host != ""
	switch {
	case p.boot == "" || me.boot == "": // a system that does not say: the name of the machine has to do
		return !runs(p), sameHost && p.pid != me.pid
	case p.boot != me.boot: // after a new start of the same machine nobody is left
		return true, sameHost && p.machine == me.machine && me.machine != ""
	case p.namespace == me.namespace:
		return !runs(p), true
	}
	// Another container of this machine. Where it has this one's name and number,
	// it is the one that was started again.
	return true, sameHost && p.pid == me.pid && p.start != me.start
}

// runs reports whether a process of this machine is there.
func runs(p process) bool {
	if p.start != "" {
		return startOf(strconv.Itoa(p.pid)) == p.start
	}
	found, err := os.FindProcess(p.pid)
	if err != nil {
		return false // as Windows says it
	}
	defer found.Release()
	return !errors.Is(found.Signal(syscall.Signal(0)), os.ErrProcessDone)
}

// take takes the hold on a session, also from a process that was killed.
func (r *Runner) take(ctx context.Context, sc scope.Scope, id string) (store.Lease, error) {
	lease, err := r.Store.Lease(ctx, sc, id, r.Owner, r.hold())
	var held *store.HeldError
	if !errors.As(err, &held) {
		return lease, err
	}
	if r.IsGone(id, *held) {
		return r.Store.Seize(ctx, sc, id, *held, r.Owner, r.hold())
	}
	return lease, err
}

// acquire is hold, for who has something to say: where the holder is out
// of sight and its time is up it waits until that gives a sign of life, or has
// given none for long enough.
func (c *Thread) acquire(ctx context.Context) (context.Context, func(), error) {
	var first *store.HeldError
	for {
		held, release, err := c.hold(ctx)
		var now *store.HeldError
		if !errors.As(err, &now) {
			return held, release, err
		}
		if _, known := gone(now.Owner); known || time.Now().Before(now.Until) || first != nil && *now != *first {
			return held, release, err
		}
		first = now
		select {
		case <-ctx.Done():
			return held, release, err
		case <-time.After(c.r.hold() / 30):
		}
	}
}

// maxSigns is how many holders are watched at once. Beyond it their time begins
// anew.
const maxSigns = 10_000

// still returns for how long this process has seen a holder give no sign of
// life.
func (h *holders) still(id string, held *store.HeldError) time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.signs == nil || len(h.signs) >= maxSigns {
		h.signs = map[string]sign{}
	}
	was, seen := h.signs[id]
	if !seen || was.owner != held.Owner || was.beat != held.Beat {
		was = sign{held.Owner, held.Beat, time.Now()}
		h.signs[id] = was
	}
	return time.Since(was.since)
}
