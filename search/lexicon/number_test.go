package lexicon_test

import (
	"slices"
	"testing"

	"github.com/seed353dc258/backstory/search/lexicon"
)

func TestNumbers(t *testing.T) {
	for text, want := range map[string][]string{
		"1,234.50 and 1.234.567": {"12345", "1234567"}, "180.00 or 180": {"180"}, "3.5.2021": {"3", "5", "2021"}, "2021-05-03": {"2021", "5", "3"}, "7, 8": {"7", "8"}, "v2": {"2"}, "none": nil,
		"23.5 million": {"23500000"}, "2 Mio. Euro": {"2000000"}, "1.234 million": {"1234000"}, "four or zwölf": {"4", "12"}, "Five million or drei Milliarden": {"5000000", "3000000000"},
	} {
		if got := lexicon.Numbers(text); !slices.Equal(got, want) {
			t.Errorf("%s: %q", text, got)
		}
	}
}

func TestPlainly(t *testing.T) {
	for text, want := range map[string]string{
		"54,494 to 1.234.567 on 3.5.2021": "54494 to 1234567 on 3.5.2021", "55.71": "55.71", "about 23.5 million people": "about 23500000 people", "version 1.2.345": "version 1.2.345", "a, b": "a, b",
	} {
		if got := lexicon.Plainly(text); got != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}

func TestIsNumberOf(t *testing.T) {
	all := []string{"247526916", "12", "999960"}
	for n, want := range map[string]bool{"247500000": true, "247530000": true, "247600000": false, "200000000": false, "12": true, "13": false, "1000000": false} {
		if got := lexicon.IsNumberOf(all, n); got != want {
			t.Errorf("%s: %v", n, got)
		}
	}
}
