package search

import (
	"slices"
	"testing"
)

func TestSay(t *testing.T) {
	x := New([]Chapter{
		{Path: "/lamp.md", Text: "# The lamp\n\nThe lamp of the tower was bought by Ida Krause in Falkenau on 2021-05-03 for 1,250.50 euros. It burns oil.\n\nThe keeper of the tower counts three hundred ships a year, and 23,480,000 waves.\n\nNobody may climb the stairs of the tower in a storm.\n"},
		{Path: "/kran.md", Text: "Der Kran am Hafen wurde 1962 von Nilsen gebaut und hebt zwölf Tonnen.\n"},
	}, nil)
	for statement, want := range map[string]struct {
		says    bool
		strange []string
		abroad  bool
	}{
		"Ida Krause bought the lamp for 1250.50 euros.":              {says: true},
		"The lamp was bought in Falkenau on 3 May 2021.":             {says: true},
		"The keeper counts 23.5 million waves a year.":               {says: true},
		"The lamp was bought by Olaf for 900 euros.":                 {strange: []string{"900", "Olaf"}},
		"The stairs were painted green by a sailor from the island.": {},
		"The crane of the tower was built by Nilsen in 1962.":        {strange: []string{"1962", "Nilsen"}, abroad: true},
	} {
		s := x.Say(statement)
		if s.Here == nil {
			t.Errorf("%s: nothing", statement)
			continue
		}
		says, abroad := s.Here.Value >= 0 && len(s.Here.Strange) == 0, s.Abroad != nil && s.Abroad.Value > s.Here.Value
		if says != want.says || abroad != want.abroad || !slices.Equal(s.Here.Strange, want.strange) {
			t.Errorf("%s: %+v, abroad %+v", statement, s.Here, s.Abroad)
		}
	}
}
