package shared

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/internal/objects"
)

// remote is a store on a server of [Serve].
type remote struct {
	client *http.Client
	base   string // without a slash at its end
	token  string
}

// Dial returns the store at https://HOST/PATH, which is asked nothing yet. Plain http goes to this
// machine only. The token may be empty.
func Dial(address, token string) (Store, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, errors.New("the address of a shared cache is https://HOST/PATH or s3://BUCKET/PREFIX, without keys or options in it")
	}
	if u.Scheme == "http" && !objects.IsLoopback(u.Hostname()) {
		return nil, errors.New("a shared cache is reached by https: plain http goes to this machine only")
	}
	return &remote{
		client: &http.Client{
			Transport: &http.Transport{
				Proxy: http.ProxyFromEnvironment, DialContext: (&net.Dialer{Timeout: Connect}).DialContext, TLSHandshakeTimeout: Connect,
				DisableCompression: true, ForceAttemptHTTP2: true, IdleConnTimeout: time.Minute,
			},
			// The token is for this server alone.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		base: strings.TrimRight(address, "/"), token: token,
	}, nil
}

func (r *remote) ask(ctx context.Context, method, name string, body io.Reader, size int64, header map[string]string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, r.base+"/v1/"+name, body)
	if err != nil {
		return nil, err
	}
	req.ContentLength = size
	if r.token != "" {
		req.Header.Set("Authorization", "Bearer "+r.token)
	}
	for key, value := range header {
		req.Header.Set(key, value)
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode/100 == 2 {
		return resp, nil
	}
	resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusNotFound:
		return nil, fmt.Errorf("%s: %w", name, objects.ErrNotFound)
	case http.StatusUnauthorized, http.StatusForbidden:
		return nil, objects.ErrDenied
	case http.StatusPreconditionFailed:
		if header["If-None-Match"] != "" {
			return nil, objects.ErrExists
		}
		return nil, objects.ErrChanged
	}
	return nil, fmt.Errorf("%s: the server answers %d", name, resp.StatusCode)
}

// Get implements [Store].
func (r *remote) Get(ctx context.Context, name string) (io.ReadCloser, objects.Info, error) {
	resp, err := r.ask(ctx, http.MethodGet, name, nil, 0, nil)
	if err != nil {
		return nil, objects.Info{}, err
	}
	if resp.ContentLength < 0 {
		resp.Body.Close()
		return nil, objects.Info{}, fmt.Errorf("%s: the server does not say its length", name)
	}
	return resp.Body, objects.Info{Name: name, Size: resp.ContentLength, Tag: strings.Trim(resp.Header.Get("ETag"), `"`)}, nil
}

// Put implements [Store].
func (r *remote) Put(ctx context.Context, name string, content io.ReadSeeker, when objects.Condition) (string, error) {
	size, err := content.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = content.Seek(0, io.SeekStart)
	}
	if err != nil {
		return "", err
	}
	header := map[string]string{}
	if when.New {
		header["If-None-Match"] = "*"
	}
	if when.Tag != "" {
		header["If-Match"] = `"` + when.Tag + `"`
	}
	resp, err := r.ask(ctx, http.MethodPut, name, io.NopCloser(content), size, header)
	if err != nil {
		return "", err
	}
	return strings.Trim(resp.Header.Get("ETag"), `"`), resp.Body.Close()
}

// Delete implements [Store].
func (r *remote) Delete(ctx context.Context, name string) error {
	resp, err := r.ask(ctx, http.MethodDelete, name, nil, 0, nil)
	if errors.Is(err, objects.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// digestOf returns the digest of a token, by which a server knows it.
func digestOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
