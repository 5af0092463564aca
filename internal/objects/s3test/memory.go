package s3test

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// Server is an S3 server in this process, which has a fault when it is told to.
type Server struct {
	*httptest.Server
	Inner    http.Handler // without faults
	Requests atomic.Int64
	fault    atomic.Pointer[func(http.ResponseWriter, *http.Request) bool]
}

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.Requests.Add(1)
	if f := s.fault.Load(); f != nil && (*f)(w, r) {
		return
	}
	s.Inner.ServeHTTP(w, r)
}

// Fail has each request go to a function first, which reports whether it answered.
func (s *Server) Fail(f func(http.ResponseWriter, *http.Request) bool) { s.fault.Store(&f) }

// Memory starts a server with the buckets texts and other, which ends with the test, and points
// the environment to it.
func Memory(tb testing.TB) *Server {
	tb.Helper()
	backend := s3mem.New()
	for _, name := range []string{"texts", "other"} {
		if err := backend.CreateBucket(name); err != nil {
			tb.Fatal(err)
		}
	}
	s := &Server{Inner: gofakes3.New(backend).Server()}
	s.Server = httptest.NewServer(s)
	tb.Cleanup(s.Close)
	home := tb.TempDir()
	for name, value := range map[string]string{
		"HOME": home, "USERPROFILE": home, "AWS_ENDPOINT_URL": s.URL, "AWS_ENDPOINT_URL_S3": "", "AWS_PROFILE": "", "AWS_REGION": "",
		"AWS_ACCESS_KEY_ID": "someone", "AWS_SECRET_ACCESS_KEY": "very-secret", "AWS_CONFIG_FILE": "", "AWS_SHARED_CREDENTIALS_FILE": "",
	} {
		tb.Setenv(name, value)
	}
	return s
}
