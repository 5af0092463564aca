package ipynb

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// randomJSON writes one JSON value, with white space wherever it may be.
func randomJSON(r *rand.Rand, depth int) string {
	space := func() string { return []string{"", "", " ", "\n\t"}[r.IntN(4)] }
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	text := func() string {
		var b strings.Builder
		for range r.IntN(6) {
			b.WriteString(pick("a", "é", `\n`, `\"`, `\\`, `\/`, `\u00e9`, `\ud83d\ude00`, `\ud83d`, `\ude00`, `\ud83d\ud83d\ude00`, `\u0000`, "]", "}", ",", ":", " "))
		}
		return `"` + b.String() + `"`
	}
	switch n := r.IntN(6); {
	case depth > 0 && n < 2:
		var parts []string
		for range r.IntN(4) {
			parts = append(parts, space()+randomJSON(r, depth-1)+space())
		}
		return "[" + strings.Join(parts, ",") + space() + "]"
	case depth > 0 && n < 4:
		var parts []string
		for i := range r.IntN(4) {
			parts = append(parts, space()+fmt.Sprintf(`"k%d`, i)+text()[1:]+space()+":"+space()+randomJSON(r, depth-1)+space())
		}
		return "{" + strings.Join(parts, ",") + space() + "}"
	}
	return pick("0", "-1.5e3", "true", "null", text(), text())
}

// read makes of a value what encoding/json does.
func read(v value) any {
	switch {
	case v.begins('['):
		out := []any{}
		for e := range v.elements() {
			out = append(out, read(e))
		}
		return out
	case v.begins('{'):
		out := map[string]any{}
		for name, f := range v.fields() {
			out[name] = read(f)
		}
		return out
	case v.begins('"'):
		return v.str()
	}
	var out any
	if err := json.Unmarshal([]byte(v.text), &out); err != nil {
		return err
	}
	return out
}

func TestValuesAreThoseOfJSON(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 1))
	for range 5000 {
		text := randomJSON(r, 4)
		var want any
		if err := json.Unmarshal([]byte(text), &want); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if d := cmp.Diff(want, read(value{text: text})); d != "" {
			t.Fatalf("%s (-json +value):\n%s", text, d)
		}
	}
}
