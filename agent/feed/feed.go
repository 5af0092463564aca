// Package feed holds what happened in a workspace lately, such as builds, for
// those who follow it.
package feed

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/manifest"
)

// Event is something that happened.
type Event struct {
	ID      string    `json:"id" doc:"the order of ids as texts is that of events"`
	Type    string    `json:"type" enum:"build,profile,configuration"`
	State   string    `json:"state" doc:"of a build: built, removed or failed; of a profile and of the configuration: changed or gone"`
	At      time.Time `json:"at"`
	Profile string    `json:"profile" doc:"empty where it is about none"`
	Detail  string    `json:"detail" doc:"what happened, in words"`
	Files   []string  `json:"files" nullable:"false" doc:"what changed"`
	Build   *Build    `json:"build,omitempty"`
	Org     string    `json:"-"` // whose it is
}

// Build is what a build made.
type Build struct {
	Sources int       `json:"sources"`
	Failed  int       `json:"failed"`
	Tokens  int       `json:"tokens"`
	Bytes   int64     `json:"bytes"`
	Took    int64     `json:"took_ms"`
	Errors  []Failure `json:"errors" nullable:"false"`
}

// BuildOf returns what a build made.
func BuildOf(s pipeline.Summary, bytes int64, took time.Duration) Build {
	return Build{Sources: s.Sources, Failed: s.Failed, Tokens: s.Tokens, Bytes: bytes, Took: took.Milliseconds(), Errors: Failures(s.Errors)}
}

// Failure is a source that could not be converted.
type Failure struct {
	Path  string `json:"path"`
	Error string `json:"error"`
	Code  string `json:"code"`
	Kept  bool   `json:"kept" doc:"its text stays as it was last converted"`
}

// Failures returns what failed as clients see it.
func Failures(list []manifest.Failure) []Failure {
	out := make([]Failure, len(list))
	for i, f := range list {
		out[i] = Failure{names.Show(f.Path), f.Error, f.Code, f.Kept}
	}
	return out
}

// The types of events.
const (
	TypeBuild         = "build"
	TypeProfile       = "profile"
	TypeConfiguration = "configuration"
)

// maxEvents is how many events are held.
const maxEvents = 1000

// Feed holds the last events of a program. It is for any number of goroutines.
type Feed struct {
	mu      sync.Mutex
	began   int64 // when the program began, in milliseconds: ids of the one before are lower
	number  int
	events  []Event
	changed chan struct{}
	ended   chan struct{}
	end     sync.Once
}

// New returns a feed.
func New() *Feed {
	return &Feed{began: time.Now().UnixMilli(), changed: make(chan struct{}), ended: make(chan struct{})}
}

// End tells those who follow that nothing more comes.
func (f *Feed) End() { f.end.Do(func() { close(f.ended) }) }

// Ended is closed when nothing more comes.
func (f *Feed) Ended() <-chan struct{} { return f.ended }

// Add adds an event, with its id and its time.
func (f *Feed) Add(e Event) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.number++
	e.ID, e.At = f.id(f.number), time.Now().UTC().Truncate(time.Millisecond)
	e.Files = append([]string{}, e.Files...)
	f.events = append(f.events, e)
	if len(f.events) > maxEvents {
		f.events = append([]Event(nil), f.events[len(f.events)-maxEvents:]...)
	}
	close(f.changed)
	f.changed = make(chan struct{})
}

func (f *Feed) id(number int) string { return fmt.Sprintf("%013d-%08d", f.began, number) }

// Last returns the id of the last event.
func (f *Feed) Last() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.id(f.number)
}

// Known reports whether an id is one that this program, or one before it, can have
// given.
func (f *Feed) Known(id string) bool {
	began, number, ok := strings.Cut(id, "-")
	if !ok || len(began) != 13 || len(number) != 8 {
		return false
	}
	b, err := strconv.ParseInt(began, 10, 64)
	n, numberErr := strconv.Atoi(number)
	f.mu.Lock()
	defer f.mu.Unlock()
	return err == nil && numberErr == nil && n >= 0 && b > 0 && (b < f.began || b == f.began && n <= f.number)
}

// After returns the events after an id that somebody may see, at most limit (0
// means all), and a channel that is closed when one more is there.
func (f *Feed) After(id, org string, limit int) (list []Event, changed <-chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, e := range f.events {
		if e.ID > id && e.Org == org && (limit == 0 || len(list) < limit) {
			list = append(list, e)
		}
	}
	return list, f.changed
}
