package suggest_test

import (
	"testing"

	"github.com/seed353dc258/backstory/internal/suggest"
)

func TestTheNearestNameIsMeant(t *testing.T) {
	names := []string{"build", "check", "sessions", "session", "profile", "Ida"}
	for word, want := range map[string]string{
		"bild": "build", "chekc": "check", "sesions": "sessions", "prof": "profile", "ida": "Ida", "idda": "Ida",
		"qqqqqq": "", "": "", "x": "",
	} {
		if got := suggest.Nearest(word, names); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
	if got := suggest.Question("bild", names); got != "; did you mean build?" {
		t.Error(got)
	}
}
