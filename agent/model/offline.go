package model

import (
	"context"
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/seed353dc258/backstory/internal/tokens"
)

// Offline answers without a model and without a network: by a script where a
// rule of it matches, else with what the prompt itself says of the question,
// quoted with its source. The same request gives the same text. Only the usage
// depends on what was asked before: it tells what a cache of prefixes would
// have saved.
type Offline struct {
	script *Script

	mu     sync.Mutex
	used   []int                     // how often each rule was, by its place in the script
	system []Block                   // of the last request
	found  *material                 // in it
	seen   map[[sha256.Size]byte]int // prefixes, and the tokens of their last part
	oldest [][sha256.Size]byte
}

// maxSeen is how many prefixes are remembered.
const maxSeen = 4096

// NewOffline returns the offline provider, with a script or nil.
func NewOffline(script *Script) *Offline {
	if script == nil {
		script = &Script{}
	}
	return &Offline{script: script, used: make([]int, len(script.Rules)), seen: map[[sha256.Size]byte]int{}}
}

// OfflineName is the name of the offline provider.
const OfflineName = "offline"

// Name implements [Provider].
func (o *Offline) Name() string { return OfflineName }

// Caps implements [Provider].
func (o *Offline) Caps(string) Caps { return Caps{Window: 128_000, MaxOutput: 4_096} }

// Encode implements [Provider].
func (o *Offline) Encode(r *Request) ([]byte, error) { return canonical(r) }

// Stream implements [Provider]. What it costs is told at the end and worked out
// only then: it takes longer than the answer.
func (o *Offline) Stream(ctx context.Context, r *Request) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		account := sync.OnceValues(func() (Usage, error) { return o.account(r) })
		defer account() // what was sent was sent, also where nobody hears the end
		for e, err := range o.reply(ctx, r) {
			if e.Usage != nil && *e.Usage == (Usage{Output: e.Usage.Output}) { // no script says more
				cost, failed := account()
				if failed != nil {
					yield(Event{}, failed)
					return
				}
				cost.Output = e.Usage.Output
				e.Usage = &cost
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// reply is the answer, whose usage counts the output alone unless a script says
// otherwise.
func (o *Offline) reply(ctx context.Context, r *Request) iter.Seq2[Event, error] {
	if rule := o.rule(r); rule != nil {
		return rule.answer(ctx)
	}
	found := o.material(r)
	text := answer(ctx, r, found)
	events := chunks(text)
	return given(ctx, append(events, Event{Usage: &Usage{Output: tokens.Estimate(text)}}, Event{Stop: StopEnd}))
}

// material returns what the system text has that can be quoted. That of the
// last request is kept: a session sends it again and again.
func (o *Offline) material(r *Request) *material {
	o.mu.Lock()
	defer o.mu.Unlock()
	same := func(a, b Block) bool { return a.Text == b.Text }
	if o.found == nil || !slices.EqualFunc(o.system, r.System, same) {
		o.system, o.found = slices.Clone(r.System), newMaterial(systemText(r))
	}
	return o.found
}

// rule returns the first rule that matches and is not used up, or nil.
func (o *Offline) rule(r *Request) *Rule {
	question := asked(r)
	o.mu.Lock()
	defer o.mu.Unlock()
	for i := range o.script.Rules {
		rule := &o.script.Rules[i]
		if (rule.Times == 0 || o.used[i] < rule.Times) && rule.matches(r, question) {
			o.used[i]++
			return rule
		}
	}
	return nil
}

// account estimates what a request costs, and what of it was sent before. A
// prefix ends where a provider can see one: behind the tools, a block of the
// system text, a message.
func (o *Offline) account(r *Request) (Usage, error) {
	var u Usage
	h, cached := sha256.New(), true
	o.mu.Lock()
	defer o.mu.Unlock()
	step := func(text string) {
		n, seen := o.prefix(h, text)
		if cached = seen && cached; cached {
			u.CacheRead += n
		} else {
			u.Input += n
		}
	}
	list, err := canonical(r.Tools)
	if err != nil {
		return u, err
	}
	step(string(list))
	for i := range r.System {
		step(r.System[i].Text)
	}
	for i := range r.Messages {
		parts, err := canonical(r.Messages[i].Parts)
		if err != nil {
			return u, err
		}
		step(string(parts))
	}
	return u, nil
}

// prefix continues a prefix. It returns how many tokens the part has, and
// whether the prefix was seen before.
func (o *Offline) prefix(h hash.Hash, part string) (int, bool) {
	fmt.Fprintf(h, "%d:", len(part))
	io.WriteString(h, part)
	sum := [sha256.Size]byte(h.Sum(nil))
	if n, ok := o.seen[sum]; ok {
		return n, true
	}
	if len(o.oldest) == maxSeen {
		delete(o.seen, o.oldest[0])
		o.oldest = o.oldest[1:]
	}
	n := tokens.Estimate(part)
	o.seen[sum] = n
	o.oldest = append(o.oldest, sum)
	return n, false
}

// chunks cuts a text into events as a model would stream it: word by word.
func chunks(text string) []Event {
	var events []Event
	for text != "" {
		n := strings.IndexByte(text[1:], ' ')
		if n < 0 {
			n = len(text) - 1
		}
		events = append(events, Event{Text: text[:n+1]})
		text = text[n+1:]
	}
	return events
}

// withoutLast takes the last line that is not blank away, and those behind it.
func withoutLast(lines []string) []string {
	for n := len(lines) - 1; n >= 0; n-- {
		if strings.TrimSpace(lines[n]) != "" {
			return lines[:n]
		}
	}
	return nil
}

func systemText(r *Request) string {
	var system strings.Builder
	for _, b := range r.System {
		system.WriteString(b.Text)
	}
	return system.String()
}
