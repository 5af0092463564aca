package web

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/agent/api"
)

// action is what a form of the page does: it calls a route for programs, with its rules
// and its errors, and goes back to the view.
type action struct {
	method, path string // {id}, {profile} and {path} are fields of the form
	right        api.Right
	body         func(form url.Values) any // nil for none
	back         string                    // the view to go to, below the profile's address; empty for the one that the form is in, made for the session that was made
}

// fields returns a body with some fields of a form.
func fields(names ...string) func(url.Values) any {
	return func(form url.Values) any {
		body := map[string]string{}
		for _, name := range names {
			body[name] = form.Get(name)
		}
		return body
	}
}

// always returns a body that does not depend on the form.
func always(name string, value any) func(url.Values) any {
	return func(url.Values) any { return map[string]any{name: value} }
}

// made has the person go to the session that an action made.
const made = "ask/"

// upTo is the body of a branch: the number of its last message.
func upTo(form url.Values) any {
	n, _ := strconv.Atoi(form.Get("message")) // what is no number is all of them
	return map[string]int{"message_id": n}
}

// actions are all that the forms of the page can do, by the word in the field do.
var actions = map[string]action{
	"rename-session":   {"PATCH", "/api/v2/sessions/{id}", api.Chat, fields("title"), ""},
	"delete-session":   {"DELETE", "/api/v2/sessions/{id}", api.Write, nil, "talks"},
	"branch":           {"POST", "/api/v2/sessions/{id}/branch", api.Chat, upTo, made},
	"again":            {"POST", "/api/v2/sessions/{id}/branch", api.Chat, upTo, made},
	"remember":         {"POST", "/api/v2/memories", api.Chat, fields("text", "profile"), ""},
	"confirm-memory":   {"PATCH", "/api/v2/memories/{id}", api.Chat, fields(), ""},
	"correct-memory":   {"PATCH", "/api/v2/memories/{id}", api.Chat, fields("text"), ""},
	"forget-memory":    {"DELETE", "/api/v2/memories/{id}", api.Chat, nil, ""},
	"approve-proposal": {"POST", "/api/v2/proposals/{id}/review", api.Approve, always("decision", "approve"), ""},
	"reject-proposal": {"POST", "/api/v2/proposals/{id}/review", api.Approve, func(form url.Values) any {
		return map[string]string{"decision": "reject", "reason": form.Get("reason")}
	}, ""},
	"apply-proposal":  {"POST", "/api/v2/proposals/{id}/apply", api.Approve, nil, ""},
	"rebase-proposal": {"POST", "/api/v2/proposals/{id}/rebase", api.Approve, nil, ""},
	"revert-proposal": {"POST", "/api/v2/proposals/{id}/revert", api.Approve, nil, ""},
	"build":           {"POST", "/api/v2/profiles/{profile}/build", api.Write, nil, ""},
	"include-source":  {"PATCH", "/api/v2/profiles/{profile}/sources/content?path={path}", api.Write, always("included", true), ""},
	"exclude-source":  {"PATCH", "/api/v2/profiles/{profile}/sources/content?path={path}", api.Write, always("included", false), ""},
	"delete-source":   {"DELETE", "/api/v2/profiles/{profile}/sources/content?path={path}", api.Write, nil, "read/"},
}

// act does what a form asks for.
func (p *Page) act(w http.ResponseWriter, r *http.Request, o *opened) error {
	if err := r.ParseForm(); err != nil {
		return api.NewProblem(400, "", text("error.bytes"))
	}
	a, ok := actions[r.PostForm.Get("do")]
	switch {
	case !ok:
		return api.NotFound()
	case !api.ActorOf(r.Context()).May(a.right), p.ReadOnly && a.back != made: // to ask again is to ask
		return api.NewProblem(403, "", text("error.right"))
	}
	location, err := a.call(p.mux, r, o.key)
	if err != nil {
		return err
	}
	to := at(o.key) + a.back
	if a.back == made {
		to += path.Base(location)
		if question := r.PostForm.Get("question"); question != "" {
			to += "?question=" + url.QueryEscape(question)
		}
	}
	back, err := url.Parse(r.PostForm.Get("back"))
	if err == nil && a.back == "" && back.Scheme == "" && back.Host == "" && strings.HasPrefix(path.Clean(back.Path)+"/", at(o.key)) {
		to = back.String()
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

// call calls the route of an action, as the person who asks, and returns the address of
// what it made.
func (a action) call(routes http.Handler, r *http.Request, key string) (location string, err error) {
	to := strings.NewReplacer("{id}", url.PathEscape(r.PostForm.Get("id")), "{profile}", url.PathEscape(key), "{path}", url.QueryEscape(r.PostForm.Get("path"))).Replace(a.path)
	var body []byte
	if a.body != nil {
		if body, err = json.Marshal(a.body(r.PostForm)); err != nil {
			return "", err
		}
	}
	call, err := http.NewRequestWithContext(r.Context(), a.method, to, bytes.NewReader(body))
	if err != nil {
		return "", api.NotFound()
	}
	call.Host = r.Host
	if a.body != nil {
		call.Header.Set("Content-Type", "application/json")
	}
	if tag := r.PostForm.Get("version"); tag != "" {
		call.Header.Set("If-Match", tag)
	}
	answer := &answered{header: http.Header{}}
	routes.ServeHTTP(answer, call)
	switch {
	case answer.status < 300:
		return answer.header.Get("Location"), nil
	case answer.status < 400: // a field is no name, but a way to another route
		return "", api.NotFound()
	}
	var problem struct{ Code, Detail string }
	_ = json.Unmarshal(answer.body.Bytes(), &problem) // without a detail the status says what there is to say
	return "", api.NewProblem(answer.status, problem.Code, problem.Detail)
}

// answered is the answer of a route of this server.
type answered struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answered) Header() http.Header { return a.header }

func (a *answered) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

func (a *answered) Write(b []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(b)
}
