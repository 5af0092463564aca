package objects

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
)

// bucket is a place in a bucket of an S3 server.
type bucket struct {
	core   minio.Core
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
	r, info, _, err := b.core.GetObject(ctx, b.name, b.prefix+name, minio.GetObjectOptions{})
	if err != nil {
		return nil, Info{}, named(name, answer(err))
	}
	return r, Info{name, info.Size, info.ETag, info.LastModified}, nil
}

// Put implements [Store].
func (b *bucket) Put(ctx context.Context, name string, content io.ReadSeeker, when Condition) (string, error) {
	if err := b.check(name); err != nil {
		return "", err
	}
	body, err := summed(content)
	if err != nil {
		return "", named(name, err)
	}
	// The digest of all is signed, not pieces of it: every server takes that.
	options := minio.PutObjectOptions{DisableMultipart: true, DisableContentSha256: true, ContentType: "application/octet-stream"}
	if when.New {
		options.SetMatchETagExcept("*")
	}
	if when.Tag != "" {
		options.SetMatchETag(when.Tag)
	}
	info, err := b.core.PutObject(ctx, b.name, b.prefix+name, body.ReadSeeker, body.Size, "", hex.EncodeToString(body.Sum[:]), options)
	if err == nil {
		return info.ETag, nil
	}
	err = answer(err)
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
	for o := range b.core.ListObjectsIter(ctx, b.name, minio.ListObjectsOptions{Prefix: b.prefix + prefix, Recursive: true, StartAfter: after, MaxKeys: pageLength}) {
		if o.Err != nil {
			return nil, false, named(prefix, answer(o.Err))
		}
		page = append(page, Info{strings.TrimPrefix(o.Key, b.prefix), o.Size, o.ETag, o.LastModified})
		if len(page) == pageLength { // before the next one is asked for
			return page, true, nil
		}
	}
	return page, false, ctx.Err()
}

// Delete implements [Store].
func (b *bucket) Delete(ctx context.Context, name string) error {
	if err := b.check(name); err != nil {
		return err
	}
	err := b.core.RemoveObject(ctx, b.name, b.prefix+name, minio.RemoveObjectOptions{})
	if err == nil || errors.Is(answer(err), ErrNotFound) {
		return nil
	}
	return named(name, answer(err))
}

// errPrecondition says that a condition of a request does not hold.
var errPrecondition = errors.New("the condition does not hold")

// errClock says why a store refuses every request of a machine.
var errClock = errors.New("the store refuses it: the clock of this machine and that of the store differ by too much")

// answer returns what an error of the server means.
func answer(err error) error {
	r := minio.ToErrorResponse(err)
	switch r.Code {
	case minio.NoSuchKey:
		return ErrNotFound
	case minio.NoSuchBucket:
		return ErrNoBucket
	case minio.PreconditionFailed, "ConditionalRequestConflict":
		return errPrecondition
	case minio.AccessDenied, "InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken", "InvalidToken", "XAdminUserNotFound":
		return errors.Join(ErrDenied, err)
	case "RequestTimeTooSkewed":
		return errors.Join(errClock, err)
	}
	switch r.StatusCode {
	case http.StatusPreconditionFailed:
		return errPrecondition
	case http.StatusUnauthorized, http.StatusForbidden:
		return errors.Join(ErrDenied, err)
	}
	return err
}
