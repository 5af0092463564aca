package facts_test

import (
	"testing"

	"github.com/seed353dc258/backstory/search/facts"
)

func TestDateIn(t *testing.T) {
	for text, want := range map[string]string{
		"fees-2019-05-03.pdf":                "2019-05-03",
		"fees_20190503.pdf":                  "2019-05-03",
		"D:20190503101500+01'00'":            "2019-05-03",
		"2019-05-03T10:15:00Z":               "2019-05-03",
		"Oslo, 3 May 2019":                   "2019-05-03",
		"Fri, Feb 24, 2017":                  "2017-02-24",
		"3.5.2019":                           "2019",
		"23.5.2019":                          "2019-05-23",
		"Rules of May 2019":                  "2019-05",
		"Gebührenordnung (Stand: März 2021)": "2021-03",
		"report 2019, of 41 pages":           "2019",
		"Room 4711, 12 chairs":               "",
		"phone 20194711":                     "",
	} {
		if got := facts.DateIn(text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
