package apitest

import (
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
)

// document is what agent/api/all/openapi.json says of answers. Answers are checked by
// another library than the one that writes both.
type document struct {
	routes *http.ServeMux // whose patterns are the paths of the document
	paths  map[string]map[string]struct {
		Responses map[string]response
	}
	schemas map[string]*jsonschema.Schema

	mu       sync.Mutex
	resolved map[string]*jsonschema.Resolved // by their text
}

type response struct {
	Content map[string]struct{ Schema *jsonschema.Schema }
}

// openAPI reads the document once.
var openAPI = sync.OnceValues(func() (*document, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	for !isFile(filepath.Join(dir, "go.mod")) {
		if dir == filepath.Dir(dir) {
			return nil, fmt.Errorf("looking for openapi.json: no go.mod above the working directory")
		}
		dir = filepath.Dir(dir)
	}
	text, err := os.ReadFile(filepath.Join(dir, "agent", "api", "all", "openapi.json"))
	if err != nil {
		return nil, err
	}
	return parse(text)
})

func isFile(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func parse(text []byte) (*document, error) {
	var read struct {
		Paths      map[string]map[string]struct{ Responses map[string]response }
		Components struct {
			Schemas map[string]*jsonschema.Schema
		}
	}
	// The judge knows definitions by their place in JSON Schema.
	text = []byte(strings.ReplaceAll(string(text), `"#/components/schemas/`, `"#/$defs/`))
	if err := json.Unmarshal(text, &read); err != nil {
		return nil, fmt.Errorf("reading openapi.json: %w", err)
	}
	d := &document{routes: http.NewServeMux(), paths: read.Paths, schemas: read.Components.Schemas, resolved: map[string]*jsonschema.Resolved{}}
	for path, methods := range read.Paths {
		for method := range methods {
			d.routes.Handle(strings.ToUpper(method)+" "+path, http.NotFoundHandler())
		}
	}
	return d, nil
}

// Check returns how an answer differs from the description of its route. An address
// without a route is answered with 404 or 405 alone; a request may be refused before
// the routes everywhere.
func Check(r *http.Request, status int, header http.Header, body []byte) error {
	d, err := openAPI()
	if err != nil {
		return err
	}
	_, pattern := d.routes.Handler(&http.Request{Method: r.Method, URL: r.URL, Host: "localhost"})
	method, path, ok := strings.Cut(pattern, " ")
	if !ok || r.Method == http.MethodHead {
		return nil
	}
	return d.check(method, path, status, header, body)
}

func (d *document) check(method, path string, status int, header http.Header, body []byte) error {
	responses := d.paths[path][strings.ToLower(method)].Responses
	said, ok := responses[strconv.Itoa(status)]
	if !ok {
		if said, ok = responses["default"]; !ok {
			return fmt.Errorf("the document does not have the status %d", status)
		}
	}
	if len(said.Content) == 0 {
		if len(body) > 0 {
			return fmt.Errorf("the document has no body for %d", status)
		}
		return nil
	}
	kind, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	content, ok := said.Content[kind]
	if err != nil || !ok {
		return fmt.Errorf("the document does not have the media type %q for %d", header.Get("Content-Type"), status)
	}
	if kind != "application/json" && !strings.HasSuffix(kind, "+json") {
		return nil
	}
	if content.Schema == nil {
		return fmt.Errorf("the document does not say what the JSON for %d has", status)
	}
	var v any
	if err := json.Unmarshal(body, &v); err != nil {
		return err
	}
	schema, err := d.resolve(content.Schema)
	if err != nil {
		return fmt.Errorf("reading the schema of %s %s: %w", method, path, err)
	}
	return schema.Validate(v)
}

// resolve makes a schema ready, once for all that say the same.
func (d *document) resolve(schema *jsonschema.Schema) (*jsonschema.Resolved, error) {
	text, err := json.Marshal(schema)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if r := d.resolved[string(text)]; r != nil {
		return r, nil
	}
	r, err := (&jsonschema.Schema{Defs: d.schemas, AllOf: []*jsonschema.Schema{schema}}).CloneSchemas().Resolve(nil)
	if err == nil {
		d.resolved[string(text)] = r
	}
	return r, err
}
