package style

import "testing"

func TestColours(t *testing.T) {
	st := &Styles{}
	attrs := func(pairs ...string) func(string) string {
		return func(name string) string {
			for i := 0; i < len(pairs); i += 2 {
				if pairs[i] == name {
					return pairs[i+1]
				}
			}
			return ""
		}
	}
	for _, c := range []struct {
		color func(string) string
		want  bool // it cannot be seen on white
	}{
		{attrs("rgb", "FFFFFFFF"), true},
		{attrs("rgb", "FFFAFAFA"), true},
		{attrs("rgb", "FFC0C0C0"), false},
		{attrs("theme", "0"), true},
		{attrs("theme", "1"), false},
		{attrs("theme", "1", "tint", "0.99"), true},
		{attrs("theme", "0", "tint", "-0.5"), false},
		{attrs("theme", "99"), false},
		{attrs("indexed", "9"), true},
		{attrs("indexed", "64"), false},
		{attrs("indexed", "65"), true},
		{attrs("auto", "1"), false},
		{attrs("rgb", "nonsense"), false},
	} {
		if got := st.FaintOnWhite(c.color); got != c.want {
			t.Errorf("%v %v: faint %v", c.color("rgb"), c.color("theme"), got)
		}
	}
}
