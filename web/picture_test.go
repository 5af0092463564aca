package web

import (
	"errors"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/converters/pdf"
)

// A page that cannot be drawn is tried again after a while, and not for each view.
func TestAPageThatFailsIsNotDrawnForEachView(t *testing.T) {
	var d drawings
	start, fault := time.Now(), errors.New("too slow")
	tries := 0
	for _, one := range []struct {
		after time.Duration
		err   error // of drawing it
		want  error
		tries int
	}{
		{0, fault, fault, 1}, {time.Second, nil, fault, 1}, {failedTime + time.Second, nil, nil, 2}, {2 * failedTime, fault, nil, 2},
	} {
		got, err := d.once("a 1", start.Add(one.after), func() (*pdf.Drawing, error) {
			tries++
			return &pdf.Drawing{PNG: []byte("png")}, one.err
		})
		if !errors.Is(err, one.want) || (got == nil) != (one.want != nil) || tries != one.tries {
			t.Errorf("after %s: %v, %v, %d tries", one.after, got, err, tries)
		}
	}
}
