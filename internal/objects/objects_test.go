package objects_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/internal/objects"
	"github.com/seed353dc258/backstory/internal/objects/s3test"
)

func open(t *testing.T, address string) objects.Store {
	t.Helper()
	s, err := objects.Open(address, objects.Patience{Connect: time.Second, Tries: 1})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestStoresAreAlike(t *testing.T) {
	s3test.Memory(t)
	for name, address := range map[string]string{"s3": "s3://texts/a/b", "s3 without a prefix": "s3://other", "folder": t.TempDir()} {
		t.Run(name, func(t *testing.T) { conform(t, open(t, address)) })
	}
}

func conform(t *testing.T, s objects.Store) {
	ctx := t.Context()
	wants := func(what string, got, want error) {
		t.Helper()
		if !errors.Is(got, want) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	put := func(name, content string, when objects.Condition) (string, error) {
		return s.Put(ctx, name, objects.Content([]byte(content)), when)
	}
	_, _, err := objects.Read(ctx, s, "x/one", 100)
	wants("nothing there", err, objects.ErrNotFound)
	first, err := put("x/one", "one", objects.Condition{New: true})
	wants("the first", err, nil)
	_, err = put("x/one", "two", objects.Condition{New: true})
	wants("a second", err, objects.ErrExists)
	second, err := put("x/one", "three", objects.Condition{Tag: first})
	wants("by its tag", err, nil)
	_, err = put("x/one", "four", objects.Condition{Tag: first})
	wants("by an old tag", err, objects.ErrChanged)
	_, err = put("x/none", "four", objects.Condition{Tag: first})
	wants("a tag of nothing", err, objects.ErrChanged)
	content, info, err := objects.Read(ctx, s, "x/one", 100)
	if err != nil || string(content) != "three" || info.Tag != second || info.Size != 5 || first == second {
		t.Errorf("%q, %+v, %v; tags %q and %q", content, info, err, first, second)
	}
	_, _, err = objects.Read(ctx, s, "x/one", 4)
	wants("too long", err, objects.ErrTooLong)
	for _, bad := range []string{"", "/x", "x/", "x//y", "../x", "x/../y", ".hidden", `x\y`, strings.Repeat("x", 1025)} {
		if _, err := put(bad, "x", objects.Condition{}); err == nil {
			t.Errorf("%.20q is a name", bad)
		}
	}
	for _, name := range []string{"x/b.c", "x/b/c", "x/bb", "y"} {
		_, err = put(name, name, objects.Condition{})
		wants(name, err, nil)
	}
	for _, one := range []struct{ prefix, after, want string }{
		{"", "", "x/b.c x/b/c x/bb x/one y"},
		{"x/b", "", "x/b.c x/b/c x/bb"},
		{"x/", "x/b/c", "x/bb x/one"},
		{"z/", "", ""},
	} {
		var names []string
		page, more, err := s.List(ctx, one.prefix, one.after)
		for _, i := range page {
			names = append(names, i.Name)
		}
		if got := strings.Join(names, " "); got != one.want || more || err != nil {
			t.Errorf("%q after %q: %q, %v, %v", one.prefix, one.after, got, more, err)
		}
	}
	for range 2 {
		wants("removing", s.Delete(ctx, "x/one"), nil)
	}
	_, _, err = objects.Read(ctx, s, "x/one", 100)
	wants("removed", err, objects.ErrNotFound)
}

// Of many who write a new object, or replace one, one does.
func TestOneOfManyWrites(t *testing.T) {
	for name, address := range map[string]string{"s3": "s3://texts", "folder": t.TempDir()} {
		t.Run(name, func(t *testing.T) {
			s3test.Memory(t)
			s := open(t, address)
			tag := ""
			for round := range 5 {
				var won atomic.Int64
				var all sync.WaitGroup
				for i := range 8 {
					all.Go(func() {
						_, err := s.Put(t.Context(), "x", objects.Content(fmt.Append(nil, round, " ", i)), objects.Condition{New: round == 0, Tag: tag})
						if err == nil {
							won.Add(1)
						} else if !errors.Is(err, objects.ErrExists) && !errors.Is(err, objects.ErrChanged) {
							t.Error(err)
						}
					})
				}
				all.Wait()
				_, info, err := objects.Read(t.Context(), s, "x", 100)
				if err != nil || won.Load() != 1 {
					t.Fatalf("round %d: %d wrote it, %v", round, won.Load(), err)
				}
				tag = info.Tag
			}
		})
	}
}

func TestPagesFollowEachOther(t *testing.T) {
	s3test.Memory(t)
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{"s3://texts/p", folder} {
		s := open(t, address)
		var want, got []string
		for i := range 2001 {
			name := fmt.Sprintf("n/%04d", i)
			want = append(want, name)
			var err error
			if address == folder {
				err = os.WriteFile(filepath.Join(folder, name), nil, 0o600) // without waiting for the disk
			} else {
				_, err = s.Put(t.Context(), name, objects.Content(nil), objects.Condition{})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		after, pages := "", 0
		for more := true; more; pages++ {
			page, m, err := s.List(t.Context(), "n/", after)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range page {
				got = append(got, i.Name)
			}
			if more = m; more {
				after = got[len(got)-1]
			}
		}
		if !slices.Equal(got, want) || pages != 3 {
			t.Errorf("%s: %d of %d names in %d pages", address, len(got), len(want), pages)
		}
	}
}

func TestFaultsOfAServerAreErrors(t *testing.T) {
	srv := s3test.Memory(t)
	s := open(t, "s3://texts/x")
	if _, err := s.Put(t.Context(), "one", objects.Content([]byte(strings.Repeat("x", 5000))), objects.Condition{}); err != nil {
		t.Fatal(err)
	}
	status := func(code int) func(http.ResponseWriter, *http.Request) bool {
		return func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(code); return true }
	}
	for name, fault := range map[string]func(http.ResponseWriter, *http.Request) bool{
		"500": status(500), "503": status(503),
		"slow": func(_ http.ResponseWriter, r *http.Request) bool { <-r.Context().Done(); return true },
		"short": func(w http.ResponseWriter, r *http.Request) bool {
			recorded := httptest.NewRecorder()
			srv.Inner.ServeHTTP(recorded, r)
			for key, values := range recorded.Header() {
				w.Header()[key] = values
			}
			w.WriteHeader(recorded.Code)
			_, _ = w.Write(recorded.Body.Bytes()[:100])
			return true
		},
		"reset": func(w http.ResponseWriter, _ *http.Request) bool {
			c, _, err := http.NewResponseController(w).Hijack()
			if err == nil {
				_ = c.(*net.TCPConn).SetLinger(0)
				c.Close()
			}
			return true
		},
	} {
		t.Run(name, func(t *testing.T) {
			srv.Fail(fault)
			// A client of its own: net/http asks again by itself where a connection that
			// it kept is reset.
			s := open(t, "s3://texts/x")
			before := srv.Requests.Load()
			ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
			defer cancel()
			content, _, err := objects.Read(ctx, s, "one", 10_000)
			if err == nil || errors.Is(err, objects.ErrNotFound) {
				t.Errorf("%d bytes, %v", len(content), err)
			}
			if n := srv.Requests.Load() - before; n != 1 {
				t.Errorf("%d requests", n)
			}
		})
	}
	srv.Fail(status(http.StatusForbidden))
	_, err := s.Put(t.Context(), "one", objects.Content(nil), objects.Condition{})
	if !errors.Is(err, objects.ErrDenied) || strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
	srv.Fail(func(w http.ResponseWriter, _ *http.Request) bool {
		w.WriteHeader(http.StatusForbidden)
		_, _ = io.WriteString(w, "<Error><Code>RequestTimeTooSkewed</Code><Message>Too much.</Message></Error>")
		return true
	})
	if _, err := s.Put(t.Context(), "one", objects.Content(nil), objects.Condition{}); err == nil || !strings.Contains(err.Error(), "the clock of this machine") {
		t.Error(err)
	}
	srv.Fail(func(w http.ResponseWriter, _ *http.Request) bool {
		_, _ = io.WriteString(w, "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>")
		return true
	})
	if _, more, err := s.List(t.Context(), "", ""); err == nil || more { // who asks for more would ask for ever
		t.Error(more, err)
	}
	srv.Fail(func(http.ResponseWriter, *http.Request) bool { return false })
	if err := objects.Reachable(t.Context(), open(t, "s3://nobucket"), "reachable"); !errors.Is(err, objects.ErrNoBucket) {
		t.Error(err)
	}
	if err := objects.Reachable(t.Context(), s, "reachable"); err != nil {
		t.Error(err)
	}
}

// A passing fault of a store that has to be there costs a request.
func TestAFaultIsTriedAgain(t *testing.T) {
	srv := s3test.Memory(t)
	var failed atomic.Bool
	srv.Fail(func(w http.ResponseWriter, r *http.Request) bool {
		if failed.Swap(true) {
			return false
		}
		_, _ = io.Copy(io.Discard, r.Body)
		w.WriteHeader(http.StatusServiceUnavailable)
		return true
	})
	s, err := objects.Open("s3://texts", objects.Patience{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Put(t.Context(), "one", objects.Content([]byte("x")), objects.Condition{New: true}); err != nil {
		t.Error(err)
	}
}

func TestWhatASignatureIsMadeOf(t *testing.T) {
	srv := s3test.Memory(t)
	var header atomic.Value
	srv.Fail(func(_ http.ResponseWriter, r *http.Request) bool {
		header.Store(r.Header.Get("Authorization"))
		return false
	})
	ask := func() string {
		t.Helper()
		header.Store("")
		err := objects.Reachable(t.Context(), open(t, "s3://texts"), "reachable")
		return fmt.Sprint(header.Load(), err)
	}
	if got := ask(); !strings.Contains(got, "Credential=someone/") || !strings.Contains(got, "/us-east-1/s3/") || strings.Contains(got, "very-secret") {
		t.Error(got)
	}
	t.Setenv("AWS_ACCESS_KEY_ID", "")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "")
	if got := ask(); !strings.Contains(got, ": there are no keys for S3") {
		t.Error(got)
	}
}

// A server that takes a request and says nothing more is not waited for without an end; one
// that is slow is.
func TestAQuietServerIsLeft(t *testing.T) {
	srv := s3test.Memory(t)
	s, err := objects.OpenS3("s3://texts", objects.Patience{Tries: 1, Quiet: 400 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Put(t.Context(), "one", objects.Content([]byte("12345678")), objects.Condition{}); err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond) // the connection is idle, which counts for nothing
	srv.Fail(func(w http.ResponseWriter, _ *http.Request) bool {
		time.Sleep(200 * time.Millisecond)
		w.Header().Set("ETag", `"x"`)
		w.Header().Set("Last-Modified", "Wed, 21 Oct 2015 07:28:00 GMT")
		w.Header().Set("Content-Length", "8")
		for _, c := range []byte("12345678") {
			time.Sleep(100 * time.Millisecond)
			_, _ = w.Write([]byte{c})
			_ = http.NewResponseController(w).Flush()
		}
		return true
	})
	if content, _, err := objects.Read(t.Context(), s, "one", 100); err != nil || string(content) != "12345678" {
		t.Errorf("%q, %v", content, err)
	}
	srv.Fail(func(_ http.ResponseWriter, r *http.Request) bool {
		select {
		case <-r.Context().Done():
		case <-time.After(20 * time.Second):
		}
		return true
	})
	began := time.Now()
	if _, _, err := objects.Read(t.Context(), s, "one", 100); !errors.Is(err, os.ErrDeadlineExceeded) || time.Since(began) > 10*time.Second {
		t.Errorf("after %v: %v", time.Since(began), err)
	}
}
