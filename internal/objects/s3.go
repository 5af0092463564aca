package objects

import (
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// bucket is a place in a bucket of an S3 server.
type bucket struct {
	server *server
	name   string
	prefix string // of every object; empty, or ends in a slash
	check  func(name string) error
}

// Patience is how long a store is waited for, and how often it is tried. The
// zero value is that of a store which has to be there.
type Patience struct {
	Connect time.Duration // until there is a connection; 0 is 10 s
	Quiet   time.Duration // without a byte of a connection in use; 0 is a minute
	Tries   int           // of each request; 0 is 5
}

// transport returns how a store is reached.
func (p Patience) transport() *http.Transport {
	connect, quiet := cmp.Or(p.Connect, 10*time.Second), cmp.Or(p.Quiet, time.Minute)
	dialer := &net.Dialer{Timeout: connect, KeepAlive: 15 * time.Second}
	return &http.Transport{
		Proxy: http.ProxyFromEnvironment,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := dialer.DialContext(ctx, network, address)
			if err != nil {
				return nil, err
			}
			return &attended{conn, quiet}, nil
		},
		TLSHandshakeTimeout:   connect,
		ExpectContinueTimeout: time.Second,
		IdleConnTimeout:       time.Minute,
		MaxIdleConnsPerHost:   16,
		DisableCompression:    true, // lengths are those of the objects
		ForceAttemptHTTP2:     true,
	}
}

// attended is a connection that fails where its other end is quiet for too long: a server
// that hangs would be waited for without an end.
type attended struct {
	net.Conn
	quiet time.Duration
}

// Read implements [net.Conn].
func (a *attended) Read(p []byte) (int, error) {
	if err := a.SetReadDeadline(time.Now().Add(a.quiet)); err != nil {
		return 0, err
	}
	return a.Conn.Read(p)
}

// Write implements [net.Conn]. Whoever reads has since before the request: their time begins anew.
func (a *attended) Write(p []byte) (int, error) {
	if err := a.SetDeadline(time.Now().Add(a.quiet)); err != nil {
		return 0, err
	}
	return a.Conn.Write(p)
}

// Get implements [Store].
func (b *bucket) Get(ctx context.Context, name string) (io.ReadCloser, Info, error) {
	if err := b.check(name); err != nil {
		return nil, Info{}, err
	}
	answer, err := b.server.do(ctx, request{method: http.MethodGet, bucket: b.name, name: b.prefix + name})
	if err != nil {
		return nil, Info{}, named(name, meant(err))
	}
	modified, err := http.ParseTime(answer.Header.Get("Last-Modified"))
	if err != nil || answer.ContentLength < 0 {
		_ = answer.Body.Close() // what it says is of no use
		return nil, Info{}, named(name, errors.New("the answer of the store lacks its length or its date"))
	}
	return answer.Body, Info{name, answer.ContentLength, tagOf(answer), modified}, nil
}

// tagOf returns the tag of an object.
func tagOf(answer *http.Response) string { return strings.Trim(answer.Header.Get("ETag"), `"`) }

// Put implements [Store].
func (b *bucket) Put(ctx context.Context, name string, content io.ReadSeeker, when Condition) (string, error) {
	if err := b.check(name); err != nil {
		return "", err
	}
	body, err := summed(content)
	if err != nil {
		return "", named(name, err)
	}
	header := http.Header{"Content-Type": {"application/octet-stream"}}
	if when.New {
		header.Set("If-None-Match", "*")
	}
	if when.Tag != "" {
		header.Set("If-Match", `"`+when.Tag+`"`)
	}
	answer, err := b.server.do(ctx, request{method: http.MethodPut, bucket: b.name, name: b.prefix + name, header: header, body: &body})
	if err == nil {
		return tagOf(answer), answer.Body.Close()
	}
	err = meant(err)
	switch {
	case when.New && errors.Is(err, errPrecondition):
		err = ErrExists
	case when.Tag != "" && (errors.Is(err, errPrecondition) || errors.Is(err, ErrNotFound)):
		err = ErrChanged
	}
	return "", named(name, err)
}

// List implements [Store].
func (b *bucket) List(ctx context.Context, prefix, after string) (page []Info, more bool, err error) {
	if after != "" {
		after = b.prefix + after
	}
	ask := url.Values{"list-type": {"2"}, "encoding-type": {"url"}, "prefix": {b.prefix + prefix}, "max-keys": {strconv.Itoa(pageLength)}}
	if after != "" {
		ask.Set("start-after", after)
	}
	for {
		var l listing
		if err := b.list(ctx, ask, &l); err != nil {
			return nil, false, named(prefix, meant(err))
		}
		for _, o := range l.Contents {
			name := o.Key
			if l.EncodingType == "url" {
				if name, err = url.QueryUnescape(o.Key); err != nil {
					return nil, false, named(prefix, err)
				}
			}
			page = append(page, Info{strings.TrimPrefix(name, b.prefix), o.Size, strings.Trim(o.ETag, `"`), o.LastModified})
		}
		if l.IsTruncated && l.NextContinuationToken == "" && len(l.Contents) == 0 { // who asks again would get the same
			return nil, false, named(prefix, errors.New("the store says that there is more, and not where"))
		}
		if len(page) >= pageLength || !l.IsTruncated || l.NextContinuationToken == "" {
			return page, l.IsTruncated || len(page) >= pageLength, nil
		}
		ask.Set("continuation-token", l.NextContinuationToken)
	}
}

// listing is a part of a list of objects.
type listing struct {
	EncodingType          string
	IsTruncated           bool
	NextContinuationToken string
	Contents              []struct {
		Key, ETag    string
		Size         int64
		LastModified time.Time
	}
}

func (b *bucket) list(ctx context.Context, ask url.Values, to *listing) error {
	answer, err := b.server.do(ctx, request{method: http.MethodGet, bucket: b.name, query: ask})
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	return xml.NewDecoder(io.LimitReader(answer.Body, maxAnswer)).Decode(to)
}

// Delete implements [Store].
func (b *bucket) Delete(ctx context.Context, name string) error {
	if err := b.check(name); err != nil {
		return err
	}
	answer, err := b.server.do(ctx, request{method: http.MethodDelete, bucket: b.name, name: b.prefix + name})
	if err == nil {
		return answer.Body.Close()
	}
	if err = meant(err); errors.Is(err, ErrNotFound) {
		return nil
	}
	return named(name, err)
}

// errPrecondition says that a condition of a request does not hold.
var errPrecondition = errors.New("the condition does not hold")

// errClock says why a store refuses every request of a machine.
var errClock = errors.New("the store refuses it: the clock of this machine and that of the store differ by too much: set this clock")

// meant returns what an error of the server means.
func meant(err error) error {
	var r *refusal
	if !errors.As(err, &r) {
		return err
	}
	switch r.Code {
	case "NoSuchKey":
		return ErrNotFound
	case "NoSuchBucket":
		return ErrNoBucket
	case "PreconditionFailed", "ConditionalRequestConflict":
		return errPrecondition
	case "RequestTimeTooSkewed":
		return errors.Join(errClock, err)
	case "AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch", codeExpired, "InvalidToken", "XAdminUserNotFound":
		return errors.Join(ErrDenied, err)
	}
	switch r.Status {
	case http.StatusPreconditionFailed:
		return errPrecondition
	case http.StatusUnauthorized, http.StatusForbidden:
		return errors.Join(ErrDenied, err)
	}
	return err
}
