package lenient_test

import (
	"testing"

	"github.com/seed353dc258/backstory/profile/lenient"
)

func TestConfigurationsInUTF16AreRead(t *testing.T) {
	for given, want := range map[string]string{
		`{"a": 1}`:                               `{"a": 1}`,
		"\xef\xbb\xbf{}":                         "{}",
		"\xff\xfe{\x00}\x00":                     "{}",
		"\xfe\xff\x00{\x00}":                     "{}",
		"\xff\xfe[\x00\"\x00\xe9\x00\"\x00]\x00": "[\"é\"]",
		"\xff\xfe{\x00}":                         "", // half a character
	} {
		got, err := lenient.Standard([]byte(given))
		if want == "" {
			if err == nil {
				t.Errorf("%q: %s", given, got)
			}
			continue
		}
		if err != nil || string(got) != want {
			t.Errorf("%q: %s (%v), want %s", given, got, err, want)
		}
	}
}
