package wire

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// DescribeStatus adds what watches a server to its document: routes that take no
// token.
func DescribeStatus(doc *huma.OpenAPI) {
	status := func(about string) *huma.Response {
		return &huma.Response{Description: about, Content: map[string]*huma.MediaType{"application/json": {Schema: &huma.Schema{
			Type: huma.TypeObject, Required: []string{"status"},
			Properties: map[string]*huma.Schema{"status": {Type: huma.TypeString, Enum: []any{"ok", "unavailable"}}},
		}}}}
	}
	refused := func(about string) *huma.Response {
		return &huma.Response{Description: about, Content: map[string]*huma.MediaType{"application/problem+json": {Schema: &huma.Schema{Ref: "#/components/schemas/Problem"}}}}
	}
	for _, r := range [][3]string{{"health", "/healthz", "Say that the server runs"}, {"ready", "/readyz", "Say whether requests are answered: not while it stops, or without its database"}} {
		op := &huma.Operation{
			OperationID: r[0], Method: http.MethodGet, Path: r[1], Summary: r[2], Tags: []string{"server"}, Security: []map[string][]string{},
			Responses: map[string]*huma.Response{"200": status("it does"), "403": refused("the name in Host is not this server's"), "414": refused("the address is too long")},
		}
		if r[0] == "ready" {
			op.Responses["503"] = status("it does not")
		}
		doc.AddOperation(op)
	}
}

// DescribeTags says of each route whose answer has a version that it may answer
// 304.
func DescribeTags(doc *huma.OpenAPI) {
	for _, item := range doc.Paths {
		op := item.Get
		if op == nil || op.Responses["200"] == nil || op.Responses["200"].Headers["ETag"] == nil {
			continue
		}
		op.Responses["304"] = &huma.Response{Description: "If-None-Match has the version that there is"}
		op.Parameters = append(op.Parameters, &huma.Param{Name: "If-None-Match", In: "header", Description: "the ETag of the version that the client has", Schema: &huma.Schema{Type: huma.TypeString}})
	}
}
