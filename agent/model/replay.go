package model

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
)

// Replay answers from cassettes: files of a folder, each named by the digest of
// the request that it answers. The same requests give the same answers, and no
// others any.
type Replay struct {
	of     Provider
	folder *os.Root
	record bool
}

// NewReplay returns a provider that encodes as another one does and answers
// from a folder. With record it asks that one where the folder has no answer,
// and keeps what it said.
func NewReplay(of Provider, folder *os.Root, record bool) *Replay {
	return &Replay{of: of, folder: folder, record: record}
}

// Name implements [Provider].
func (p *Replay) Name() string { return "replay" }

// Caps implements [Provider].
func (p *Replay) Caps(model string) Caps { return p.of.Caps(model) }

// Encode implements [Provider].
func (p *Replay) Encode(r *Request) ([]byte, error) { return p.of.Encode(r) }

// maxCassette is how large a cassette may be, in bytes.
const maxCassette = 64 << 20

// Cassette returns the name of the file that answers a request.
func (p *Replay) Cassette(r *Request) (string, error) {
	body, err := p.of.Encode(r)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:]) + ".json", nil
}

// Stream implements [Provider].
func (p *Replay) Stream(ctx context.Context, r *Request) iter.Seq2[Event, error] {
	name, err := p.Cassette(r)
	if err != nil {
		return failing(err)
	}
	content, err := p.folder.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && p.record:
		return p.recorded(ctx, name, r)
	case errors.Is(err, fs.ErrNotExist):
		return failing(&Error{Provider: p.Name(), Kind: KindNoCassette, Message: "there is no " + name})
	case err != nil:
		return failing(fmt.Errorf("reading a cassette: %w", err))
	case len(content) > maxCassette:
		return failing(&Error{Provider: p.Name(), Kind: KindBroken, Message: name + " is over the limit of 64 MiB"})
	}
	var events []Event
	if err := json.Unmarshal(content, &events); err != nil {
		return failing(&Error{Provider: p.Name(), Kind: KindBroken, Message: name, Err: err})
	}
	return given(ctx, events)
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

// recorded passes on what the other provider says, and keeps it if it comes to
// its end.
func (p *Replay) recorded(ctx context.Context, name string, r *Request) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		var events []Event
		for e, err := range p.of.Stream(ctx, r) {
			if err == nil {
				events = append(events, e)
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
		if err := p.keep(name, events); err != nil {
			yield(Event{}, err)
		}
	}
}

func (p *Replay) keep(name string, events []Event) error {
	content, err := json.MarshalIndent(events, "", "  ")
	if err != nil {
		return fmt.Errorf("writing a cassette: %w", err)
	}
	part := name + ".part"
	if err := p.folder.WriteFile(part, append(content, '\n'), 0o600); err != nil {
		return fmt.Errorf("writing a cassette: %w", err)
	}
	if err := p.folder.Rename(part, name); err != nil {
		return fmt.Errorf("writing a cassette: %w", err)
	}
	return nil
}
