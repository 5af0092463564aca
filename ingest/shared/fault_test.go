package shared_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/ingest/shared"
	"github.com/seed353dc258/backstory/internal/objects"
)

// bad is a store with a fault.
type bad struct {
	asked atomic.Int64
	fault func(ctx context.Context) error
}

func (b *bad) do(ctx context.Context) error { b.asked.Add(1); return b.fault(ctx) }
func (b *bad) Get(ctx context.Context, _ string) (io.ReadCloser, objects.Info, error) {
	return nil, objects.Info{}, b.do(ctx)
}

func (b *bad) Put(ctx context.Context, _ string, _ io.ReadSeeker, _ objects.Condition) (string, error) {
	return "", b.do(ctx)
}
func (b *bad) Delete(ctx context.Context, _ string) error { return b.do(ctx) }

func TestAFaultyStoreIsLeft(t *testing.T) {
	for name, one := range map[string]struct {
		fault error
		asked int64
	}{
		"it fails":           {errors.New("reset"), 3},
		"it refuses":         {objects.ErrDenied, 1},
		"there is no bucket": {objects.ErrNoBucket, 1},
	} {
		b := &bad{fault: func(context.Context) error { return one.fault }}
		left := 0
		s := shared.Settings{Store: b, Namespace: "team", Registry: registry(t), Base: 3, Verify: trusting(1), Left: func(error) { left++ }}
		s.Sign, _ = keyOf(1)
		c, err := shared.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		if n := found(t, c, 0, 100); n > 0 || b.asked.Load() != one.asked || left != 1 {
			t.Errorf("%s: %d found, asked %d times, left %d times", name, n, b.asked.Load(), left)
		}
		c.Put(source(1), chapter("x"))
		if err := c.Publish(); err != nil || b.asked.Load() != one.asked {
			t.Errorf("%s: %v: asked %d times", name, err, b.asked.Load())
		}
		c.Close()
	}
}

// What may take for ever is given its time, and no more: three requests of 10 s here.
func TestAStoreThatHangsIsLeft(t *testing.T) {
	b := &bad{fault: func(ctx context.Context) error {
		until, ok := ctx.Deadline()
		if wait := time.Until(until); !ok || wait > 10*time.Second || wait < 9*time.Second {
			t.Errorf("a request may take %v", wait)
		}
		return context.DeadlineExceeded // as after that time
	}}
	c := open(t, b, "team", 0, 1)
	if n := found(t, c, 0, 100); n > 0 || b.asked.Load() != 3 {
		t.Errorf("%d found, asked %d times", n, b.asked.Load())
	}
}

// Who ends a run does not wait for a cache that hangs, and that is no fault of it.
func TestWhoEndsARunDoesNotWait(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	b := &bad{fault: func(ctx context.Context) error {
		cancel()
		<-ctx.Done()
		return ctx.Err()
	}}
	c, err := shared.Open(shared.Settings{
		Store: b, Namespace: "team", Registry: registry(t), Base: 3, Verify: trusting(1), Until: ctx,
		Left: func(err error) { t.Error(err) },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if n := found(t, c, 0, 100); n > 0 || b.asked.Load() != 1 {
		t.Errorf("%d found, asked %d times", n, b.asked.Load())
	}
	if s, _ := c.Stats(); s.Errors > 0 {
		t.Errorf("%+v", s)
	}
}

// A server that does not answer a connection, or resets it, costs what it may.
func TestAServerThatDoesNotAnswer(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			_ = c.(*net.TCPConn).SetLinger(0)
			c.Close()
		}
	}()
	defer listener.Close()
	store, err := shared.Dial("http://"+listener.Addr().String(), "")
	if err != nil {
		t.Fatal(err)
	}
	c := open(t, store, "team", 0, 1)
	began := time.Now()
	if n := found(t, c, 0, 100); n > 0 {
		t.Errorf("%d found", n)
	}
	if s, err := c.Stats(); s.Errors != 3 || err == nil || time.Since(began) > 10*time.Second {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestWhatIsPrivateStaysHere(t *testing.T) {
	store := folder(t)
	c := open(t, store, "team", 1, 1)
	for i, code := range []string{"locked", "recognized", "needs-ocr"} {
		one := chapter("secret")
		one.Warnings = append(one.Warnings, document.Warning{Code: code})
		c.Put(source(i), one)
	}
	if err := c.Publish(); err != nil {
		t.Fatal(err)
	}
	if all, _, err := store.List(t.Context(), "", ""); err != nil || len(all) > 0 {
		t.Errorf("%v, %v", all, err)
	}
}

func TestTheServerHoldsToItsRules(t *testing.T) {
	tokens, err := shared.ParseTokens("# two of a time\nreader team reader-token-0001\nwriter team writer-token-0001\nwriter team writer-token-0002\n\n")
	if err != nil {
		t.Fatal(err)
	}
	store := folder(t)
	var told atomic.Pointer[error]
	server := httptest.NewServer(shared.Serve(store, tokens, func(err error) { told.Store(&err) }))
	defer server.Close()
	sum := sha256.Sum256([]byte("pack"))
	pack := "team/packs/" + hex.EncodeToString(sum[:])
	index := `{"version":1,"packs":[{"digest":"` + hex.EncodeToString(sum[:]) + `","size":4}]}`
	for _, one := range []struct {
		method, path, token, body string
		header                    string
		want                      int
	}{
		{"GET", pack, "", "", "", 401},
		{"GET", pack, "another-token-0001", "", "", 401},
		{"GET", pack, "reader-token-0001", "", "", 404},
		{"PUT", pack, "reader-token-0001", "pack", "", 403},
		{"PUT", "others/packs/" + hex.EncodeToString(sum[:]), "writer-token-0001", "pack", "", 403},
		{"GET", "others/index", "reader-token-0001", "", "", 403},
		{"PUT", pack, "writer-token-0001", "other", "", 400},
		{"PUT", pack, "writer-token-0001", "pack", "", 201},
		{"PUT", pack, "writer-token-0002", "pack", "", 412},
		{"GET", pack, "reader-token-0001", "", "", 200},
		{"PUT", "team/index", "writer-token-0001", index, "", 428},
		{"PUT", "team/index", "writer-token-0001", "{}", "If-None-Match: *", 400},
		{"PUT", "team/index", "writer-token-0001", index, "If-None-Match: *", 201},
		{"PUT", "team/index", "writer-token-0001", index, "If-None-Match: *", 412},
		{"PUT", "team/index", "writer-token-0001", index, `If-Match: "x"`, 412},
		{"DELETE", pack, "writer-token-0001", "", "", 409},
		{"DELETE", "team/index", "writer-token-0001", "", "", 405},
		{"GET", "team/packs/..%2findex", "reader-token-0001", "", "", 404},
		{"GET", "team/packs/" + strings.ToUpper(hex.EncodeToString(sum[:])), "reader-token-0001", "", "", 404},
		{"POST", pack, "writer-token-0001", "", "", 405},
	} {
		r, err := http.NewRequestWithContext(t.Context(), one.method, server.URL+"/v1/"+one.path, strings.NewReader(one.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+one.token)
		if key, value, ok := strings.Cut(one.header, ": "); ok {
			r.Header.Set(key, value)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != one.want {
			t.Errorf("%s %s with %q and %q: %d, want %d", one.method, one.path, one.token, one.header, resp.StatusCode, one.want)
		}
	}
	if err := told.Load(); err != nil {
		t.Errorf("a wrong request is told as a fault: %v", *err)
	}
	store.Close()
	r, err := http.NewRequestWithContext(t.Context(), "GET", server.URL+"/v1/"+pack, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer reader-token-0001")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != 500 || told.Load() == nil {
		t.Errorf("a folder that fails: %d, and nobody is told", resp.StatusCode)
	}
}

func TestWrongTokensAndAddressesAreRefused(t *testing.T) {
	for _, bad := range []string{"", "reader team", "reader team short", "admin team a-very-long-token", "reader T a-very-long-token"} {
		if _, err := shared.ParseTokens(bad); err == nil || strings.Contains(err.Error(), "very-long") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	for _, bad := range []string{"http://example.org", "https://token@example.org", "https://example.org?token=x", "ftp://example.org", "example.org"} {
		if _, err := shared.Dial(bad, ""); err == nil {
			t.Errorf("%s is an address", bad)
		}
	}
}
