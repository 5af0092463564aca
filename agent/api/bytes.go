package api

import (
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// chunkTime is how long a client may take to send some bytes more.
const chunkTime = 30 * time.Second

// Upload is a body of bytes as it comes, which its route bounds: see [TakesBytes].
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

// TakesBytes is for a route whose body is an [Upload].
func TakesBytes(op *huma.Operation) {
	op.RequestBody = &huma.RequestBody{Required: true, Content: anyBytes()}
}

// GivesBytes is for a route that answers with [Bytes].
func GivesBytes(op *huma.Operation) {
	op.Responses = map[string]*huma.Response{"200": {Description: "The bytes.", Content: anyBytes()}}
}

// Bytes answers with a file, as an attachment that no browser shows, and calls done
// at the end.
func Bytes(f *os.File, size int64, etag string, done func()) *huma.StreamResponse {
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

// isUpload reports whether an address takes files.
func isUpload(u *url.URL) bool {
	return strings.HasPrefix(u.Path, "/api/v2/profiles/") && strings.Contains(u.Path, "/sources/") ||
		strings.HasPrefix(u.Path, "/v1/profiles/") && (strings.Contains(u.Path, "/knowledge-base/") || strings.HasSuffix(u.Path, "/avatar")) ||
		strings.HasPrefix(u.Path, "/v1/platform/data/import/")
}
