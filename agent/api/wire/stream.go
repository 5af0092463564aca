package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

// Encode writes a value as a line of JSON, without escaping what HTML would need.
func Encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// WriteJSON answers with JSON.
func WriteJSON(w http.ResponseWriter, v any) error {
	var text bytes.Buffer
	if err := Encode(&text, v); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(text.Bytes()) // who does not read it has gone
	return nil
}

const (
	// pingEvery is how often a stream shows that it lives.
	pingEvery = 10 * time.Second
	// writeTime is how long a client may take to read what it is sent.
	writeTime = 30 * time.Second
)

// Stream is an answer of server-sent events, as the HTML standard has them. Its head
// is sent with the first of them, so that what fails before is an error of HTTP.
type Stream struct {
	W http.ResponseWriter
	// Ping is sent when nothing else was sent for a while. Default: a comment.
	Ping string
	sent time.Time // what was sent last; zero before the head
}

// Begun reports whether the head was sent.
func (s *Stream) Begun() bool { return !s.sent.IsZero() }

// Begin sends the head.
func (s *Stream) Begin() error { return s.put("") }

// Send sends one event. Without a name or an id it has none.
func (s *Stream) Send(id, name string, data []byte) error {
	text := ""
	if id != "" {
		text = "id: " + id + "\n"
	}
	if name != "" {
		text += "event: " + name + "\n"
	}
	return s.put(fmt.Sprintf("%sdata: %s\n\n", text, data))
}

// SendJSON sends an event without an id, as JSON.
func (s *Stream) SendJSON(name string, v any) error {
	var text bytes.Buffer
	if err := Encode(&text, v); err != nil {
		return err
	}
	return s.Send("", name, bytes.TrimSpace(text.Bytes()))
}

// Idle shows that the stream lives, if nothing was sent for a while.
func (s *Stream) Idle() error {
	if time.Since(s.sent) < pingEvery {
		return nil
	}
	if s.Ping == "" {
		return s.put(": ping\n\n")
	}
	return s.put(s.Ping)
}

func (s *Stream) put(text string) error {
	control := http.NewResponseController(s.W)
	if !s.Begun() {
		h := s.W.Header()
		h.Set("Content-Type", "text/event-stream")
		h.Set("Cache-Control", "no-store")
		h.Set("X-Accel-Buffering", "no")
		s.W.WriteHeader(http.StatusOK)
	}
	_ = control.SetWriteDeadline(time.Now().Add(writeTime)) // where it cannot be set, the connection's holds
	if _, err := s.W.Write([]byte(text)); err != nil {
		return err
	}
	s.sent = time.Now()
	return control.Flush()
}
