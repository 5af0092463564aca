package order

import "testing"

// TestTheOrderOfContextFilesIsTotal: for any three names it is the same
// wherever sorting begins, and only a name is equal to itself.
func TestTheOrderOfContextFilesIsTotal(t *testing.T) {
	names := []string{"1", "01", "001", "10", "2", "a", "A", "a1", "a01", "a10", "a2", "a1b", "a01b", "b", "1a", "1.5", "1.05", "note 9", "note 10", "Z", "ä", "a-1", "a/", "0", "00", "x0", "x00"}
	for _, a := range names {
		for _, b := range names {
			ab := Compare(a, b)
			if (ab == 0) != (a == b) || (ab < 0) == (Compare(b, a) < 0) && a != b {
				t.Errorf("%q and %q: %d and %d", a, b, ab, Compare(b, a))
			}
			for _, c := range names {
				if ab < 0 && Compare(b, c) < 0 && Compare(a, c) >= 0 {
					t.Errorf("%q < %q < %q, and not %q < %q", a, b, c, a, c)
				}
			}
		}
	}
}
