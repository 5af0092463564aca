// Package route adds routes whose requests and answers are Go structs, by huma's
// schemas and checks. It does by reflection what huma's Register does by a copy of
// its code for each pair of types.
//
//   - route.go: a route, and what the document says of it
//   - request.go: reading a request, and answering it
//
// The fields of a request are those with the tag path, query, header or cookie,
// which are texts, numbers or true or false, and Body or RawBody. Those of an answer
// are Status, Body and those with the tag header. Both may have them by
// embedding. A pointer to a request that implements [huma.Resolver] is called before
// its handler is.
package route

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// Handler answers a request: both are pointers to structs. A nil answer has the
// route's status alone.
type Handler func(ctx context.Context, in any) (out any, err error)

// route is one that was added.
type route struct {
	api     huma.API
	op      *huma.Operation
	handle  Handler
	in      reflect.Type
	params  []param
	body    *reflect.StructField
	raw     *reflect.StructField
	schema  *huma.Schema // of the body
	whole   []param      // fields of the body that have defaults
	out     reflect.Type
	status  []int // the fields of the answer, nil where there are none
	content []int
	headers []header
}

// param is a field of a request.
type param struct {
	index    []int
	in, name string
	preset   string // where the request has none
	required bool
	schema   *huma.Schema
}

// header is a field of an answer.
type header struct {
	index []int
	name  string
}

const jsonType = "application/json"

// Add adds a route whose requests and answers are structs of these types, and
// describes it. It panics where it cannot read or write a field, as the router does
// where two routes are one.
func Add(api huma.API, op huma.Operation, in, out reflect.Type, handle Handler) {
	if op.Responses == nil {
		op.Responses = map[string]*huma.Response{}
	}
	r := &route{api: api, op: &op, handle: handle, in: in, out: out}
	r.takes()
	r.gives()
	if len(r.params) > 0 || r.body != nil || r.raw != nil {
		op.Errors = append(op.Errors, http.StatusUnprocessableEntity)
	}
	op.Errors = append(op.Errors, http.StatusInternalServerError)
	problem := huma.NewError(0, "")
	schema := r.registry().Schema(reflect.TypeOf(problem), true, "Error")
	for _, status := range op.Errors {
		op.Responses[strconv.Itoa(status)] = &huma.Response{
			Description: http.StatusText(status), Content: map[string]*huma.MediaType{typeOf(problem, jsonType): {Schema: schema}},
		}
	}
	api.OpenAPI().AddOperation(&op)
	api.Adapter().Handle(&op, api.Middlewares().Handler(op.Middlewares.Handler(r.serve)))
}

func (r *route) registry() huma.Registry { return r.api.OpenAPI().Components.Schemas }

// typeOf is the media type of what may have one of its own.
func typeOf(v any, usual string) string {
	if f, ok := v.(huma.ContentTypeFilter); ok {
		return f.ContentType(usual)
	}
	return usual
}

// takes finds the fields of the request.
func (r *route) takes() {
	for _, f := range reflect.VisibleFields(r.in) {
		switch {
		case !f.IsExported() || f.Anonymous:
		case f.Name == "Body":
			r.body = &f
		case f.Name == "RawBody":
			r.raw = &f
		default:
			r.takesParam(f)
		}
	}
	switch {
	case r.body != nil:
		r.takesBody(*r.body)
	case r.raw != nil && r.op.RequestBody == nil:
		r.op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
			r.raw.Tag.Get("contentType"): {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
		}}
	}
}

// takesParam adds a field of the request that is not in its body.
func (r *route) takesParam(f reflect.StructField) {
	p := param{index: f.Index, preset: f.Tag.Get("default")}
	for _, p.in = range []string{"path", "query", "header", "cookie"} {
		if p.name = f.Tag.Get(p.in); p.name != "" {
			break
		}
	}
	if p.name == "" {
		return
	}
	p.required = p.in == "path" || f.Tag.Get("required") == "true"
	p.schema = huma.SchemaFromField(r.registry(), f, "")
	holds(f)
	r.params = append(r.params, p)
	if f.Tag.Get("hidden") == "true" {
		return
	}
	described := &huma.Param{Name: p.name, In: p.in, Description: p.schema.Description, Required: p.required, Schema: p.schema}
	if p.in == "query" {
		described.Explode = new(bool)
	}
	r.op.Parameters = append(r.op.Parameters, described)
}

// holds panics where [set] cannot set a field.
func holds(f reflect.StructField) {
	if kind := f.Type.Kind(); !slices.Contains([]reflect.Kind{reflect.String, reflect.Int, reflect.Int64, reflect.Bool}, kind) {
		panic(fmt.Sprintf("the field %s of a request is a %v", f.Name, kind))
	}
}

// takesBody adds the body of the request.
func (r *route) takesBody(f reflect.StructField) {
	r.schema = huma.SchemaFromField(r.registry(), f, hint(r.in, f.Name, r.op.OperationID+"Request"))
	r.op.RequestBody = &huma.RequestBody{
		Required: f.Tag.Get("required") == "true" || f.Type.Kind() != reflect.Pointer, Content: map[string]*huma.MediaType{jsonType: {Schema: r.schema}},
	}
	if f.Type.Kind() != reflect.Struct {
		return
	}
	for _, inner := range reflect.VisibleFields(f.Type) {
		if preset := inner.Tag.Get("default"); preset != "" {
			holds(inner)
			r.whole = append(r.whole, param{index: append(slices.Clone(f.Index), inner.Index...), preset: preset})
		}
	}
}

// hint is the name of a type that has none, in the document.
func hint(parent reflect.Type, field, other string) string {
	if parent.Name() != "" {
		return parent.Name() + field
	}
	return other
}

// gives finds the fields of the answer.
func (r *route) gives() {
	body, has := r.out.FieldByName("Body")
	if r.op.DefaultStatus == 0 {
		r.op.DefaultStatus = http.StatusNoContent
		if has {
			r.op.DefaultStatus = http.StatusOK
		}
	}
	status := strconv.Itoa(r.op.DefaultStatus)
	answer := r.op.Responses[status]
	if answer == nil {
		answer = &huma.Response{Description: http.StatusText(r.op.DefaultStatus)}
		r.op.Responses[status] = answer
	}
	if has && body.Type.Kind() != reflect.Func {
		schema := huma.SchemaFromField(r.registry(), body, hint(r.out, body.Name, r.op.OperationID+"Response"))
		if answer.Content == nil {
			answer.Content = map[string]*huma.MediaType{jsonType: {Schema: schema}}
		}
	}
	for _, f := range reflect.VisibleFields(r.out) {
		switch {
		case f.Name == "Status":
			r.status = f.Index
		case f.Name == "Body":
			r.content = f.Index
		case f.Tag.Get("header") != "":
			r.givesHeader(f, answer)
		}
	}
}

// givesHeader adds a field of the answer that is a header.
func (r *route) givesHeader(f reflect.StructField, answer *huma.Response) {
	h := header{index: f.Index, name: f.Tag.Get("header")}
	r.headers = append(r.headers, h)
	if f.Type.Kind() == reflect.Slice {
		f.Type = f.Type.Elem()
	}
	if reflect.PointerTo(f.Type).Implements(reflect.TypeFor[fmt.Stringer]()) {
		f.Type = reflect.TypeFor[string]()
	}
	if answer.Headers == nil {
		answer.Headers = map[string]*huma.Param{}
	}
	name := r.op.OperationID + strconv.Itoa(r.op.DefaultStatus) + h.name
	answer.Headers[h.name] = &huma.Header{Schema: huma.SchemaFromField(r.registry(), f, hint(r.out, f.Name, name))}
}
