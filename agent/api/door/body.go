package door

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"mime"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/internal/pattern"
)

// Wrong is a problem with a field of a request.
func Wrong(param, message string) error {
	return api.NewProblem(http.StatusBadRequest, "", message).About(param)
}

// maxIgnored is how many fields are named in [ignoredHeader].
const maxIgnored = 40

// Ignored are the fields of a request that do nothing.
type Ignored struct{ names []string }

// Add names a field.
func (i *Ignored) Add(name string) {
	if !slices.Contains(i.names, name) {
		i.names = append(i.names, name)
	}
}

// Write names the fields in the header of an answer.
func (i *Ignored) Write(h http.Header) {
	if len(i.names) == 0 {
		return
	}
	slices.Sort(i.names)
	names := i.names
	if len(names) > maxIgnored {
		names = append(names[:maxIgnored:maxIgnored], "...")
	}
	h.Set(ignoredHeader, strings.Join(names, ", "))
}

// Read reads a body of JSON into a struct. Fields that it does not have are
// ignored, and so are those whose tag says `ignored:"yes"`; names are taken as
// they are spelled.
func Read(r *http.Request, into any) (*Ignored, error) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return nil, api.NewProblem(http.StatusUnsupportedMediaType, "", "the body has to be sent as «Content-Type: application/json»")
	}
	d := json.NewDecoder(r.Body)
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, Wrong("", "the body is not JSON: "+err.Error())
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, Wrong("", "something follows the JSON of the body")
	}
	if _, ok := v.(map[string]any); !ok {
		return nil, Wrong("", "the body is not a JSON object")
	}
	ignored := &Ignored{}
	ignored.prune(v, reflect.TypeOf(into), "")
	clean, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	err = json.NewDecoder(bytes.NewReader(clean)).Decode(into)
	var wrong *json.UnmarshalTypeError
	var ours *api.Problem
	switch {
	case errors.As(err, &ours):
		return nil, ours
	case errors.As(err, &wrong):
		return nil, Wrong(wrong.Field, fmt.Sprintf("%s is a %s and must be a %s", wrong.Field, wrong.Value, kindOf(wrong.Type)))
	case err != nil:
		return nil, Wrong("", err.Error())
	}
	return ignored, nil
}

// kindOf names a Go type as JSON has it.
func kindOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		return "list"
	case reflect.Struct, reflect.Map:
		return "object"
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	}
	return "number"
}

var unmarshals = reflect.TypeFor[json.Unmarshaler]()

// prune takes the fields away that a type does not have, and names them.
func (i *Ignored) prune(v any, t reflect.Type, at string) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if reflect.PointerTo(t).Implements(unmarshals) {
		return
	}
	switch v := v.(type) {
	case []any:
		if t.Kind() == reflect.Slice {
			for _, one := range v {
				i.prune(one, t.Elem(), at)
			}
		}
	case map[string]any:
		if t.Kind() != reflect.Struct {
			return
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			path := strings.TrimPrefix(at+"."+plain(name), ".")
			f, ok := field(t, name)
			switch {
			case !ok || f.Tag.Get("ignored") != "":
				if v[name] != nil {
					i.Add(path)
				}
				delete(v, name)
			default:
				v[name] = whole(v[name], f.Type)
				i.prune(v[name], f.Type, path)
			}
		}
	}
}

// whole returns a number without the part behind its point, where a whole one is
// wanted and that part is nothing: 7.0 is 7.
func whole(v any, t reflect.Type) any {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	n, ok := v.(json.Number)
	if !ok || t.Kind() != reflect.Int {
		return v
	}
	const most = 1 << 53 // beyond it, such a number is not exact
	if f, err := n.Float64(); err == nil && f == math.Trunc(f) && math.Abs(f) < most {
		return int64(f)
	}
	return v
}

// field returns the field of a name, as it is spelled.
func field(t reflect.Type, name string) (reflect.StructField, bool) {
	for _, f := range reflect.VisibleFields(t) {
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if tag == name && tag != "-" {
			return f, true
		}
	}
	return reflect.StructField{}, false
}

// plain returns a name as a header may have it.
func plain(name string) string {
	const most = 48
	if len(name) > most {
		name = name[:most]
	}
	if q := strconv.QuoteToASCII(name); q != `"`+name+`"` || strings.ContainsAny(name, ", ") {
		return "?"
	}
	return name
}

// maxTools is how many tools a client may bring.
const maxTools = 128

// nameOf is how the tool of a client may be called.
var nameOf = pattern.Lazy(`\A[A-Za-z0-9_-]{1,128}\z`)

// Tools returns the tools of a client. Kind is what those are that the client carries
// out itself; others, such as a provider's search, do nothing.
func Tools[T any](list []T, kind string, ignored *Ignored, read func(T) (of string, t model.Tool)) ([]model.Tool, error) {
	if len(list) > maxTools {
		return nil, Wrong("tools", fmt.Sprintf("tools: there are %d, and there may be %d", len(list), maxTools))
	}
	var all []model.Tool
	for i, one := range list {
		of, t := read(one)
		if of != kind {
			ignored.Add("tools." + plain(of))
			continue
		}
		field := fmt.Sprintf("tools[%d]", i)
		if err := checkTool(field, &t); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(all, func(other model.Tool) bool { return other.Name == t.Name }) {
			return nil, Wrong(field, fmt.Sprintf("%s: there are two tools %q", field, t.Name))
		}
		all = append(all, t)
	}
	return all, nil
}

// checkTool returns what is wrong with a tool.
func checkTool(field string, t *model.Tool) error {
	if !nameOf().MatchString(t.Name) {
		return Wrong(field+".name", "the name of a tool has 1 to 128 letters, digits, _ and -")
	}
	var object map[string]any
	if len(t.Schema) == 0 || string(t.Schema) == "null" {
		t.Schema = json.RawMessage(`{"type":"object","properties":{}}`)
	}
	if json.Unmarshal(t.Schema, &object) != nil || object == nil {
		return Wrong(field, "the parameters of a tool are an object in JSON Schema")
	}
	return nil
}

// OrList reads a list, or the text that is short for a list of one.
func OrList[T any](raw []byte, field, of string, short func(text string) T) (list []T, err error) {
	var text string
	switch {
	case json.Unmarshal(raw, &text) == nil:
		list = []T{short(text)}
	case json.Unmarshal(raw, &list) != nil:
		err = Wrong(field, fmt.Sprintf("%s must be a text, or a list of %s", field, of))
	}
	return list, err
}

// TextOr returns the schema of a field that is a text, or a list of objects with
// these fields, which are texts.
func TextOr(fields ...string) *huma.Schema {
	text := &huma.Schema{Type: huma.TypeString}
	item := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}, AdditionalProperties: true}
	for _, name := range fields {
		item.Properties[name] = text
	}
	return &huma.Schema{OneOf: []*huma.Schema{text, {Type: huma.TypeArray, Items: item}}}
}

// OrNull returns the schema of an object with these fields, which are texts, or
// of null.
func OrNull(fields ...string) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeObject, Nullable: true, Properties: map[string]*huma.Schema{}, Required: fields, AdditionalProperties: true}
	for _, name := range fields {
		s.Properties[name] = &huma.Schema{Type: huma.TypeString}
	}
	return s
}

// The headers that name sessions.
const (
	sessionHeader = "X-Backstory-Session" // what a client calls its session; answers have its id
	ignoredHeader = "X-Backstory-Ignored" // the fields of a request that do nothing

	openWebUIChat = "X-OpenWebUI-Chat-Id"
	openWebUIUser = "X-OpenWebUI-User-Id"
)

// Key says which session of a client goes on. The zero value is that of a client
// that says nothing: its request is a session of its own.
type Key struct {
	User  string // of the client
	Kind  string // where the name comes from; empty for no key
	Value string
}

// KeyOf returns the key of a request: what a header names, else the user with
// the conversation that the body names, else the user with what was said first.
func KeyOf(r *http.Request, user, conversation, first string) Key {
	if user == "" {
		user = r.Header.Get(openWebUIUser)
	}
	for _, from := range []struct{ kind, value string }{
		{"session", r.Header.Get(sessionHeader)}, {"chat", r.Header.Get(openWebUIChat)}, {"conversation", conversation},
	} {
		if from.value != "" {
			return Key{User: user, Kind: from.kind, Value: from.value}
		}
	}
	if user != "" && first != "" {
		return Key{User: user, Kind: "first", Value: first}
	}
	return Key{User: user}
}

// Named is the key of a session's own id, which answers have in
// [sessionHeader].
func (k Key) Named(id string) Key { return Key{User: k.User, Kind: "session", Value: id} }

// IsZero reports whether a request has no key.
func (k Key) IsZero() bool { return k.Kind == "" }

// In returns the key as it is kept, for a role.
func (k Key) In(role string) string {
	text, _ := json.Marshal([]string{k.User, k.Kind, k.Value, role}) // texts can be marshalled
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Conversation returns what the metadata of a request call its conversation.
func Conversation(metadata map[string]json.RawMessage) string {
	for _, name := range []string{"conversation_id", "chat_id", "session_id", "thread_id"} {
		var value string
		if json.Unmarshal(metadata[name], &value) == nil && value != "" {
			return value
		}
	}
	return ""
}

// keys has one request of a key choose its session at a time.
type keys struct {
	mu   sync.Mutex
	held map[string]chan struct{}
}

// hold takes a key, and returns what gives it back.
func (k *keys) hold(ctx context.Context, key string) (func(), error) {
	for {
		k.mu.Lock()
		if k.held == nil {
			k.held = map[string]chan struct{}{}
		}
		other := k.held[key]
		if other == nil {
			mine := make(chan struct{})
			k.held[key] = mine
			k.mu.Unlock()
			return func() {
				k.mu.Lock()
				delete(k.held, key)
				k.mu.Unlock()
				close(mine)
			}, nil
		}
		k.mu.Unlock()
		select {
		case <-other:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}
