// Package wire has what requests and answers pass before and behind their routes.
//
//   - body.go: reading a body, within its bounds
//   - describe.go: what the description of the API says of all routes
//   - json.go: JSON that is refused
//   - stream.go: answers of JSON, and of events
//   - recorder.go: what was answered
package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

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
