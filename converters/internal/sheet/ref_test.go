package sheet

import "testing"

func TestReferences(t *testing.T) {
	for ref, want := range map[string]string{
		"A1": "A1", "$b$3": "B3", "XFD1048576": "XFD1048576", "AA10:B2": "B2:AA10", "C5:C5": "C5",
	} {
		if a, ok := ReadArea(ref); !ok || a.String() != want {
			t.Errorf("%s is read as %s, %v", ref, a, ok)
		}
	}
	for _, ref := range []string{"", "A", "1", "A0", "XFE1", "A1048577", "A1:", "A1:B", "A1B", "A-1", "ABCDE1", "A99999999999"} {
		if a, ok := ReadArea(ref); ok {
			t.Errorf("%q is read as %s", ref, a)
		}
	}
}
