package objects

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/aws/smithy-go/encoding/httpbinding"

	"github.com/seed353dc258/backstory/internal/oneline"
)

// server is an S3 server.
type server struct {
	scheme, host, region string
	hosts                bool // buckets have hosts of their own
	tries                int
	client               *http.Client
	signer               *v4.Signer
	keys                 *aws.CredentialsCache
}

// request is what is asked of a server.
type request struct {
	method, bucket, name string
	query                url.Values
	header               http.Header
	body                 *Summed
}

// How long a failed request waits for its next try: twice as long each time, and less
// by chance.
const (
	firstPause = 200 * time.Millisecond
	mostPause  = time.Second
)

// do sends a request until it is answered, as often as the server is tried. An answer that is
// an error is a [*refusal].
func (s *server) do(ctx context.Context, r request) (*http.Response, error) {
	for try := 1; ; try++ {
		answer, err := s.send(ctx, r)
		if err == nil || try >= s.tries || !isPassing(err) || ctx.Err() != nil {
			return answer, err
		}
		var refused *refusal
		if errors.As(err, &refused) && refused.Code == codeExpired {
			s.keys.Invalidate()
		}
		pause := min(firstPause<<(try-1), mostPause)
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(pause - time.Duration(rand.Float64()*float64(pause)/2)):
		}
	}
}

// codeExpired says that keys have ended, before the time that came with them.
const codeExpired = "ExpiredToken"

// isPassing reports whether a request that failed may succeed when it is sent again.
func isPassing(err error) bool {
	var refused *refusal
	if !errors.As(err, &refused) {
		var failed *url.Error
		var verify *tls.CertificateVerificationError
		return errors.As(err, &failed) && !errors.As(err, &verify) && !errors.Is(err, http.ErrSchemeMismatch)
	}
	switch refused.Status {
	case http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout,
		499, 520: // of nginx, when it was left, and of Cloudflare
		return true
	}
	switch refused.Code {
	case "RequestTimeout", "Throttling", "ThrottlingException", "RequestLimitExceeded", "RequestThrottled", "InternalError", "SlowDown", "SlowDownWrite", "SlowDownRead":
		return true
	case codeExpired:
		return true
	}
	return false
}

// send sends a request once.
func (s *server) send(ctx context.Context, r request) (*http.Response, error) {
	keys, err := s.keys.Retrieve(ctx)
	if err != nil {
		return nil, cmp.Or(errors.Unwrap(err), err) // without what the cache says in front
	}
	host, path := s.host, "/"+r.bucket+"/"+r.name
	if s.hosts && !strings.Contains(r.bucket, ".") { // whose certificates have one label for a bucket
		host, path = r.bucket+"."+s.host, "/"+r.name
	}
	req, err := http.NewRequestWithContext(ctx, r.method, s.scheme+"://"+host, nil)
	if err != nil {
		return nil, err
	}
	req.URL.Path, req.URL.RawPath, req.URL.RawQuery = path, httpbinding.EscapePath(path, false), r.query.Encode()
	for name, values := range r.header {
		req.Header[name] = values
	}
	req.Header.Set("User-Agent", "backstory")
	sum := sha256.Sum256(nil)
	var sent *sentBody
	if r.body != nil {
		sum, req.ContentLength = r.body.Sum, r.body.Size
		if req.Body = http.NoBody; r.body.Size > 0 {
			if _, err := r.body.Seek(0, io.SeekStart); err != nil {
				return nil, err
			}
			sent = &sentBody{Reader: r.body, closed: make(chan struct{})}
			req.Body = sent
		}
	}
	// The digest of all is signed, not pieces of it: every server takes that.
	digest := hex.EncodeToString(sum[:])
	req.Header.Set("X-Amz-Content-Sha256", digest)
	asIs := func(o *v4.SignerOptions) { o.DisableURIPathEscaping = true } // S3 takes names that are escaped once
	if err := s.signer.SignHTTP(ctx, keys, req, digest, "s3", s.region, time.Now(), asIs); err != nil {
		return nil, err
	}
	answer, err := s.client.Do(req)
	if err == nil && answer.StatusCode < http.StatusMultipleChoices {
		return answer, nil
	}
	if err == nil {
		err = refused(answer, r.name != "")
	}
	if sent != nil {
		<-sent.closed // the transport may still read what the next try begins anew
	}
	return nil, err
}

// sentBody says when the transport needs it no longer.
type sentBody struct {
	io.Reader
	closed chan struct{}
	once   sync.Once
}

// Close implements [io.Closer].
func (b *sentBody) Close() error {
	b.once.Do(func() { close(b.closed) })
	return nil
}

// refusal is an answer that is an error.
type refusal struct {
	XMLName xml.Name `xml:"Error"`
	Status  int      `xml:"-"`
	Code    string
	Message string
}

// refused reads an answer that is an error, of an object or of a bucket.
func refused(answer *http.Response, object bool) error {
	defer answer.Body.Close()
	r := &refusal{}
	content, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil || xml.Unmarshal(content, r) != nil {
		r = &refusal{}
	}
	r.Status = answer.StatusCode
	if r.Code == "" && r.Status == http.StatusNotFound {
		if r.Code = "NoSuchBucket"; object {
			r.Code = "NoSuchKey"
		}
	}
	return r
}

// Error implements error.
func (r *refusal) Error() string {
	text := fmt.Sprintf("the store answers %d %s", r.Status, cmp.Or(oneline.Safe(r.Code), http.StatusText(r.Status)))
	if r.Message != "" {
		text += ": " + strings.TrimRight(oneline.Message(r.Message, 300), ".")
	}
	return text
}
