package api

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/profile"
)

// Problem is an error as clients see it, in the form of RFC 9457. Routes of
// other protocols have its code and its words in their own form.
type Problem struct {
	Type   string              `json:"type" doc:"always about:blank: the code says what it is" example:"about:blank"`
	Title  string              `json:"title" example:"Not Found"`
	Status int                 `json:"status" example:"404"`
	Code   string              `json:"code" doc:"what went wrong, one of a closed list" example:"not_found"`
	Detail string              `json:"detail" doc:"what went wrong, and what to do, in words"`
	Errors []*huma.ErrorDetail `json:"errors,omitempty" doc:"where in the request"`
	// Details are those of Coqui's errors.
	Details map[string]any `json:"details,omitempty"`
	coqui   string         // the code in Coqui's form, where it is another one
	retry   time.Duration
}

// Error implements error.
func (p *Problem) Error() string { return p.Detail }

// GetStatus implements [huma.StatusError].
func (p *Problem) GetStatus() int { return p.Status }

// ContentType implements [huma.ContentTypeFilter].
func (p *Problem) ContentType(string) string { return "application/problem+json" }

// codes has the code of an answer where nothing closer is known.
var codes = map[int]string{
	400: "validation_error", 401: "unauthorized", 403: "forbidden", 404: "not_found", 405: "method_not_allowed",
	406: "not_acceptable", 408: "timeout", 409: "conflict", 412: "precondition_failed", 413: "too_large", 415: "unsupported_media_type",
	422: "validation_error", 428: "precondition_required", 429: "rate_limited", 431: "too_large", 499: "cancelled",
	500: "internal_error", 501: "not_supported", 502: "model_error", 503: "unavailable",
}

// NewProblem returns an error with a code; an empty one is that of the status.
func NewProblem(status int, code, detail string) *Problem {
	if code == "" {
		code = codes[status]
	}
	return &Problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Code: code, Detail: detail}
}

// at says where in the request.
func (p *Problem) at(places []*huma.ErrorDetail) *Problem {
	p.Errors = places
	if len(places) > 0 {
		p.Detail += ": " + places[0].Location + ": " + places[0].Message
	}
	return p
}

// NotFound is the one answer for what does not exist and what is another's.
func NotFound() *Problem { return NewProblem(404, "", nothingHere) }

// asProblem says what an error is to a client. Nothing of the machine, such as
// a path, is told of one that is not known.
func asProblem(err error) *Problem {
	var p *Problem
	var role *profile.RoleError
	var refused *plainfile.Refusal
	var closed *store.NotOpenError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &p):
		return p
	case errors.As(err, &role):
		return NewProblem(400, "", role.Error())
	}
	for _, one := range problems {
		if !errors.Is(err, one.err) {
			continue
		}
		detail := cmp.Or(one.detail, one.err.Error())
		switch one.status {
		case 400, 403, 413:
			detail = err.Error() // which names the rule, or the limit
		}
		p := NewProblem(one.status, one.code, detail)
		if one.err == org.ErrTries {
			p.retry = org.TriesTime
		}
		return p
	}
	switch {
	case errors.As(err, &closed):
		return NewProblem(400, "invite_"+string(closed.State), closed.Error())
	case errors.As(err, &refused) && refused.Code == plainfile.TooLarge:
		return NewProblem(413, "", refused.Error())
	case refused != nil:
		return refusal(refused)
	}
	return NewProblem(500, "", "something went wrong; the server's log says more")
}

// fault returns a problem, and logs the error that is the server's fault. A client
// that goes away breaks off what is done for it, which is nobody's fault.
func fault(ctx context.Context, log *slog.Logger, p *Problem, err error, doing string, more ...any) *Problem {
	switch {
	case p.Status < 500:
	case errors.Is(ctx.Err(), context.Canceled):
		return NewProblem(499, "", "the client went away")
	default:
		log.Error(doing, append([]any{"request", ctx.Value(requestKey), "error", err}, more...)...)
	}
	return p
}

// nothingHere says that there is nothing by a name, or nothing that the client may see.
const nothingHere = "there is nothing here by this name"

// problems are errors that a client is told of. An empty detail is the text of the error
// that is named here.
var problems = []struct {
	err          error
	status       int
	code, detail string
}{
	{store.ErrLeased, 409, "agent_busy", busyDetail},
	{store.ErrLost, 409, "agent_busy", busyDetail},
	{store.ErrClosed, 409, "session_closed", "the session has ended"},
	{store.ErrActive, 409, "profile_session_active", "the profile has an active session"},
	{store.ErrKeyUsed, 422, "idempotency_key_reused", "this Idempotency-Key was sent with another request before"},
	{store.ErrNotFound, 404, "", nothingHere},
	{session.ErrHidden, 404, "", nothingHere},
	{fs.ErrNotExist, 404, "", nothingHere},
	{profile.ErrInPlace, 409, "in_place", ""},
	{atomicfile.ErrLocked, 409, "profile_busy", "the files of the profile are being changed by somebody else: try again"},
	{profile.ErrUnknown, 404, "", nothingHere},
	{runner.ErrNoCut, 409, "", ""},
	{runner.ErrNoWords, 422, "", "nothing was said: the text is empty"},
	{runner.ErrTooLong, 413, "", ""},
	{runner.ErrFull, 413, "", ""},
	{org.ErrForbidden, 403, "forbidden", ""},
	{org.ErrArchived, 403, "archived", ""},
	{org.ErrTries, 429, "rate_limited", ""},
	{org.ErrLogin, 401, "wrong_login", ""},
	{org.ErrName, 400, "name", ""},
	{org.ErrPassword, 400, "password", ""},
	{org.ErrNoProfile, 409, "no_profile", ""},
	{org.ErrAmbiguous, 409, "ambiguous", ""},
	{store.ErrExists, 409, "exists", ""},
	{store.ErrLast, 409, "last_admin", ""},
	{store.ErrDefault, 409, "default_profile", ""},
	{host.ErrAlone, 409, "no_workspace", ""},
	{host.ErrFolder, 409, "exists", ""},
	{host.ErrOwn, 409, "no_organisation", ""},
}

const busyDetail = "a turn of this session is going on; wait for it, or cancel it"

// refusal says why a file is refused. Coqui has one code for all of it.
func refusal(r *plainfile.Refusal) *Problem {
	p := NewProblem(400, strings.ToLower(string(r.Code)), r.Error())
	p.coqui = codes[p.Status]
	return p
}

// isTeams reports whether a path is of the routes for teams, which lie beside
// those of model providers.
func isTeams(path string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(path, "/v1/"), "/")
	return strings.HasPrefix(path, "/v1/") && slices.Contains([]string{"profiles", "sessions", "orgs", "platform", "user", "invites"}, first)
}

// shape says which form errors of a path have.
type shape int

const (
	ours shape = iota
	coqui
	openAI
	anthropic
)

func shapeOf(path string) shape {
	switch {
	case isTeams(path):
		return ours
	case path == "/v1/messages" || strings.HasPrefix(path, "/v1/messages/"):
		return anthropic
	case strings.HasPrefix(path, "/v1/"):
		return openAI
	case strings.HasPrefix(path, "/api/v1/"):
		return coqui
	}
	return ours
}

// body returns the problem in the form of a path.
func (p *Problem) body(path string) (content any, mediaType string) {
	switch shapeOf(path) {
	case anthropic:
		return map[string]any{"type": "error", "error": map[string]any{"type": p.anthropicType(), "message": p.Detail}}, "application/json"
	case openAI:
		return map[string]any{"error": map[string]any{"message": p.Detail, "type": p.openAIType(), "param": p.param(), "code": p.Code}}, "application/json"
	case coqui:
		m := map[string]any{"error": p.Detail, "code": cmp.Or(p.coqui, p.Code)}
		if p.Details != nil {
			m["details"] = p.Details
		}
		return m, "application/json"
	}
	return p, "application/problem+json"
}

// param names the field that is wrong, as OpenAI's errors do, or is nil.
func (p *Problem) param() any {
	if len(p.Errors) > 0 {
		return strings.TrimPrefix(p.Errors[0].Location, "body.")
	}
	return nil
}

func (p *Problem) openAIType() string {
	switch {
	case p.Status == 401:
		return "authentication_error"
	case p.Status == 403:
		return "permission_error"
	case p.Status == 429:
		return "rate_limit_error"
	case p.Status >= 500:
		return "server_error"
	}
	return "invalid_request_error"
}

func (p *Problem) anthropicType() string {
	switch p.Status {
	case 401:
		return "authentication_error"
	case 403:
		return "permission_error"
	case 404:
		return "not_found_error"
	case 413:
		return "request_too_large"
	case 429:
		return "rate_limit_error"
	case 503:
		return "overloaded_error"
	case 500, 501, 502:
		return "api_error"
	}
	return "invalid_request_error"
}

// retryAfter is the value of Retry-After, in whole seconds.
func (p *Problem) retryAfter() string {
	return strconv.Itoa(int((p.retry + time.Second - 1) / time.Second))
}

// write answers a request with a problem.
func (p *Problem) write(w http.ResponseWriter, r *http.Request) {
	content, mediaType := p.body(r.URL.Path)
	h := w.Header()
	h.Set("Content-Type", mediaType)
	h.Set("Cache-Control", "no-store")
	if p.Status == 401 {
		h.Set("WWW-Authenticate", `Bearer realm="backstory"`)
	}
	if p.retry > 0 {
		h.Set("Retry-After", p.retryAfter())
	}
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(content) // who does not read it has gone
}
