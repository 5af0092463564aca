package a2a_test

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/a2a"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/door"
)

const script = `
rules:
  - match: fog
    reply: [{text: Fog till noon.}]
  - match: boom
    reply: [{error: {kind: overloaded, status: 529, message: try later}}]
  - match: '[\s\S]*'
    reply: [{text: At Skarv.}]
`

func serve(t *testing.T, change func(*api.Settings)) *apitest.Site {
	t.Helper()
	return apitest.Serve(t, script, func(s *api.Settings) {
		s.Rooms = []func(*api.Server){func(s *api.Server) { a2a.Routes(door.New(s, door.Options{}), "caelum") }}
		if change != nil {
			change(s)
		}
	})
}

// rpc sends a request of JSON-RPC.
func rpc(c *apitest.Client, method string, params any) apitest.Reply {
	return c.Must(200, "POST", a2a.Path, apitest.M{"jsonrpc": "2.0", "id": 7, "method": method, "params": params})
}

func says(text, context string) apitest.M {
	return apitest.M{"message": apitest.M{"messageId": "m", "role": "ROLE_USER", "contextId": context, "parts": []any{apitest.M{"text": text}}}}
}

// IX-06
func TestTheCardOfAProfileIsShownToEverybody(t *testing.T) {
	s := serve(t, nil)
	r := (&apitest.Client{Site: s}).Must(200, "GET", api.CardPath, nil)
	for path, want := range map[string]string{
		"name": "Caelum", "description": "You are Caelum.", "supportedInterfaces.0.url": s.URL + "/a2a", "supportedInterfaces.0.protocolVersion": "1.0",
		"supportedInterfaces.0.protocolBinding": "JSONRPC", "securitySchemes.token.httpAuthSecurityScheme.scheme": "Bearer", "capabilities.streaming": "false",
	} {
		if got := r.Text(path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	for _, secret := range []string{"Skarv", "brass", "lyra", s.Dir} {
		if strings.Contains(strings.ToLower(string(r.Body)), strings.ToLower(secret)) {
			t.Errorf("the card tells %q: %s", secret, r.Body)
		}
	}
	open := serve(t, func(s *api.Settings) {
		s.NoAuth, s.Proxies, s.Hosts = true, []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, []string{"caelum.example.org"}
	})
	r = (&apitest.Client{Site: open}).With("X-Forwarded-Host", "caelum.example.org").With("X-Forwarded-Proto", "https").Must(200, "GET", api.CardPath, nil)
	if got := r.Text("supportedInterfaces.0.url"); got != "https://caelum.example.org/a2a" {
		t.Errorf("behind a proxy: %q", got)
	}
	if strings.Contains(string(r.Body), "securitySchemes") {
		t.Errorf("a token is asked for where none is needed: %s", r.Body)
	}
}

// IX-06
func TestAnotherAgentTalksInAContext(t *testing.T) {
	s := serve(t, nil)
	c := s.As("chat")
	first := rpc(c, "SendMessage", says("Where were you born?", ""))
	at := first.Text("result.message.contextId")
	if first.Text("result.message.parts.0.text") != "At Skarv." || first.Text("result.message.role") != "ROLE_AGENT" || first.Text("id") != "7" || at == "" {
		t.Fatalf("%s", first.Body)
	}
	second := rpc(c, "SendMessage", says("And the fog?", at))
	if second.Text("result.message.parts.0.text") != "Fog till noon." || second.Text("result.message.contextId") != at {
		t.Errorf("%s", second.Body)
	}
	if other := rpc(s.As("chat"), "SendMessage", says("What did they say?", at)); other.Get("error") == nil {
		t.Errorf("another token goes on with the conversation: %s", other.Body)
	}
	(&apitest.Client{Site: s}).Must(401, "POST", a2a.Path, apitest.M{"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": says("Hello", "")})
	s.As("read").Must(403, "POST", a2a.Path, apitest.M{"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": says("Hello", "")})
}

// IX-06
func TestErrorsHaveTheCodesOfTheProtocol(t *testing.T) {
	c := serve(t, nil).As("chat")
	file := apitest.M{"message": apitest.M{"messageId": "m", "role": "ROLE_USER", "parts": []any{apitest.M{"url": "https://a.example/x.pdf"}}}}
	task := apitest.M{"message": apitest.M{"messageId": "m", "role": "ROLE_USER", "taskId": "t", "parts": []any{apitest.M{"text": "go on"}}}}
	agent := apitest.M{"message": apitest.M{"messageId": "m", "role": "ROLE_AGENT", "parts": []any{apitest.M{"text": "go on"}}}}
	for name, x := range map[string]struct {
		method string
		params any
		code   string
	}{
		"no method":      {"message/send", says("Hello", ""), "-32601"},
		"no message":     {"SendMessage", apitest.M{}, "-32602"},
		"no params":      {"SendMessage", nil, "-32602"},
		"no words":       {"SendMessage", says(" ", ""), "-32602"},
		"not the user":   {"SendMessage", agent, "-32602"},
		"a task":         {"SendMessage", task, "-32001"},
		"a file":         {"SendMessage", file, "-32005"},
		"unknown":        {"SendMessage", says("Hello", "nowhere"), "-32602"},
		"the model":      {"SendMessage", says("boom", ""), "-32000"},
		"task asked for": {"GetTask", apitest.M{"id": "t"}, "-32001"},
		"stream":         {"SendStreamingMessage", says("Hello", ""), "-32004"},
	} {
		if r := rpc(c, x.method, x.params); r.Text("error.code") != x.code || r.Text("error.message") == "" {
			t.Errorf("%s: %s", name, r.Body)
		}
	}
	if r := rpc(c.With("A2A-Version", "0.3"), "SendMessage", says("Hello", "")); r.Text("error.code") != "-32009" {
		t.Errorf("%s", r.Body)
	}
	if r := c.Must(200, "POST", a2a.Path, apitest.M{"id": 1, "method": "SendMessage"}); r.Text("error.code") != "-32600" {
		t.Errorf("%s", r.Body)
	}
}
