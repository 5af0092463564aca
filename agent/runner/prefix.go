package runner

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/seed353dc258/backstory/agent/model"
)

// ErrPrefix says that a request does not go on from the one before in the same
// epoch: a bug, which would cost the provider's cache.
var ErrPrefix = errors.New("what was sent before has changed")

// prefix is what was sent last, as digests: of the system text and tools, and
// of the messages one after the other.
type prefix struct {
	head     [sha256.Size]byte
	messages [][sha256.Size]byte
}

// extend compares a request with what was sent before and remembers it. It
// returns the digest of the whole.
func (p *prefix) extend(r *model.Request) (string, error) {
	head, err := digest(struct {
		System []model.Block
		Tools  []model.Tool
	}{r.System, r.Tools})
	if err != nil {
		return "", err
	}
	now := prefix{head: head}
	all := sha256.New()
	all.Write(head[:])
	for i := range r.Messages {
		sum, err := digest(r.Messages[i].Parts)
		if err != nil {
			return "", err
		}
		now.messages = append(now.messages, sum)
		all.Write(sum[:])
	}
	if p.messages != nil {
		if err := p.within(&now); err != nil {
			return "", err
		}
	}
	*p = now
	return hex.EncodeToString(all.Sum(nil)), nil
}

func (p *prefix) within(now *prefix) error {
	if p.head != now.head {
		return fmt.Errorf("%w: the system text or the tools", ErrPrefix)
	}
	for i, sum := range p.messages {
		if i >= len(now.messages) || now.messages[i] != sum {
			return fmt.Errorf("%w: message %d", ErrPrefix, i+1)
		}
	}
	return nil
}

func digest(v any) ([sha256.Size]byte, error) {
	text, err := json.Marshal(v)
	return sha256.Sum256(text), err
}
