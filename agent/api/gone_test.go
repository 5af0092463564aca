package api_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/apitest"
)

func TestNothingToSumUpIsAConflict(t *testing.T) {
	s := apitest.Serve(t, "", nil)
	c := s.As("chat")
	for _, base := range []string{"/api/v2/sessions/", "/v1/sessions/"} {
		r := c.Must(409, "POST", base+c.Session("caelum")+"/compact", nil)
		if got := r.Text("detail"); got != "there is nothing to sum up" {
			t.Errorf("%s: %s", base, r.Body)
		}
	}
}

// TestAClientThatGoesAwayIsNoFault: what is broken off for a client that has gone is
// not logged as an error, wherever it is noticed.
func TestAClientThatGoesAwayIsNoFault(t *testing.T) {
	var log bytes.Buffer
	s := apitest.Serve(t, "", func(s *api.Settings) { s.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	c := s.As("chat", "read")
	id := c.Session("caelum")
	for _, route := range []string{"GET /api/v2/sessions", "GET /v1/models", "POST /v1/sessions/" + id + "/compact", "POST /v1/chat/completions"} {
		for _, key := range []string{"", "once"} {
			method, path, _ := strings.Cut(route, " ")
			ctx, leave := context.WithCancel(t.Context())
			r := httptest.NewRequestWithContext(ctx, method, path, strings.NewReader(`{"model": "caelum", "messages": [{"role": "user", "content": "hello"}]}`))
			r.Host = "localhost"
			r.Header.Set("Authorization", "Bearer "+c.Token)
			r.Header.Set("Content-Type", "application/json")
			if key != "" {
				r.Header.Set("Idempotency-Key", key)
			}
			leave()
			got := httptest.NewRecorder()
			s.Server.HTTP().Handler.ServeHTTP(got, r)
			if got.Code >= 500 {
				t.Errorf("%s: %d %s", route, got.Code, got.Body)
			}
		}
	}
	if got := log.String(); strings.Contains(got, "level=ERROR") || !strings.Contains(got, "status=499") {
		t.Error(got)
	}
}
