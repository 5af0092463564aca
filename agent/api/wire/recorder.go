package wire

import (
	"net/http"
	"slices"
	"strings"
)

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
