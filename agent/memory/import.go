// Package memory takes over what was said elsewhere as memories.
package memory

import (
	"cmp"
	"container/heap"
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/exchange/chats"
)

// The bounds of what is taken over.
const (
	MaxMessages = 1000 // of one export
	maxText     = 2048 // bytes of one memory; the rest of a message is cut off
)

// Area is what memories are about that were taken over, and confidence how sure
// one can be of them: somebody said it, somewhere.
const (
	Area       = "import"
	confidence = 0.3
)

// Store is what memories are kept in.
type Store interface {
	store.Memories
	store.MemoryArchive
}

// Imported says what became of an export.
type Imported struct {
	Kept  int `json:"kept"`
	There int `json:"there_already"`
	Older int `json:"older"` // messages than those that are kept
}

// Import keeps the newest messages of an export, at most so many, as memories of
// the scope's profile. They are made in the archive: no prompt has them, and a
// search finds them. The text of each says where it is from, when it was said and
// by whom, so that nobody takes it for words of this system's user. What the last
// MaxMessages of the archive have is not kept twice.
func Import(ctx context.Context, s Store, sc scope.Scope, in *exchange.Input, most int) (Imported, exchange.Report, error) {
	var done Imported
	var newest messages
	number := 0
	report, err := chats.Messages(ctx, in, func(m chats.Message) error {
		number++
		heap.Push(&newest, message{number, text(in.Name, m), day(m.When)})
		if len(newest) > most {
			heap.Pop(&newest)
			done.Older++
		}
		return nil
	})
	if err != nil {
		return done, report, err
	}
	slices.SortFunc(newest, message.compare)
	why := "imported from " + in.Name
	archive, err := s.ArchivedMemories(ctx, sc, MaxMessages)
	if err != nil {
		return done, report, err
	}
	there := map[string]bool{}
	for _, m := range archive {
		there[m.Text] = true
	}
	for _, m := range newest {
		if there[m.text] {
			done.There++
			continue
		}
		if _, err := s.SaveMemory(ctx, sc, store.Memory{Text: m.text, Area: Area, Confidence: confidence, Archived: time.Now(), Why: why}); err != nil {
			return done, report, err
		}
		done.Kept++
	}
	return done, report, nil
}

// text is a message as a memory.
func text(from string, m chats.Message) string {
	head := "[imported from " + strings.Join(strings.Fields(exchange.Clean(from)), " ") + "] "
	if m.When != "" {
		head += m.When + ", "
	}
	said := head + "“" + m.Talk + "”, " + m.Who + " said: " + strings.Join(strings.Fields(m.Text), " ")
	if len(said) <= maxText {
		return said
	}
	end := maxText - len("…")
	for !utf8.RuneStart(said[end]) {
		end--
	}
	return said[:end] + "…"
}

// day returns a date that can be compared, "" for one in the form of some country.
func day(when string) string {
	if _, err := time.Parse("2006-01-02 15:04", when); err != nil {
		return ""
	}
	return when
}

type message struct {
	number int // in the export
	text   string
	when   string
}

// compare puts the oldest first; what has no date goes by its place.
func (m message) compare(other message) int {
	return cmp.Or(strings.Compare(m.when, other.when), m.number-other.number)
}

// messages is a heap with the oldest on top.
type messages []message

func (m messages) Len() int           { return len(m) }
func (m messages) Less(a, b int) bool { return m[a].compare(m[b]) < 0 }
func (m messages) Swap(a, b int)      { m[a], m[b] = m[b], m[a] }
func (m *messages) Push(v any)        { *m = append(*m, v.(message)) }
func (m *messages) Pop() any {
	last := (*m)[len(*m)-1]
	*m = (*m)[:len(*m)-1]
	return last
}
