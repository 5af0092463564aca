package web

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/internal/names"
)

// showPrompt shows what the next request of a profile begins with, section by section, and
// what was left out of it.
func showPrompt(r *http.Request, o *opened, v *view) error {
	next, err := o.server.Host(r.Context()).Next(r.Context(), o.scope, "", "")
	if err != nil {
		return err
	}
	body := promptOf(next, o.key)
	v.Body = body.node(v.Profile)
	return nil
}

// promptOf returns what is shown of a prompt.
func promptOf(next host.Next, key string) promptBody {
	e := next.Cast.Epoch
	body := promptBody{Tokens: e.Tokens, Limit: e.Limit, Tools: e.ToolCost, Model: e.Model, Kept: next.Kept, Export: "/api/v2/profiles/" + url.PathEscape(key) + "/prompt/export"}
	for i := range e.Sections {
		one := section{of: e.Sections[i]}
		if one.of.Included {
			one.Text = e.Text(&e.Sections[i])
		}
		if e.Tokens > 0 && one.of.Included {
			one.Share = one.of.Tokens * 100 / e.Tokens
		}
		body.Sections = append(body.Sections, one)
	}
	for _, out := range e.LeftOut() {
		one := leftOut{Name: where(out.Path, out.Title, ""), Tokens: out.Tokens}
		if source, ok := strings.CutPrefix(out.Path, "/"); ok {
			one.Address = readAddress(at(key), names.Read(source), 0)
		}
		body.LeftOut = append(body.LeftOut, one)
	}
	return body
}
