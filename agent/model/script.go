package model

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/seed353dc258/backstory/internal/tokens"
)

// Script says what the offline provider answers, for tests and demonstrations.
//
//	rules:
//	  - match: (?i)weather        # what the user said last, as RE2
//	    times: 1                  # how often the rule holds; always without it
//	    pace: 20ms                # the pause before each piece of text; none without it
//	    reply:
//	      - text: Let me look.
//	      - call: {name: forecast, arguments: {place: Skarv}}
//	  - result: forecast          # the tool whose result came last
//	    reply:
//	      - chunks: [Fog, " till noon."]
//	      - usage: {input: 900, output: 12, cache_read: 800}
//	  - match: boom
//	    reply:
//	      - error: {kind: overloaded, status: 529, message: try later, after: 2s}
type Script struct {
	Rules []Rule `yaml:"rules"`
}

// Rule is an answer and when it is given.
type Rule struct {
	Match  string `yaml:"match"`  // of what the user said last; "" matches all
	Result string `yaml:"result"` // the name of the tool whose result came last
	Times  int    `yaml:"times"`
	Reply  []Step `yaml:"reply"`
	// Pace is the pause before each piece of text, as of a model that is slow.
	Pace time.Duration `yaml:"pace"`

	match *regexp.Regexp
}

// Step is a part of an answer. Exactly one field is set.
type Step struct {
	Text   string       `yaml:"text"`
	Chunks []string     `yaml:"chunks"`
	Call   *ScriptCall  `yaml:"call"`
	Usage  *ScriptUsage `yaml:"usage"`
	Error  *ScriptError `yaml:"error"`
	Stop   Stop         `yaml:"stop"`
}

// ScriptCall is a call of a tool.
type ScriptCall struct {
	ID        string         `yaml:"id"` // default: call_ and the number of the step
	Name      string         `yaml:"name"`
	Arguments map[string]any `yaml:"arguments"`
}

// ScriptUsage is what the exchange is to have cost.
type ScriptUsage struct {
	Input      int `yaml:"input"`
	Output     int `yaml:"output"`
	CacheRead  int `yaml:"cache_read"`
	CacheWrite int `yaml:"cache_write"`
}

// ScriptError ends an answer.
type ScriptError struct {
	Kind    Kind          `yaml:"kind"` // default: scripted
	Status  int           `yaml:"status"`
	Message string        `yaml:"message"`
	After   time.Duration `yaml:"after"`
}

// maxScript is how large a script may be, in bytes.
const maxScript = 1 << 20

// ReadScript reads a script. An error names the line, or the rule and step.
func ReadScript(content []byte) (*Script, error) {
	if len(content) > maxScript {
		return nil, errors.New("reading the script: it is over the limit of 1 MiB")
	}
	s := &Script{}
	d := yaml.NewDecoder(bytes.NewReader(content))
	d.KnownFields(true)
	if err := d.Decode(s); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("reading the script: %w", err)
	}
	for i := range s.Rules {
		if err := s.Rules[i].check(); err != nil {
			return nil, fmt.Errorf("reading the script: rule %d: %w", i+1, err)
		}
	}
	return s, nil
}

func (r *Rule) check() error {
	var err error
	if r.match, err = regexp.Compile(r.Match); err != nil {
		return err
	}
	for i, step := range r.Reply {
		n := 0
		for _, set := range []bool{step.Text != "", step.Chunks != nil, step.Call != nil, step.Usage != nil, step.Error != nil, step.Stop != ""} {
			if set {
				n++
			}
		}
		if n != 1 {
			return fmt.Errorf("step %d: it has %d of text, chunks, call, usage, error and stop, and must have one", i+1, n)
		}
		if step.Call != nil && step.Call.Name == "" {
			return fmt.Errorf("step %d: a call needs the name of a tool", i+1)
		}
	}
	return nil
}

// matches reports whether a rule holds for a request. A rule for a result holds
// where that came last, the others where it did not.
func (r *Rule) matches(req *Request, question string) bool {
	last := lastCalled(req)
	if r.Result != last {
		return false
	}
	return r.match.MatchString(question)
}

// lastCalled returns the name of the tool whose result came last, or "".
func lastCalled(req *Request) string {
	if len(req.Messages) == 0 {
		return ""
	}
	id := ""
	for _, p := range req.Messages[len(req.Messages)-1].Parts {
		if p.Result != nil {
			id = p.Result.CallID
		}
	}
	if id == "" {
		return ""
	}
	for i := len(req.Messages) - 1; i >= 0; i-- {
		for _, p := range req.Messages[i].Parts {
			if p.Call != nil && p.Call.ID == id {
				return p.Call.Name
			}
		}
	}
	return ""
}

// answer yields what the rule says.
func (r *Rule) answer(ctx context.Context) iter.Seq2[Event, error] {
	var usage Usage
	var events []Event
	stop := StopEnd
	for i, step := range r.Reply {
		switch {
		case step.Error != nil:
			return r.paced(ctx, then(ctx, events, step.Error.err()))
		case step.Call != nil:
			call, err := step.Call.call(i)
			if err != nil {
				return failing(err)
			}
			events, stop = append(events, Event{Call: call}), StopCalls
		case step.Usage != nil:
			usage = Usage(*step.Usage)
		case step.Stop != "":
			stop = step.Stop
		default:
			for _, text := range append([]string{step.Text}, step.Chunks...) {
				if text != "" {
					events = append(events, Event{Text: text})
					usage.Output += tokens.Estimate(text)
				}
			}
		}
	}
	return r.paced(ctx, given(ctx, append(events, Event{Usage: &usage}, Event{Stop: stop})))
}

// paced yields events with the rule's pauses.
func (r *Rule) paced(ctx context.Context, events iter.Seq2[Event, error]) iter.Seq2[Event, error] {
	if r.Pace <= 0 {
		return events
	}
	return func(yield func(Event, error) bool) {
		for e, err := range events {
			if e.Text != "" {
				select {
				case <-time.After(r.Pace):
				case <-ctx.Done():
					yield(Event{}, context.Cause(ctx))
					return
				}
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

func (c *ScriptCall) call(step int) (*Call, error) {
	arguments, err := json.Marshal(c.Arguments)
	if err != nil {
		return nil, fmt.Errorf("the script calls %s: %w", c.Name, err)
	}
	if c.Arguments == nil {
		arguments = []byte("{}")
	}
	id := c.ID
	if id == "" {
		id = fmt.Sprintf("call_%d", step+1)
	}
	return &Call{ID: id, Name: c.Name, Arguments: arguments}, nil
}

func (e *ScriptError) err() error {
	kind := e.Kind
	if kind == "" {
		kind = KindScripted
	}
	return &Error{Provider: "offline", Kind: kind, Status: e.Status, Message: e.Message, After: e.After}
}

// then yields events and ends with an error.
func then(ctx context.Context, events []Event, err error) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		for e, failed := range given(ctx, events) {
			if !yield(e, failed) || failed != nil {
				return
			}
		}
		yield(Event{}, err)
	}
}

// given yields events that are known.
func given(ctx context.Context, events []Event) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		for _, e := range events {
			if err := context.Cause(ctx); err != nil {
				yield(Event{}, err)
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}
