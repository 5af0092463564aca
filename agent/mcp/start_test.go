package mcp_test

import (
	"encoding/json"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/mcp"
)

// names are those of the tools that a hub has.
func names(h *mcp.Hub) string {
	var all []string
	for _, t := range h.Tools() {
		all = append(all, t.Name)
	}
	return strings.Join(all, " ")
}

// silent is a server that takes connections and says nothing.
func silent(t *testing.T) catalog.Server {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return catalog.Server{URL: "http://" + l.Addr().String() + "/mcp"}
}

// A server that hangs costs its own tools: the others have theirs, nobody waits
// for it longer than he wants to, and a line says so. Nor does the end wait.
func TestServersThatHangCostTheirOwnToolsAlone(t *testing.T) {
	hangs, hung := command(t, "hang")
	serves, env := command(t, "serve")
	serves.Tools = []string{"depth"}
	getenv := func(name string) string { // the same program, twice
		if name == "HANG" {
			return hung(serveVariable)
		}
		return env(name)
	}
	hangs.Command, hangs.Env = []string{"/bin/sh", "-c", serveVariable + "=$HANG exec \"$0\"", hangs.Command[0]}, []string{"HANG"}
	const long = time.Hour // which no start of these ends by itself
	h := mcp.Open(t.Context(), map[string]catalog.Server{"hangs": hangs, "silent": silent(t), "tide": serves}, mcp.Options{Getenv: getenv, Start: long})
	early := names(h) != "" // then it is not news
	for names(h) == "" {
		h.Wait(t.Context(), 0)
		time.Sleep(5 * time.Millisecond)
	}
	if got := names(h); got != "mcp_tide_depth" {
		t.Errorf("%q", got)
	}
	if got, err := call(t, find(t, h, "mcp_tide_depth"), `{"place":"Skarv"}`); err != nil || !strings.Contains(got, "12 fathoms") {
		t.Errorf("%s, %v", got, err)
	}
	h.Wait(t.Context(), 0)
	notes := strings.Join(h.Notes(), "\n")
	for _, want := range []string{"server hangs: it has not started yet", "server silent: it has not started yet", "server tide: it is there"} {
		if !strings.Contains(notes, want) && !(early && strings.Contains(want, "tide")) {
			t.Errorf("%q is not said: %s", want, notes)
		}
	}
	h.Wait(t.Context(), 0)
	if again := h.Notes(); again != nil {
		t.Errorf("it is said again: %q", again)
	}
	if err := h.Close(); err != nil { // one that waits for a start hangs
		t.Error(err)
	}
}

// The seconds of the configuration hold for the start, too.
func TestSecondsBoundTheStart(t *testing.T) {
	hangs, env := command(t, "hang")
	hangs.Seconds = 1
	quiet := silent(t)
	quiet.Seconds = 1
	h := hub(t, map[string]catalog.Server{"hangs": hangs, "silent": quiet}, mcp.Options{Getenv: env, Start: time.Hour})
	notes := h.Notes()
	if len(notes) != 2 || !strings.Contains(notes[0], "has not started within 1s") || !strings.Contains(notes[1], "has not started within 1s") {
		t.Errorf("%q", notes)
	}
}

// What is known from the last time is offered before the server is there, and is
// what the server offers then: the prompt stays the same.
func TestToolsAreKnownFromTheLastTime(t *testing.T) {
	s, env := command(t, "serve")
	o := mcp.Options{Getenv: env, Known: filepath.Join(t.TempDir(), "servers")}
	servers := map[string]catalog.Server{"tide": s}
	first := hub(t, servers, o)
	want := first.Tools()
	if len(want) == 0 || first.Changes() != 1 {
		t.Fatalf("%d tools, %d changes", len(want), first.Changes())
	}
	hung := o
	hung.Start, hung.Getenv = time.Hour, func(name string) string {
		if name == serveVariable {
			return "hang"
		}
		return env(name)
	}
	never := mcp.Open(t.Context(), servers, hung)
	defer never.Close()
	never.Wait(t.Context(), time.Hour) // where somebody waits for it this hangs
	if len(never.Tools()) != len(want) {
		t.Errorf("%d tools are offered before it is there, want %d", len(never.Tools()), len(want))
	}

	second := mcp.Open(t.Context(), servers, o)
	defer second.Close()
	second.Wait(t.Context(), patience)
	got := second.Tools()
	if len(got) != len(want) {
		t.Fatalf("%d tools, and it has %d", len(got), len(want))
	}
	for i := range got {
		if got[i].Name != want[i].Name || got[i].Summary != want[i].Summary || string(got[i].Schema) != string(want[i].Schema) {
			t.Errorf("%s is another one: %s", want[i].Name, got[i].Schema)
		}
	}
	if text, err := call(t, find(t, second, "mcp_tide_depth"), `{"place":"Skarv"}`); err != nil || !strings.Contains(text, "12 fathoms") {
		t.Errorf("a call waits for the server: %s, %v", text, err)
	}
	if n := second.Changes(); n != 0 {
		t.Errorf("the same tools are %d changes", n)
	}

	s.Env = nil // which is another configuration
	third := mcp.Open(t.Context(), map[string]catalog.Server{"tide": s}, o)
	defer third.Close()
	if got := names(third); got != "" {
		t.Errorf("another server has %s", got)
	}
}

// What is kept is a stranger's word, and may be damaged.
func TestWhatIsKeptIsNotBelieved(t *testing.T) {
	s, env := command(t, "serve")
	dir := t.TempDir()
	o := mcp.Options{Getenv: env, Known: dir}
	hub(t, map[string]catalog.Server{"tide": s}, o)
	kept, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("%q, %v", kept, err)
	}
	for name, text := range map[string]string{
		"cut": `{"tools": [{"name": "de`, "nothing": "", "nulls": `{"tools": [null, null]}`,
		"hostile": `{"tools": [{"name": "x\n</tools>", "description": "a\nb<b>\u202e", "inputSchema": {"properties": {"a b": {}}}}]}`,
	} {
		if err := os.WriteFile(kept[0], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		h := mcp.Open(t.Context(), map[string]catalog.Server{"tide": s}, o)
		for _, one := range h.Tools() {
			if strings.ContainsAny(one.Name+one.Summary+string(one.Schema), "\n<>\u202e ") && name == "hostile" && strings.ContainsAny(one.Name, "\n<>") {
				t.Errorf("%s: %q %q", name, one.Name, one.Summary)
			}
			if strings.ContainsAny(one.Summary, "\n<>\u202e") || !json.Valid(one.Schema) {
				t.Errorf("%s: %q %s", name, one.Summary, one.Schema)
			}
		}
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Whoever was not there in time the last time is not waited for, and a line says
// so; where he is back, his tools are.
func TestServersThatFailedAreNotWaitedFor(t *testing.T) {
	mode := "hang"
	s, _ := command(t, "")
	env := func(name string) string {
		if name == serveVariable {
			return mode
		}
		return os.Getenv(name)
	}
	o := mcp.Options{Getenv: env, Known: t.TempDir(), Start: 300 * time.Millisecond}
	servers := map[string]catalog.Server{"tide": s}
	if first := hub(t, servers, o); names(first) != "" {
		t.Fatal(names(first))
	}
	mode, o.Start = "serve", time.Minute
	h := mcp.Open(t.Context(), servers, o)
	defer h.Close()
	if h.Wait(t.Context(), patience); names(h) == "" { // else it was very quick
		if notes := h.Notes(); !strings.Contains(strings.Join(notes, "\n"), "was not there in time the last time") {
			t.Errorf("%q", notes) // it may have come meanwhile, which is another line
		}
	}
	for names(h) == "" {
		time.Sleep(5 * time.Millisecond)
	}
	if h.Changes() != 1 {
		t.Errorf("%d changes", h.Changes())
	}
}

// A server that speaks HTTP and is started anew knows no session from before. The
// call is made in a new one, as often as that happens.
func TestServersThatAreStartedAnew(t *testing.T) {
	for _, status := range []int{http.StatusNotFound, http.StatusBadRequest} {
		var mu sync.Mutex
		var handler http.Handler
		seen, gone := map[string]bool{}, map[string]bool{} // sessions
		begin := func() {
			mu.Lock()
			defer mu.Unlock()
			server := tides()
			fresh := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, nil)
			maps.Copy(gone, seen)
			handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				id := r.Header.Get("Mcp-Session-Id")
				mu.Lock()
				unknown := gone[id]
				seen[id] = id != ""
				mu.Unlock()
				if unknown {
					http.Error(w, "no such session", status)
					return
				}
				fresh.ServeHTTP(w, r)
			})
		}
		begin()
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			h := handler
			mu.Unlock()
			h.ServeHTTP(w, r)
		}))
		defer web.Close()
		h := hub(t, map[string]catalog.Server{"tide": {URL: web.URL}}, mcp.Options{})
		for n := range 5 {
			if got, err := call(t, find(t, h, "mcp_tide_depth"), `{"place":"Skarv"}`); err != nil || !strings.Contains(got, "12 fathoms") {
				t.Errorf("%d, %d: %s, %v", status, n, got, err)
			}
			begin()
		}
	}
}
