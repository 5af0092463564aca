// Package blob has the bodies of requests and answers that are bytes, such as a
// document, a picture or an export.
package blob

import (
	"io"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// chunkTime is how long a client may take to send some bytes more.
const chunkTime = 30 * time.Second

// Upload is a body of bytes as it comes, which its route bounds: see [Takes].
type Upload struct{ Content io.Reader }

// Resolve implements [huma.Resolver]: the body is read as it is used.
func (u *Upload) Resolve(hc huma.Context) []error {
	r, w := humago.Unwrap(hc)
	u.Content = &patient{r.Body, http.NewResponseController(w)}
	return nil
}

// patient reads a body whose sender may be slow, but not stop.
type patient struct {
	io.Reader
	control *http.ResponseController
}

func (p *patient) Read(b []byte) (int, error) {
	_ = p.control.SetReadDeadline(time.Now().Add(chunkTime)) // where it cannot be set, the connection's holds
	return p.Reader.Read(b)
}

func anyBytes() map[string]*huma.MediaType {
	return map[string]*huma.MediaType{"application/octet-stream": {Schema: &huma.Schema{Type: "string", Format: "binary"}}}
}

// Takes is for a route whose body is an [Upload].
func Takes(op *huma.Operation) {
	op.RequestBody = &huma.RequestBody{Required: true, Content: anyBytes()}
}

// Gives is for a route that answers with [Answer].
func Gives(op *huma.Operation) {
	op.Responses = map[string]*huma.Response{"200": {Description: "The bytes.", Content: anyBytes()}}
}

// Answer answers with a file, as an attachment that no browser shows, and calls done
// at the end.
func Answer(f *os.File, size int64, etag string, done func()) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		defer done()
		_, w := humago.Unwrap(hc)
		h := w.Header()
		h.Set("Content-Type", "application/octet-stream")
		h.Set("Content-Disposition", "attachment")
		h.Set("Content-Length", strconv.FormatInt(size, 10))
		if etag != "" {
			h.Set("ETag", etag)
		}
		w.WriteHeader(http.StatusOK)
		_, _ = io.CopyN(w, f, size) // who does not read it has gone
	}}
}

// Text is an answer of text.
type Text struct {
	ContentType string `header:"Content-Type"`
	Body        []byte
}

// GivesText is for a route that answers with [Text].
func GivesText(op *huma.Operation) {
	op.Responses = map[string]*huma.Response{"200": {Description: "OK", Content: map[string]*huma.MediaType{"text/plain": {Schema: &huma.Schema{Type: huma.TypeString}}}}}
}
