package input

import "testing"

// FuzzEscape holds that what is escaped is said as it is, and names no file.
func FuzzEscape(f *testing.F) {
	for _, s := range []string{"@a", `\@a`, `\\@"a b"`, "x @a\n@b", "a@b", "(@a)", "\\", "@@", "\xff@a"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := Mentions(escape(text), func(name string) (bool, error) {
			t.Errorf("%q names %q", text, name)
			return true, nil
		})
		if err != nil || got != text {
			t.Errorf("%q, want %q", got, text)
		}
	})
}
