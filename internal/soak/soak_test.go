package soak_test

import (
	"testing"

	"github.com/seed353dc258/backstory/internal/soak"
)

func TestSizeIsAShareOfTheFigure(t *testing.T) {
	for _, c := range []struct {
		percent string
		want    int
	}{{"", 100}, {"100", 10_000}, {"0.001", 1}, {"250", 25_000}} {
		t.Setenv("BACKSTORY_SOAK", c.percent)
		if got := soak.Size(t, 10_000); got != c.want {
			t.Errorf("BACKSTORY_SOAK=%q: %d cases, want %d", c.percent, got, c.want)
		}
	}
}
