package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/tool"
)

type arguments struct {
	Place string   `json:"place" doc:"where, such as <Skarv>"`
	Unit  string   `json:"unit,omitempty" enum:"fathom,metre"`
	Days  int      `json:"days,omitempty"`
	Tags  []string `json:"tags,omitempty" enum:"a,b"`
	Deep  bool     `json:"deep,omitempty"`
	Share float64  `json:"share,omitempty"`
}

func look(f func(arguments) (string, error)) tool.Tool {
	return tool.New("look", " Look. \n", tool.Auto, func(_ context.Context, _ tool.At, a arguments) (string, error) { return f(a) })
}

func at(t testing.TB) tool.At {
	t.Helper()
	sc, err := scope.New(scope.Local, "ida", "caelum")
	if err != nil {
		t.Fatal(err)
	}
	return tool.At{Scope: sc, Session: "s", Turn: 1}
}

func TestSchemas(t *testing.T) {
	got := look(nil)
	want := `{"type":"object","properties":{"place":{"type":"string","description":"where, such as <Skarv>"},` +
		`"unit":{"type":"string","enum":["fathom","metre"]},"days":{"type":"integer"},` +
		`"tags":{"type":"array","items":{"type":"string","enum":["a","b"]}},"deep":{"type":"boolean"},"share":{"type":"number"}},` +
		`"required":["place"]}`
	if diff := cmp.Diff(want, string(got.Schema)); diff != "" || got.Summary != "Look." || !json.Valid(got.Schema) {
		t.Errorf("%q %s", got.Summary, diff)
	}
}

func TestArgumentsAreHeldToTheSchema(t *testing.T) {
	l := look(func(a arguments) (string, error) { return a.Place + a.Unit, nil })
	if got, err := l.Call(t.Context(), at(t), json.RawMessage(`{"place":"Skarv","unit":"metre","tags":["a"]}`)); err != nil || got != "Skarvmetre" {
		t.Errorf("%q, %v", got, err)
	}
	for raw, want := range map[string]string{
		`{}`:                             "place is missing",
		`{"place":"x","unit":"mile"}`:    `unit is "mile" and may be fathom, metre`,
		`{"place":"x","tags":["a","c"]}`: `tags is "c"`,
		`{"place":1}`:                    "string",
		`{"place":"x","who":1}`:          `unknown field "who"`,
		`{"place":"x"} {}`:               "follows the object",
		`[]`:                             "array",
		``:                               "EOF",
		`{"place":"` + strings.Repeat("x", 1<<20) + `"}`: "bytes",
	} {
		_, err := l.Call(t.Context(), at(t), json.RawMessage(raw))
		var wrong *tool.ArgumentError
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %v", raw, err)
		}
	}
}

func TestResultsAreBounded(t *testing.T) {
	l := look(func(arguments) (string, error) { return strings.Repeat("line \xff\n", 20_000), nil })
	got, err := l.Call(t.Context(), at(t), json.RawMessage(`{"place":"x"}`))
	if err != nil || len(got) > 49<<10 || !strings.Contains(got, "bytes are shown") || strings.Contains(got, "\xff") {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

func TestErrorsAreBounded(t *testing.T) {
	l := look(func(arguments) (string, error) { return "", errors.New(strings.Repeat("no ", 100_000)) })
	if _, err := l.Call(t.Context(), at(t), json.RawMessage(`{"place":"x"}`)); err == nil || len(err.Error()) > 49<<10 {
		t.Error("a long error is given whole")
	}
}

func TestAToolThatPanicsIsAnError(t *testing.T) {
	l := look(func(arguments) (string, error) { panic("boom") })
	if _, err := l.Call(t.Context(), at(t), json.RawMessage(`{"place":"x"}`)); err == nil || !strings.Contains(err.Error(), "boom") {
		t.Errorf("%v", err)
	}
}

func TestRegistries(t *testing.T) {
	none := func(context.Context, tool.At, struct{}) (string, error) { return "", nil }
	b, a := tool.New("b", "", tool.Ask, none), tool.New("a", "", tool.Auto, none)
	r, err := tool.NewRegistry(b, a)
	if err != nil {
		t.Fatal(err)
	}
	if l := r.List(); l[0].Name != "a" || l[1].Name != "b" {
		t.Errorf("%v", l)
	}
	if f, ok := r.Find("b"); !ok || f.Policy != tool.Ask {
		t.Errorf("%v, %v", f, ok)
	}
	w := r.Without(func(name string) bool { return name == "b" })
	if _, ok := w.Find("b"); ok || len(w.List()) != 1 || len(r.List()) != 2 {
		t.Error("the tool is there still")
	}
	for _, bad := range [][]tool.Tool{{a, a}, {tool.New("1", "", tool.Auto, none)}, {tool.New("a b", "", tool.Auto, none)}, {{Name: "x"}}} {
		if _, err := tool.NewRegistry(bad...); err == nil {
			t.Errorf("%v", bad)
		}
	}
}

func FuzzArguments(f *testing.F) {
	f.Add(`{"place":"x","unit":"metre","tags":["a"],"days":1}`)
	l := look(func(a arguments) (string, error) {
		if a.Unit != "" && a.Unit != "fathom" && a.Unit != "metre" {
			panic(a.Unit)
		}
		return "", nil
	})
	f.Fuzz(func(t *testing.T, raw string) {
		_, err := l.Call(t.Context(), at(t), json.RawMessage(raw))
		var wrong *tool.ArgumentError
		if err != nil && !errors.As(err, &wrong) {
			t.Errorf("%q: %v", raw, err)
		}
	})
}
