package route_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/seed353dc258/backstory/agent/api/route"
)

type page struct {
	Limit int `query:"limit" minimum:"1" default:"50"`
}

type asked struct {
	page
	ID   string `path:"id" maxLength:"4"`
	All  bool   `query:"all"`
	Key  string `header:"X-Key" required:"true"`
	Sign string `cookie:"sign"`
	Body struct {
		Text string `json:"text" minLength:"1"`
		Kind string `json:"kind,omitempty" enum:"a,b" default:"b"`
		Size int    `json:"size,omitempty"`
	}
}

type told struct {
	Status int
	Place  string        `header:"Location"`
	Marks  []http.Cookie `header:"Set-Cookie"`
	Body   string
}

// server has one route, and what describes it.
func server() (http.Handler, *huma.OpenAPI) {
	mux := http.NewServeMux()
	config := huma.DefaultConfig("test", "1")
	config.CreateHooks, config.DocsPath, config.SchemasPath = nil, "", ""
	api := humago.New(mux, config)
	op := huma.Operation{OperationID: "tell", Method: "POST", Path: "/things/{id}", MaxBodyBytes: 64}
	route.Add(api, op, reflect.TypeFor[asked](), reflect.TypeFor[told](), func(_ context.Context, in any) (any, error) {
		q := in.(*asked)
		switch q.Body.Text {
		case "nothing":
			return nil, nil
		case "taken":
			return nil, huma.ErrorWithHeaders(huma.Error409Conflict("taken"), http.Header{"Retry-After": {"3"}})
		}
		text := fmt.Sprint(q.ID, " ", q.Limit, " ", q.All, " ", q.Key, " ", q.Sign, " ", q.Body.Text, " ", q.Body.Kind, " ", q.Body.Size)
		return &told{Status: 201, Place: "/x", Marks: []http.Cookie{{Name: "a", Value: "1"}, {Name: "b", Value: "2"}}, Body: text}, nil
	})
	return mux, api.OpenAPI()
}

func TestRequestsAreReadAndAnswered(t *testing.T) {
	h, _ := server()
	for _, one := range []struct {
		path, body string
		status     int
		want       string
	}{
		{"/things/ab", `{"text":"t"}`, 201, `"ab 50 false k s t b 0"`},
		{"/things/ab?limit=7&all=true", `{"text":"t","kind":"a","size":3}`, 201, `"ab 7 true k s t a 3"`},
		{"/things/ab", `{"text":"nothing"}`, 200, ""},
		{"/things/ab", `{"text":"taken"}`, 409, `"taken"`},
		{"/things/ab?limit=x", `{"text":"t"}`, 422, `"message":"invalid integer","location":"query.limit","value":"x"`},
		{"/things/ab?limit=0", `{"text":""}`, 422, `"location":"body.text"`},
		{"/things/abcde", `{"text":"t"}`, 422, `"location":"path.id"`},
		{"/things/ab?all=2", `{"text":"t"}`, 422, "invalid boolean"},
		{"/things/ab", `{"text":"t","size":1.5}`, 422, `"location":"body.size"`},
		{"/things/ab", `{"text":"t","size":1e300}`, 422, `"location":"body"`},
		{"/things/ab", `{"text":"t","kind":"c"}`, 422, `"location":"body.kind"`},
		{"/things/ab", `{"text":`, 400, "unexpected end of JSON input"},
		{"/things/ab", "", 400, "request body is required"},
		{"/things/ab", strings.Repeat(" ", 64), 413, "limit=64"},
	} {
		r := httptest.NewRequest("POST", one.path, strings.NewReader(one.body))
		r.Header.Set("X-Key", "k")
		r.Header.Set("Cookie", "sign=s")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != one.status || !strings.Contains(w.Body.String(), one.want) {
			t.Errorf("%s %s: %d %s, want %d %s", one.path, one.body, w.Code, w.Body, one.status, one.want)
		}
		if got := w.Header(); w.Code == 201 && (got.Get("Location") != "/x" || !reflect.DeepEqual(got["Set-Cookie"], []string{"a=1", "b=2"})) {
			t.Errorf("%s: %v", one.path, got)
		}
		if w.Code == 409 && w.Header().Get("Retry-After") != "3" {
			t.Errorf("%s: %v", one.path, w.Header())
		}
	}
	w := httptest.NewRecorder()
	r := httptest.NewRequest("POST", "/things/ab", strings.NewReader(`{"text":"t"}`))
	r.Header.Set("Content-Type", "text/plain")
	if h.ServeHTTP(w, r); w.Code != 415 || !strings.Contains(w.Body.String(), "required header parameter is missing") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestTheDocumentHasEachField(t *testing.T) {
	_, doc := server()
	op := doc.Paths["/things/{id}"].Post
	var names []string
	for _, p := range op.Parameters {
		names = append(names, p.In+" "+p.Name)
	}
	if got := strings.Join(names, ", "); got != "query limit, path id, query all, header X-Key, cookie sign" {
		t.Error(got)
	}
	if op.RequestBody == nil || !op.RequestBody.Required || op.Responses["200"].Headers["Location"] == nil || op.Responses["422"] == nil || op.Responses["500"] == nil {
		t.Errorf("%+v", op)
	}
}

// TestAFieldThatCannotBeReadIsRefused when the route is added, not when it is asked.
func TestAFieldThatCannotBeReadIsRefused(t *testing.T) {
	type odd struct {
		Size float64 `query:"size"`
	}
	defer func() {
		if got := fmt.Sprint(recover()); !strings.Contains(got, "Size") {
			t.Error(got)
		}
	}()
	api := humago.New(http.NewServeMux(), huma.DefaultConfig("test", "1"))
	route.Add(api, huma.Operation{Method: "GET", Path: "/"}, reflect.TypeFor[odd](), reflect.TypeFor[struct{}](), nil)
}
