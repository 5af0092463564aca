package runner

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"strconv"

	"github.com/seed353dc258/backstory/agent/model"
)

// errPrefix says that a request does not start with the one before it in the same
// epoch: a bug, which would cost the provider's cache.
var errPrefix = errors.New("what was sent before has changed")

// prefix is what was sent last, as digests: of the system text and tools, and
// of the messages one after the other.
type prefix struct {
	head     [sha256.Size]byte
	messages [][sha256.Size]byte
}

// extend compares a request with what was sent before and remembers it. It
// returns the digest of the whole.
func (p *prefix) extend(r *model.Request) (string, error) {
	now := prefix{head: headDigest(r)}
	all := sha256.New()
	all.Write(now.head[:])
	for i := range r.Messages {
		sum := messageDigest(&r.Messages[i])
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
		return fmt.Errorf("%w: the system text or the tools", errPrefix)
	}
	for i, sum := range p.messages {
		if i >= len(now.messages) || now.messages[i] != sum {
			return fmt.Errorf("%w: message %d", errPrefix, i+1)
		}
	}
	return nil
}

// headDigest is that of the text before the messages.
func headDigest(r *model.Request) [sha256.Size]byte {
	h := sha256.New()
	for i := range r.System {
		write(h, "system", r.System[i].Text)
	}
	for i := range r.Tools {
		write(h, "tool", r.Tools[i].Name, r.Tools[i].Description, string(r.Tools[i].Schema))
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// messageDigest is that of a message, wherever a provider is to keep it.
func messageDigest(m *model.Message) [sha256.Size]byte {
	h := sha256.New()
	write(h, "role", string(m.Role))
	for _, p := range m.Parts {
		switch {
		case p.Call != nil:
			write(h, "call", p.Call.ID, p.Call.Name, string(p.Call.Arguments))
		case p.Result != nil:
			write(h, "result", p.Result.CallID, p.Result.Text, strconv.FormatBool(p.Result.Failed))
		case p.Image != nil:
			write(h, "image", p.Image.Type, string(p.Image.Data))
		default:
			write(h, "text", p.Text)
		}
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// write adds texts to a digest, each with its length.
func write(h hash.Hash, texts ...string) {
	var length [8]byte
	for _, text := range texts {
		binary.BigEndian.PutUint64(length[:], uint64(len(text)))
		h.Write(length[:])
		_, _ = io.WriteString(h, text) // a digest has no errors
	}
}
