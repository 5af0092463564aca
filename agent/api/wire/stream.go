package wire

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
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
	Err  error     // the first one: nothing is sent after it
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
		s.Err = cmp.Or(s.Err, err)
		return s.Err
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
	if s.Err != nil {
		return s.Err
	}
	control := http.NewResponseController(s.W)
	if !s.Begun() {
		h := s.W.Header()
		h.Set("Content-Type", "text/event-stream")
		h.Set("Cache-Control", "no-store")
		h.Set("X-Accel-Buffering", "no")
		s.W.WriteHeader(http.StatusOK)
		s.sent = time.Now()
	}
	_ = control.SetWriteDeadline(time.Now().Add(writeTime)) // where it cannot be set, the connection's holds
	if _, s.Err = s.W.Write([]byte(text)); s.Err == nil {
		s.sent = time.Now()
		s.Err = control.Flush()
	}
	return s.Err
}

// Recorder remembers the status of an answer. It answers 304 in place of 200 to a
// client that has what an answer would hold (RFC 9110, 13.1.2).
type Recorder struct {
	http.ResponseWriter
	Status int // of the answer; 0 before it begins

	have  []string // the tags of If-None-Match
	quiet bool     // the answer has no body
}

// NewRecorder returns the recorder of the answer to a request.
func NewRecorder(w http.ResponseWriter, r *http.Request) *Recorder {
	rec := &Recorder{ResponseWriter: w}
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		for _, tag := range strings.Split(strings.Join(r.Header.Values("If-None-Match"), ","), ",") {
			rec.have = append(rec.have, opaque(tag))
		}
	}
	return rec
}

// opaque is a tag as it is compared: weakly.
func opaque(tag string) string { return strings.TrimPrefix(strings.TrimSpace(tag), "W/") }

// WriteHeader implements [http.ResponseWriter].
func (r *Recorder) WriteHeader(status int) {
	if r.Status == 0 && status == http.StatusOK {
		h := r.Header()
		if tag := opaque(h.Get("ETag")); tag != "" && (slices.Contains(r.have, tag) || slices.Contains(r.have, "*")) {
			status, r.quiet = http.StatusNotModified, true
			h.Del("Content-Type")
			h.Del("Content-Length")
		}
	}
	if r.Status == 0 {
		r.Status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

// Write implements [http.ResponseWriter].
func (r *Recorder) Write(b []byte) (int, error) {
	if r.Status == 0 {
		r.WriteHeader(http.StatusOK)
	}
	if r.quiet {
		return len(b), nil
	}
	return r.ResponseWriter.Write(b)
}

// Unwrap is for [http.ResponseController].
func (r *Recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
