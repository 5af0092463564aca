// Package wire has what requests and answers pass before and behind their routes.
//
//   - body.go: reading a body, within its bounds, and JSON that is refused
//   - describe.go: what the description of the API says of all routes
//   - stream.go: answers of JSON, and of events; what was answered
package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"strings"
	"time"
)

// Read reads the body of a request: so many bytes within so much time. The status is
// that of the answer where it cannot be read, else 0. What is still on its way then is
// not waited for: the connection ends.
func Read(w http.ResponseWriter, r *http.Request, limit int64, most time.Duration) (body []byte, status int) {
	defer func() {
		if status != 0 {
			w.Header().Set("Connection", "close")
			_ = Until(w, time.Nanosecond) // else the server would read on before it closes; it closes in any case
		}
	}()
	if r.ContentLength > limit {
		return nil, http.StatusRequestEntityTooLarge
	}
	if Until(w, most) != nil {
		return nil, http.StatusBadRequest
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	var over *http.MaxBytesError
	switch {
	case errors.As(err, &over):
		return nil, http.StatusRequestEntityTooLarge
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, http.StatusRequestTimeout
	case err != nil || Until(w, 0) != nil:
		return nil, http.StatusBadRequest
	}
	return body, 0
}

// Until sets how long a body may take from now on; 0 is as long as it likes. A
// connection that has no deadlines, as in a test, is bounded by its size alone.
func Until(w http.ResponseWriter, most time.Duration) error {
	at := time.Time{}
	if most > 0 {
		at = time.Now().Add(most)
	}
	err := http.NewResponseController(w).SetReadDeadline(at)
	if errors.Is(err, http.ErrNotSupported) {
		return nil
	}
	return err
}

// IsJSON reports whether a request says that its body is JSON.
func IsJSON(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && (kind == "application/json" || strings.HasSuffix(kind, "+json"))
}

// CheckJSON refuses JSON that is nested deeper than a limit or has a key twice, which
// readers take in two ways.
func CheckJSON(body []byte, most int) error {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	type level struct {
		keys map[string]bool // nil in a list
		key  bool            // a key comes next
	}
	var open []level
	for {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("the body is not JSON: byte %d: %w", d.InputOffset(), err)
		}
		if delim, ok := t.(json.Delim); ok && (delim == '}' || delim == ']') {
			open = open[:len(open)-1]
			continue
		}
		if n := len(open); n > 0 && open[n-1].keys != nil {
			if l := &open[n-1]; l.key {
				name, _ := t.(string)
				if l.keys[name] {
					return fmt.Errorf("the body has the key %q twice, at byte %d", name, d.InputOffset())
				}
				l.keys[name], l.key = true, false
				continue
			}
			open[n-1].key = true
		}
		if delim, ok := t.(json.Delim); ok {
			if len(open) == most {
				return fmt.Errorf("the body is nested more than %d deep", most)
			}
			l := level{}
			if delim == '{' {
				l = level{keys: map[string]bool{}, key: true}
			}
			open = append(open, l)
		}
	}
}
