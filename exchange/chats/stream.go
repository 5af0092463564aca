package chats

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/seed353dc258/backstory/exchange"
)

// maxElement is how much of a file is read for one conversation or message, in
// bytes.
const maxElement = 8 << 20

// limited is a reader that ends with an error where one element is too long.
type limited struct {
	r    io.Reader
	left int
}

func (l *limited) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, fmt.Errorf("%w: one conversation has more than %d bytes", exchange.ErrLimit, maxElement)
	}
	n, err := l.r.Read(p[:min(len(p), l.left)])
	l.left -= n
	return n, err
}

// next begins another element.
func (l *limited) next() { l.left = maxElement }

// fault says of an error of JSON that the file is damaged.
func fault(err error) error {
	if err == nil || errors.Is(err, exchange.ErrLimit) || errors.Is(err, exchange.ErrUnknown) {
		return err
	}
	return fmt.Errorf("%w: %w", exchange.ErrCorrupt, err)
}

// list calls a function for every element of the list that a decoder is in front
// of. What is not a list is passed over.
func (t *talks) list(d *json.Decoder, l *limited, visit func(element json.RawMessage) error) error {
	l.next()
	token, err := d.Token()
	if err != nil || token != json.Delim('[') {
		if err == nil && token == json.Delim('{') {
			return errors.New("a list is wanted, and this is an object")
		}
		return err
	}
	for d.More() {
		l.next()
		var element json.RawMessage
		if err := d.Decode(&element); err != nil {
			return err
		}
		if exchange.CheckJSON(element) != nil {
			t.large++
			continue
		}
		if err := visit(element); err != nil {
			return err
		}
		if err := t.ctx.Err(); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

// json reads a JSON file of one of the programs, by its keys.
func (t *talks) json(name string, r *bufio.Reader, l *limited) error {
	if head, err := r.Peek(3); err == nil && bytes.Equal(head, []byte("\ufeff")) {
		if _, err := r.Discard(3); err != nil {
			return err
		}
	}
	d := json.NewDecoder(r)
	head, _ := r.Peek(4096) // a shorter file is all of it
	if bytes.HasPrefix(bytes.TrimSpace(head), []byte("[")) {
		return fault(t.conversationList(name, d, l))
	}
	if _, err := d.Token(); err != nil {
		return fault(err)
	}
	return fault(t.object(name, d, l))
}

// object reads the JSON of Telegram and of DiscordChatExporter: an object with
// messages, or with a list of chats.
func (t *talks) object(name string, d *json.Decoder, l *limited) error {
	talk := t.begin(name)
	for d.More() {
		l.next()
		token, err := d.Token()
		if err != nil {
			return err
		}
		switch key, _ := token.(string); key {
		case "messages":
			err = t.list(d, l, talk.message)
		case "chats":
			if _, err = d.Token(); err == nil { // {"list": […]}
				err = t.chatList(d, l)
			}
		case "name", "channel":
			err = talk.setTitle(d)
		default:
			var skipped json.RawMessage
			err = d.Decode(&skipped)
		}
		if err != nil {
			return err
		}
	}
	if _, err := d.Token(); err != nil {
		return err
	}
	return talk.end()
}

// chatList reads the rest of an object whose "list" has Telegram's chats.
func (t *talks) chatList(d *json.Decoder, l *limited) error {
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return err
		}
		if token != "list" {
			var skipped json.RawMessage
			if err := d.Decode(&skipped); err != nil {
				return err
			}
			continue
		}
		if token, err = d.Token(); err != nil || token != json.Delim('[') {
			return errors.Join(err, errors.New("chats have no list"))
		}
		for d.More() {
			if token, err = d.Token(); err != nil || token != json.Delim('{') {
				return errors.Join(err, errors.New("a chat is not an object"))
			}
			if err := t.object("chat", d, l); err != nil {
				return err
			}
		}
		if _, err := d.Token(); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}
