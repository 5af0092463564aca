package yaml

import (
	"fmt"
	"strings"
	"testing"
)

func TestWhatIsNotChecked(t *testing.T) {
	for name, text := range map[string]string{
		"too long":            strings.Repeat("a: [\n", maxCheck/4),
		"too deep":            strings.Repeat("[", 100_000),
		"too many directives": strings.Repeat("%TAG !a! b\n", 1000),
		"version 1.2":         "%YAML 1.2\n---\na: b\n",
	} {
		if f, ok := check(text); !ok {
			t.Errorf("%s: %v", name, f)
		}
	}
}

func TestFaultHasItsLine(t *testing.T) {
	f, ok := check("a: 1\nb:\n\tc: 3\n")
	if ok || f.pos.Lines.First != 3 || f.reason != "Invalid YAML: found character that cannot start any token" {
		t.Errorf("got %v %+v", ok, f)
	}
	f, ok = check("a: *b\n")
	if ok || f.pos.Lines.First != 1 || f.reason != "Invalid YAML: unknown anchor 'b' referenced" {
		t.Errorf("got %v %+v", ok, f)
	}
}

// BenchmarkHostile shows that no input makes the parser more than linear:
// compare the MB/s of one shape at its sizes.
func BenchmarkHostile(b *testing.B) {
	tags := func(n int) string {
		var s strings.Builder
		for i := range maxDirectives - 1 {
			fmt.Fprintf(&s, "%%TAG !%d! b\n", i)
		}
		return s.String() + "---\n" + strings.Repeat("- !0!a b\n", n/9)
	}
	for name, shape := range map[string]func(int) string{
		"flow":     func(n int) string { return "[" + strings.Repeat("a,", n/2) + "]" },
		"open":     func(n int) string { return strings.Repeat("[", min(n, 9000)) + strings.Repeat("a,", n/2) },
		"mapping":  func(n int) string { return strings.Repeat("? a\n", n/4) },
		"comments": func(n int) string { return strings.Repeat("- a # c\n", n/8) },
		"aliases":  func(n int) string { return "- &a [a]\n" + strings.Repeat("- *a\n", n/5) },
		"anchors":  func(n int) string { return strings.Repeat("- &a a\n", n/7) },
		"tags":     tags,
	} {
		for _, size := range []int{maxCheck / 16, maxCheck / 4, maxCheck - 1000} {
			text := shape(size)
			b.Run(fmt.Sprintf("%s/%d", name, size), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					check(text)
				}
			})
		}
	}
}
