package script

import "testing"

// TestMarkerOfAnItemFromRightToLeft has markers with their points before and
// behind, and what is none.
func TestMarkerOfAnItemFromRightToLeft(t *testing.T) {
	for in, want := range map[string]string{".1": "1.", ".12": "12.", "1.": "1.", ".": ".", ".a": ".a", ".1234": ".1234"} {
		if got := TurnMarker(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}
