package edit_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/profile/edit"
	"github.com/tailscale/hujson"
)

func TestASourceIsLeftOutAndTakenInAgain(t *testing.T) {
	const before = "{\n  // mine\n  \"label\": \"Papers\",\n  \"sources\": [{\"match\": \"old/**\", \"include\": false}],\n}\n"
	for _, path := range []string{"a.md", "old/b.md", "we[i]rd*{x}?.md", `back\slash.md`} {
		for _, content := range []string{"", "{}", before} {
			for _, include := range []bool{false, true, false, true} {
				changed, err := edit.Include([]byte(content), path, include)
				if err != nil {
					t.Fatalf("%s: %v", path, err)
				}
				o, err := profile.ParseOptions(changed)
				if err != nil {
					t.Fatalf("%s: %v in %s", path, err, changed)
				}
				if _, _, got := o.For(path); got != include {
					t.Errorf("%s: included %t in %s", path, got, changed)
				}
				if strings.Contains(content, "mine") && (!strings.Contains(string(changed), "// mine") || o.Label != "Papers") {
					t.Errorf("something else was lost: %s", changed)
				}
				if _, _, got := o.For("other.md"); !got || len(o.Sources) > 2 {
					t.Errorf("more than the source changed: %s", changed)
				}
				content = string(changed)
			}
		}
	}
	if _, err := edit.Include([]byte("{bad"), "a.md", false); err == nil {
		t.Error("a file with a mistake is changed")
	}
}

func TestLimitsAreRaisedAndNeverLowered(t *testing.T) {
	raised := converters.Limits{Text: 200, Cells: 300}
	for _, c := range []struct{ before, want string }{
		{"", `{"limits":{"text":200,"cells":300}}`},
		{"{\n  // mine\n  \"limits\": { /* why */ \"cells\": 400, },\n  \"label\": \"Papers\",\n}\n", `{"limits":{"cells":400,"text":200},"label":"Papers"}`},
		{`{"limits":{"text":200,"cells":300}}`, `{"limits":{"text":200,"cells":300}}`},
	} {
		changed, err := edit.Limits([]byte(c.before), raised)
		if err != nil {
			t.Fatalf("%s: %v", c.before, err)
		}
		plain, err := hujson.Minimize(bytes.Clone(changed))
		if err != nil || string(plain) != c.want {
			t.Errorf("%s became %s, not %s (%v)", c.before, plain, c.want, err)
		}
		if strings.Contains(c.before, "mine") && (!strings.Contains(string(changed), "// mine") || !strings.Contains(string(changed), "/* why */")) {
			t.Errorf("a comment was lost: %s", changed)
		}
	}
	if _, err := edit.Limits([]byte(`{"limits": 3`), raised); err == nil {
		t.Error("a damaged file was changed")
	}
}
