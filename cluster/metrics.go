package cluster

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/seed353dc258/backstory/ingest"
)

// Metrics count what a worker did.
type Metrics struct {
	Chunks, GivenBack, Poison atomic.Int64
	running                   atomic.Int64

	mu      sync.Mutex
	formats map[string]*formatCount
}

// formatCount is what was done of a format.
type formatCount struct {
	sources int64
	took    time.Duration
}

// converted counts sources that were converted together, in a time that they share by
// their size.
func (m *Metrics) converted(outcomes []ingest.Outcome, took time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.formats == nil {
		m.formats = map[string]*formatCount{}
	}
	all := int64(0)
	for i := range outcomes {
		all += outcomes[i].Bytes + 1
	}
	for i := range outcomes {
		o, name := &outcomes[i], "none"
		if o.Chapter != nil {
			name = o.Chapter.Format
		}
		c := m.formats[name]
		if c == nil {
			c = &formatCount{}
			m.formats[name] = c
		}
		c.sources++
		c.took += time.Duration(float64(took) * float64(o.Bytes+1) / float64(all))
	}
}
