package shared_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/seed353dc258/backstory/ingest/shared"
	"github.com/seed353dc258/backstory/internal/objects"
)

// unread is a store of which some packs cannot be read for now.
type unread struct {
	shared.Store
	left atomic.Int64 // how many reads of packs fail
}

func (u *unread) Get(ctx context.Context, name string) (io.ReadCloser, objects.Info, error) {
	if strings.Contains(name, "/packs/") && u.left.Add(-1) >= 0 {
		return nil, objects.Info{}, errors.New("reset")
	}
	return u.Store.Get(ctx, name)
}

// Who joins small packs takes away none that they could not read, and none of another version of
// the program.
func TestJoiningTakesNothingAway(t *testing.T) {
	store := &unread{Store: folder(t)}
	for i := range 16 {
		publish(t, store.Store, "team", 1, i, i+1)
	}
	store.left.Store(2)
	publish(t, store, "team", 1, 16, 17)
	c := open(t, store.Store, "team", 0, 1)
	if n := found(t, c, 0, 17); n != 17 {
		t.Errorf("%d of 17 chapters are left", n)
	}
	if s, err := c.State(); err != nil || s.Packs != 3 {
		t.Errorf("%+v, %v", s, err)
	}

	old := folder(t)
	for i := range 20 {
		c := open(t, old, "team", 1, 1)
		c.Put(source(i), chapter("x"))
		before := chapter("y")
		before.Version--
		c.Put(source(100+i), before)
		if err := c.Publish(); err != nil {
			t.Fatal(err)
		}
	}
	publish(t, old, "team", 1, 20, 21)
	if s, err := open(t, old, "team", 0, 1).State(); err != nil || s.Packs != 21 || s.Chapters != 41 {
		t.Errorf("%+v, %v", s, err)
	}
}
