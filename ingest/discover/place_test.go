package discover

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"sync"
	"testing"
	"time"
)

// openShuffled lists names in a random order, as file systems may, and holds
// some calls up.
func openShuffled(profile *os.Root, real string) (place, error) {
	p, err := openPlace(profile, real)
	return shuffled{p}, err
}

type shuffled struct{ place }

func (s shuffled) list(buf []byte, most int) ([]listed, error) {
	all, err := s.place.list(buf, most)
	rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all, err
}

func (s shuffled) sub(name string) (place, error) {
	if rand.IntN(4) == 0 {
		runtime.Gosched()
	}
	p, err := s.place.sub(name)
	if err != nil {
		return nil, err
	}
	return shuffled{p}, nil
}

// openUnknown does not say in a listing what a name is, as some file systems
// do not.
func openUnknown(profile *os.Root, real string) (place, error) {
	p, err := openPlace(profile, real)
	return unknown{p}, err
}

type unknown struct{ place }

func (u unknown) list(buf []byte, most int) ([]listed, error) {
	all, err := u.place.list(buf, most)
	for i := range all {
		all[i].kind = kindUnknown
	}
	return all, err
}

func (u unknown) sub(name string) (place, error) {
	p, err := u.place.sub(name)
	if err != nil {
		return nil, err
	}
	return unknown{p}, nil
}

// All descriptors are closed, after success, a limit and an end in between.
func TestFoldersAreClosed(t *testing.T) {
	names := []string{}
	for i := range 400 {
		names = append(names, fmt.Sprintf("d%02d/e%02d/%d.md", i%7, i%11, i))
	}
	root := makeProfile(t, files(names...))
	count := &counted{}
	for _, opts := range []Options{{}, {MaxFiles: 50}, {Jobs: 1}, {Jobs: 8, MaxFiles: 300}} {
		_, _ = newWalker(root, opts, count.openPlace).inventory(t.Context()) // the error is that of the limit
	}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Microsecond)
	defer cancel()
	_, _ = newWalker(root, Options{}, count.openPlace).inventory(ctx) // ended or not, as it happens
	count.mu.Lock()
	defer count.mu.Unlock()
	if count.open != 0 || count.all < 20 {
		t.Errorf("%d of %d folders are still open", count.open, count.all)
	}
	if count.most > 8*3+8 {
		t.Errorf("%d folders were open at once", count.most)
	}
}

// counted counts open folders.
type counted struct {
	mu              sync.Mutex
	open, most, all int
}

func (c *counted) openPlace(profile *os.Root, real string) (place, error) {
	p, err := openPlace(profile, real)
	return c.wrap(p, err)
}

func (c *counted) wrap(p place, err error) (place, error) {
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open++
	c.all++
	c.most = max(c.most, c.open)
	return countedPlace{p, c}, nil
}

type countedPlace struct {
	place
	c *counted
}

func (p countedPlace) sub(name string) (place, error) { return p.c.wrap(p.place.sub(name)) }

func (p countedPlace) close() error {
	p.c.mu.Lock()
	p.c.open--
	p.c.mu.Unlock()
	return p.place.close()
}
