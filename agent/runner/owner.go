package runner

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"syscall"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// Owner says in words which process holds a session: this one, of a program
// with this name. One on the same machine sees by them when it is gone.
func Owner(program string) string {
	return fmt.Sprintf("%s, process %d on %s", program, os.Getpid(), machine())
}

func machine() string {
	host, err := os.Hostname()
	if err != nil {
		return "this machine"
	}
	return host
}

var ownerWords = regexp.MustCompile(`, process ([0-9]{1,9}) on (.+)$`)

// gone reports whether a holder is a process of this machine that has ended.
func gone(owner string) bool {
	m := ownerWords.FindStringSubmatch(owner)
	if m == nil || m[2] != machine() {
		return false
	}
	pid, err := strconv.Atoi(m[1])
	if err != nil || pid == os.Getpid() {
		return false
	}
	p, err := os.FindProcess(pid)
	if err != nil {
		return true // as Windows says it
	}
	defer p.Release()
	return errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone)
}

// take takes the hold on a session, also from a process that was killed.
func (r *Runner) take(ctx context.Context, sc scope.Scope, id string) (store.Lease, error) {
	lease, err := r.Store.Lease(ctx, sc, id, r.Owner, r.hold())
	var held *store.HeldError
	if errors.As(err, &held) && gone(held.Owner) {
		return r.Store.Seize(ctx, sc, id, held.Owner, r.Owner, r.hold())
	}
	return lease, err
}
