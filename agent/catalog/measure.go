package catalog

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/seed353dc258/backstory/agent/model/measure"
)

// Windows that are certain where nobody knows one. Servers on a desk load a model with a
// small one, unless they are told, and cut what is longer from the front without a
// word. One behind https refuses what is too long, which is heard.
const (
	certainWindow = 4 << 10
	hostedWindow  = 32 << 10
)

func certain(address string) int {
	if strings.HasPrefix(address, "https:") {
		return hostedWindow
	}
	return certainWindow
}

// How long a server may take to say what its models can do, and how long that holds: it
// may be started again with other settings.
const (
	askTime    = 2 * time.Second
	heldFor    = 5 * time.Minute
	unknownFor = 20 * time.Second
)

// measured is what a server said of a model.
type measured struct {
	measure.Told
	images bool // it was asked about them, too
	until  time.Time
}

// answers are what servers said of their models, by full name and address.
type answers struct{ kept sync.Map }

// of returns what the server of a model says of it, and asks only where it was not
// asked lately.
func (a *answers) of(ctx context.Context, m Model, images bool) measured {
	key := m.Full + " " + m.at.URL
	known, ok := a.kept.Load(key)
	said, _ := known.(measured)
	if ok && time.Now().Before(said.until) && (said.images || !images) {
		return said
	}
	ctx, stop := context.WithTimeout(ctx, askTime)
	defer stop()
	said = measured{m.ask(ctx, m.at, m.Name, images), images, time.Now().Add(heldFor)}
	if said.Window <= 0 && said.Images == nil {
		said.until = time.Now().Add(unknownFor)
	}
	a.kept.Store(key, said)
	return said
}

// TakesImages reports whether a model takes images: what the user says counts, then
// what its server says, then what is known of its name.
func (c *Catalog) TakesImages(ctx context.Context, m Model) bool {
	if m.images != nil {
		return *m.images
	}
	if m.at.URL != "" {
		if said := c.said.of(ctx, m, true); said.Images != nil {
			return *said.Images
		}
	}
	return m.Caps.Images
}

// Measure returns a model with what its server says that it can do, where the user did
// not say how much it takes. The note, if there is one, says that nobody knows that.
func (c *Catalog) Measure(ctx context.Context, m Model) (_ Model, note string) {
	if !m.Caps.Guessed {
		return m, ""
	}
	if said := c.said.of(ctx, m, false); said.Window > 0 {
		m.Caps.Window, m.Caps.Guessed = said.Window, false
	} else {
		note = fmt.Sprintf(`%s does not say how many tokens it takes: no more than %d are sent and answered; "window" of its provider in %s says how many it takes`,
			m.Full, m.Caps.Window, ConfigName)
	}
	return m, note
}
