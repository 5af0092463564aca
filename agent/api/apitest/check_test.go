package apitest_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/seed353dc258/backstory/agent/api/apitest"
)

// HA-02
func TestAnAnswerThatIsNotAsDocumentedIsFound(t *testing.T) {
	const session = `{"id":"a","user":"","profile":"p","role":"","model":"","title":"","summary":"","kind":"branch","status":"active","reason":"","parent":"","messages":0,"created":"2026-01-02T03:04:05Z","updated":"2026-01-02T03:04:05Z"}`
	for _, c := range []struct {
		what, method, path, kind, body string
		status                         int
		good                           bool
	}{
		{"a session", "GET", "/api/v2/sessions/a", "application/json", session, 200, true},
		{"a list", "GET", "/api/v2/sessions?limit=1", "application/json; charset=utf-8", `{"data":[` + session + `],"next_cursor":""}`, 200, true},
		{"a problem", "GET", "/api/v2/sessions/a", "application/problem+json", `{"type":"about:blank","title":"t","status":404,"detail":"d","code":"not_found"}`, 404, true},
		{"no route", "GET", "/api/v2/nothing", "text/html", `?`, 404, true},
		{"no body", "DELETE", "/api/v2/sessions/a", "", ``, 204, true},
		{"another field", "GET", "/api/v2/sessions/a", "application/json", `{"more":1,` + session[1:], 200, false},
		{"a field is missing", "GET", "/api/v2/sessions/a", "application/json", `{"id":"a"}`, 200, false},
		{"a field has another type", "GET", "/api/v2/sessions/a", "application/json", `{"data":{},"next_cursor":""}`, 200, false},
		{"in a list", "GET", "/api/v2/sessions", "application/json", `{"data":[{}],"next_cursor":""}`, 200, false},
		{"a word that is not in the list", "GET", "/api/v2/sessions", "application/json", `{"data":[` + session[:len(session)-1] + `,"kind":"odd"}],"next_cursor":""}`, 200, false},
		{"another status", "GET", "/api/v2/sessions/a", "application/json", session, 201, false},
		{"another media type", "GET", "/api/v2/sessions/a", "text/plain", session, 200, false},
		{"a body where there is none", "DELETE", "/api/v2/sessions/a", "application/json", `{}`, 204, false},
		{"no JSON", "GET", "/api/v2/sessions/a", "application/json", `{`, 200, false},
		{"the error of another protocol", "GET", "/v1/models", "application/json", `{"code":"not_found"}`, 404, false},
	} {
		header := http.Header{"Content-Type": {c.kind}}
		err := apitest.Check(httptest.NewRequest(c.method, c.path, nil), c.status, header, []byte(c.body))
		if (err == nil) != c.good {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}
