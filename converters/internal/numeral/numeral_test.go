package numeral_test

import (
	"testing"

	"github.com/seed353dc258/backstory/converters/internal/numeral"
)

func TestNumerals(t *testing.T) {
	repeated := func(alphabet string) func(int) string {
		return func(n int) string { return numeral.Repeated(n, alphabet) }
	}
	for _, c := range []struct {
		write func(int) string
		want  map[int]string
	}{
		{numeral.Roman, map[int]string{0: "0", 1: "I", 4: "IV", 1994: "MCMXCIV", 3999: "MMMCMXCIX", 4000: "4000", -3: "-3"}},
		{repeated(numeral.Latin), map[int]string{0: "0", 1: "a", 26: "z", 27: "aa", 53: "aaa", 520: "zzzzzzzzzzzzzzzzzzzz", 521: "521"}},
		{repeated("*†‡"), map[int]string{2: "†", 4: "**", 60: "‡‡‡‡‡‡‡‡‡‡‡‡‡‡‡‡‡‡‡‡", 61: "61"}},
		{numeral.Ordinal, map[int]string{1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 21: "21st", 113: "113th"}},
	} {
		for n, want := range c.want {
			if got := c.write(n); got != want {
				t.Errorf("%d is %q, want %q", n, got, want)
			}
		}
	}
}
