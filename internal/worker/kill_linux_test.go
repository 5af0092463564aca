package worker_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/internal/worker"
	"github.com/seed353dc258/backstory/internal/worker/workertest"
)

// TestKilledChildrenCostLittle kills children at random moments: while they start,
// wait, read and answer. A source is lost only where it is killed twice.
func TestKilledChildrenCostLittle(t *testing.T) {
	p := pool(t)
	stop := make(chan struct{})
	kills := make(chan int)
	var ended, done atomic.Int64
	go func() {
		random, n, was, left := rand.New(rand.NewPCG(1, 2)), 0, int64(0), 3
		for {
			select {
			case <-stop:
				kills <- n
				return
			case <-time.After(time.Duration(1+random.IntN(30)) * time.Millisecond):
			}
			if now := done.Load(); now > was {
				was, left = now, 3
			}
			if left == 0 {
				continue // a busy machine has no child ready before the next kill
			}
			if pids := workertest.Children(os.Getpid()); len(pids) > 0 && syscall.Kill(pids[random.IntN(len(pids))], syscall.SIGKILL) == nil {
				n++
				left--
			}
		}
	}()
	var group sync.WaitGroup
	for i := range 6 {
		group.Go(func() {
			for j := range 40 {
				text := "slow"
				if j%2 == 0 {
					text = fmt.Sprintf("Text %d of %d.", j, i)
				}
				got, err := p.Convert(context.Background(), job(text))
				switch {
				case errors.Is(err, ingest.ErrEnded):
					ended.Add(1)
				case err != nil:
					t.Errorf("%s: %v", text, err)
				case got.Text != text:
					t.Errorf("%s: it became %q", text, got.Text)
				default:
					done.Add(1)
				}
			}
		})
	}
	group.Wait()
	close(stop)
	n := <-kills
	t.Logf("%d kills: %d sources converted, %d lost", n, done.Load(), ended.Load())
	if n == 0 || done.Load() == 0 {
		t.Errorf("%d kills, %d sources lost, %d converted: the test shows nothing", n, ended.Load(), done.Load())
	}
	if 2*int(ended.Load()) > n {
		t.Errorf("%d kills cost %d sources", n, ended.Load())
	}
	time.Sleep(50 * time.Millisecond) // until the end of the last one is known here
	if got, err := p.Convert(context.Background(), job("After all.")); err != nil || got.Text != "After all." {
		t.Errorf("afterwards: %v, %v", got, err)
	}
}

// A child that is killed while it waits costs nothing.
func TestChildThatIsKilledWhileItWaitsIsReplaced(t *testing.T) {
	p := pool(t)
	if _, err := p.Convert(context.Background(), job("One.")); err != nil {
		t.Fatal(err)
	}
	for _, pid := range workertest.Children(os.Getpid()) {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
	}
	for len(workertest.Children(os.Getpid())) > 0 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(50 * time.Millisecond) // until its end is known here
	if got, err := p.Convert(context.Background(), job("Two.")); err != nil || got.Text != "Two." {
		t.Errorf("%v, %v", got, err)
	}
}

// The system's own limit holds where the parent's clock does not.
func TestProcessorTimeEndsAChild(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds of processor time")
	}
	p := pool(t)
	p.Deadline = func(_ int64, pages int) time.Duration {
		if pages > 0 {
			return 0
		}
		return patience
	}
	began := time.Now()
	if _, err := p.Convert(context.Background(), job("hang")); !errors.Is(err, ingest.ErrTimeout) || !strings.Contains(err.Error(), "processor") {
		t.Errorf("after %s: %v", time.Since(began), err)
	}
	if got, err := p.Convert(context.Background(), job("Next.")); err != nil || got.Text != "Next." {
		t.Errorf("afterwards: %v, %v", got, err)
	}
}

// A source whose child ends by a signal is tried once more, alone. It is the
// source's fault where that child ends, too, and another source can be read.
func TestSourceThatEndsItsChildrenIsToBlame(t *testing.T) {
	p := pool(t)
	for _, text := range []string{"die", "starve"} {
		_, err := p.Convert(context.Background(), job(text))
		if !errors.Is(err, ingest.ErrEnded) || errors.Is(err, converters.ErrMachine) || !strings.Contains(err.Error(), "twice") {
			t.Errorf("%s: %v", text, err)
		}
		if got, err := p.Convert(context.Background(), job("Next.")); err != nil || got.Text != "Next." {
			t.Errorf("after %s: %v, %v", text, got, err)
		}
	}
}

// A child that is killed once, while it works, costs nothing.
func TestSourceIsTriedOnceMore(t *testing.T) {
	p := pool(t)
	stop, killed := make(chan struct{}), make(chan bool)
	go func() {
		for {
			select {
			case <-stop:
				killed <- false
				return
			case <-time.After(time.Millisecond):
			}
			// A child at work has its pipes and has used a little time.
			if pids := workertest.Children(os.Getpid()); len(pids) > 0 {
				time.Sleep(150 * time.Millisecond)
				killed <- syscall.Kill(pids[0], syscall.SIGKILL) == nil
				return
			}
		}
	}()
	got, err := p.Convert(context.Background(), job("pages 150ms"))
	close(stop)
	if !<-killed || err != nil || got.Text != "three pages" {
		t.Errorf("%v, %v", got, err)
	}
}

// Where every child is killed, no source is to blame.
func TestWhereEveryChildIsKilledTheMachineIsToBlame(t *testing.T) {
	p := &worker.Pool{Arguments: []string{asDoomed}}
	t.Cleanup(p.Close)
	if _, err := p.Convert(context.Background(), job("One.")); !errors.Is(err, converters.ErrMachine) || !errors.Is(err, ingest.ErrEnded) {
		t.Errorf("the error is %v", err)
	}
}
