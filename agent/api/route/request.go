package route

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// request is one that is read and answered.
type request struct {
	*route
	hc    huma.Context
	at    *huma.PathBuffer // of what is looked at
	found huma.ValidateResult
}

// serve answers a request.
func (r *route) serve(hc huma.Context) {
	q := &request{route: r, hc: hc, at: huma.NewPathBuffer(make([]byte, 0, 128), 0)}
	in := reflect.New(r.in)
	if !r.op.SkipValidateParams && q.unknown() {
		q.refuse(http.StatusUnprocessableEntity, "validation failed")
		return
	}
	for _, p := range r.params {
		q.param(p, in.Elem().FieldByIndex(p.index))
	}
	status := http.StatusUnprocessableEntity
	if r.body != nil || r.raw != nil {
		body, code, message := q.read()
		if message != "" {
			q.refuse(code, message)
			return
		}
		if r.raw != nil {
			in.Elem().FieldByIndex(r.raw.Index).SetBytes(body)
		}
		if r.body != nil && len(body) > 0 {
			status = q.decode(in.Elem(), body)
		}
	}
	if one, ok := in.Interface().(huma.Resolver); ok {
		q.found.Errors = append(q.found.Errors, one.Resolve(hc)...)
	}
	if len(q.found.Errors) > 0 {
		q.refuse(status, "validation failed")
		return
	}
	out, err := r.handle(hc.Context(), in.Interface())
	switch {
	case err != nil:
		q.fail(err)
	case out == nil:
		hc.SetStatus(r.op.DefaultStatus)
	default:
		q.answer(reflect.ValueOf(out).Elem())
	}
}

// refuse answers with what was found to be wrong.
func (q *request) refuse(status int, message string) {
	_ = huma.WriteErr(q.api, q.hc, status, message, q.found.Errors...) // which tells standard error
}

// look goes to a place in the request.
func (q *request) look(place ...string) {
	q.at.Reset()
	for _, part := range place {
		q.at.Push(part)
	}
}

// unknown reports whether the request has parameters that the route does not.
func (q *request) unknown() bool {
	u := q.hc.URL()
	if u.RawQuery == "" {
		return false
	}
	for _, name := range slices.Sorted(maps.Keys(u.Query())) {
		if !slices.ContainsFunc(q.params, func(p param) bool { return p.in == "query" && p.name == name }) {
			q.look("query", name)
			q.found.Add(q.at, "", "unknown query parameter")
		}
	}
	return len(q.found.Errors) > 0
}

// param reads a parameter into its field.
func (q *request) param(p param, into reflect.Value) {
	var text string
	switch p.in {
	case "path":
		text = q.hc.Param(p.name)
	case "query":
		text = q.hc.Query(p.name)
	case "header":
		text = q.hc.Header(p.name)
	case "cookie":
		if c, err := huma.ReadCookie(q.hc, p.name); err == nil {
			text = c.Value
		}
	}
	if text == "" {
		text = p.preset
	}
	q.look(p.in, p.name)
	if text == "" {
		if p.required && !q.op.SkipValidateParams {
			q.found.Add(q.at, "", "required "+p.in+" parameter is missing")
		}
		return
	}
	v, err := set(into, text)
	switch {
	case err != nil:
		q.found.Add(q.at, text, err.Error())
	case !q.op.SkipValidateParams:
		huma.Validate(q.registry(), p.schema, q.at, huma.ModeWriteToServer, v, &q.found)
	}
}

// set sets a field to a text, and returns its value as it is checked.
func set(into reflect.Value, text string) (any, error) {
	switch into.Kind() {
	case reflect.Bool:
		v, err := strconv.ParseBool(text)
		if err != nil {
			return nil, errors.New("invalid boolean")
		}
		into.SetBool(v)
		return v, nil
	case reflect.Int, reflect.Int64:
		v, err := strconv.ParseInt(text, 10, into.Type().Bits())
		if err != nil {
			return nil, errors.New("invalid integer")
		}
		into.SetInt(v)
		return v, nil
	}
	into.SetString(text)
	return text, nil
}

// read reads the body. A message says why it cannot.
func (q *request) read() (body []byte, status int, message string) {
	if r := q.hc.BodyReader(); r != nil {
		var err error
		if body, err = io.ReadAll(io.LimitReader(r, q.op.MaxBodyBytes)); err != nil {
			return nil, http.StatusInternalServerError, "cannot read request body"
		}
	}
	switch {
	case int64(len(body)) == q.op.MaxBodyBytes:
		return nil, http.StatusRequestEntityTooLarge, fmt.Sprintf("request body is too large limit=%d bytes", q.op.MaxBodyBytes)
	case len(body) == 0 && q.op.RequestBody.Required:
		return nil, http.StatusBadRequest, "request body is required"
	}
	return body, 0, ""
}

// decode checks a body and reads it into the field of the request. status is that of
// the answer where something was found.
func (q *request) decode(in reflect.Value, body []byte) (status int) {
	kind := q.hc.Header("Content-Type")
	if kind == "" {
		kind = jsonType
	}
	var v any
	err := q.api.Unmarshal(kind, body, &v)
	if err == nil {
		before := len(q.found.Errors)
		q.look("body")
		huma.Validate(q.registry(), q.schema, q.at, huma.ModeWriteToServer, v, &q.found)
		if len(q.found.Errors) > before {
			return http.StatusUnprocessableEntity
		}
		err = q.api.Unmarshal(kind, body, in.FieldByIndex(q.body.Index).Addr().Interface())
		status = http.StatusUnprocessableEntity
	}
	if err != nil {
		q.found.Errors = append(q.found.Errors, &huma.ErrorDetail{Location: "body", Message: err.Error(), Value: string(body)})
		switch {
		case status != 0:
		case errors.Is(err, huma.ErrUnknownContentType):
			status = http.StatusUnsupportedMediaType
		default:
			status = http.StatusBadRequest
		}
		return status
	}
	for _, p := range q.whole {
		if f := in.FieldByIndex(p.index); f.IsZero() {
			_, _ = set(f, p.preset) // which the schema was made of, too
		}
	}
	return status
}

// fail answers with an error of the handler.
func (q *request) fail(err error) {
	var with huma.HeadersError
	if errors.As(err, &with) {
		for name, values := range with.GetHeaders() {
			for _, value := range values {
				q.hc.AppendHeader(name, value)
			}
		}
	}
	var known huma.StatusError
	if !errors.As(err, &known) {
		known = huma.NewErrorWithContext(q.hc, http.StatusInternalServerError, "unexpected error occurred", err)
	}
	q.write(known.GetStatus(), "", known)
}

// answer writes the answer of the handler.
func (q *request) answer(out reflect.Value) {
	kind := ""
	for _, h := range q.headers {
		f := out.FieldByIndex(h.index)
		switch {
		case f.Kind() == reflect.Slice:
			for i := range f.Len() {
				q.hc.AppendHeader(h.name, textOf(f.Index(i)))
			}
		case f.Kind() != reflect.String || f.Len() > 0:
			q.hc.SetHeader(h.name, textOf(f))
			if h.name == "Content-Type" {
				kind = f.String()
			}
		}
	}
	status := q.op.DefaultStatus
	if q.status != nil {
		status = int(out.FieldByIndex(q.status).Int())
	}
	if q.content == nil {
		q.hc.SetStatus(status)
		return
	}
	switch body := out.FieldByIndex(q.content).Interface().(type) {
	case func(huma.Context):
		body(q.hc)
	case []byte:
		q.hc.SetStatus(status)
		_, _ = q.hc.BodyWriter().Write(body) // who does not read it has gone
	default:
		q.write(status, kind, body)
	}
}

// textOf is a field as a header has it.
func textOf(f reflect.Value) string {
	if s, ok := f.Addr().Interface().(fmt.Stringer); ok {
		return s.String()
	}
	return fmt.Sprint(f.Interface())
}

// write writes what has a form of its own, or that which the client asks for.
func (q *request) write(status int, kind string, body any) {
	if kind == "" {
		kind, _ = q.api.Negotiate(q.hc.Header("Accept")) // which knows one form
		kind = typeOf(body, kind)
		q.hc.SetHeader("Content-Type", kind)
	}
	q.hc.SetStatus(status)
	if status == http.StatusNoContent || status == http.StatusNotModified {
		return
	}
	if err := q.api.Marshal(q.hc.BodyWriter(), kind, body); err != nil && q.hc.Context().Err() == nil {
		panic(fmt.Errorf("answering %s: %w", q.op.OperationID, err))
	}
}
