package profile_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/profile"
)

func TestASourceIsLeftOutAndTakenInAgain(t *testing.T) {
	const before = "{\n  // mine\n  \"label\": \"Papers\",\n  \"sources\": [{\"match\": \"old/**\", \"include\": false}],\n}\n"
	for _, path := range []string{"a.md", "old/b.md", "we[i]rd*{x}?.md", `back\slash.md`} {
		for _, content := range []string{"", "{}", before} {
			for _, include := range []bool{false, true, false, true} {
				changed, err := profile.WithInclude([]byte(content), path, include)
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
	if _, err := profile.WithInclude([]byte("{bad"), "a.md", false); err == nil {
		t.Error("a file with a mistake is changed")
	}
}
