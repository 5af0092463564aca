package door

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

const (
	// pingEvery is how often an idle stream sends a ping.
	pingEvery = 10 * time.Second
	// writeTime is how long a client may take to read what it is sent.
	writeTime = 30 * time.Second
)

// Stream is an answer of server-sent events. Its head is sent with the first of
// them, so that what fails before is an error of HTTP.
type Stream struct {
	W http.ResponseWriter
	// Ping is sent when nothing else was sent for a while. Default: a comment.
	Ping  string
	begun bool
	sent  time.Time
}

// Send sends an event as JSON. Without a name it has none.
func (s *Stream) Send(name string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if name != "" {
		return s.put(fmt.Sprintf("event: %s\ndata: %s\n\n", name, data))
	}
	return s.put(fmt.Sprintf("data: %s\n\n", data))
}

// SendText sends an event that is not JSON.
func (s *Stream) SendText(text string) error { return s.put("data: " + text + "\n\n") }

// Idle sends a ping if nothing was sent for a while.
func (s *Stream) Idle() error {
	if s.begun && time.Since(s.sent) < pingEvery {
		return nil
	}
	if s.Ping == "" {
		return s.put(": ping\n\n")
	}
	return s.put(s.Ping)
}

func (s *Stream) put(text string) error {
	control := http.NewResponseController(s.W)
	if !s.begun {
		h := s.W.Header()
		h.Set("Content-Type", "text/event-stream; charset=utf-8")
		h.Set("Cache-Control", "no-store")
		h.Set("X-Accel-Buffering", "no")
		s.W.WriteHeader(http.StatusOK)
		s.begun = true
	}
	_ = control.SetWriteDeadline(time.Now().Add(writeTime)) // if it cannot be set, that of the connection applies
	if _, err := s.W.Write([]byte(text)); err != nil {
		return err
	}
	s.sent = time.Now()
	return control.Flush()
}

// Gone returns an error, but nil if the client has disconnected: nobody would read it.
func Gone(r *http.Request, err error) error {
	if r.Context().Err() != nil {
		return nil
	}
	return err
}

// WriteJSON answers with JSON.
func WriteJSON(w http.ResponseWriter, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(append(text, '\n')) // it fails only if the client has gone
	return nil
}
