package ingest_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/ingest"
)

func TestRecentIsBounded(t *testing.T) {
	var r ingest.Recent[int]
	large := func() *ingest.Chapter { return &ingest.Chapter{Text: strings.Repeat("x", 10<<20)} }
	one, two, three := large(), large(), large()
	r.Put(1, one)
	r.Put(2, two)
	r.Put(3, three)
	if r.Get(1) != one || r.Get(4) != nil {
		t.Error("what was put is not there, or what was not is")
	}
	r.Put(4, large()) // 40 MiB are too many
	if r.Get(2) != nil || r.Get(1) == nil || r.Get(3) == nil || r.Get(4) == nil {
		t.Error("that which was not asked for the longest time has to go")
	}
	r.Put(1, large())
	if r.Get(1) != one {
		t.Error("what is there is replaced")
	}
	r.Put(5, &ingest.Chapter{Text: strings.Repeat("x", 33<<20)})
	if r.Get(5) != nil || r.Get(3) == nil {
		t.Error("what is larger than all that may be kept is kept")
	}
}
