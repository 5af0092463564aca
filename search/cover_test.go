package search

import (
	"slices"
	"testing"
)

func TestCoverage(t *testing.T) {
	const text = "The lamp of the tower was bought by Ida Krause in Falkenau on 2021-05-03 for 1,250.50 euros. It burns oil."
	for statement, want := range map[string]Coverage{
		"Ida Krause bought the lamp for 1250.50 euros.": {Terms: 6, Share: 1},
		"The lamp burned oils on 3 May 2021.":           {Terms: 5, Share: 1},
		"The lamp was bought by Olaf for 900 euros.":    {Terms: 5, Share: 0.6, Strange: []string{"Olaf", "900"}},
		"Die Lampe wurde von Ida in Falkenau gekauft.":  {Foreign: true},
		"灯是伊达买的。":                                       {Foreign: true},
	} {
		got := Cover(statement, text)
		if got.Foreign != want.Foreign || got.Terms != want.Terms || got.Share-want.Share > .01 || want.Share-got.Share > .01 || !slices.Equal(got.Strange, want.Strange) {
			t.Errorf("%s: %+v, want %+v", statement, got, want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for text, want := range map[string][]string{
		"1,234.50 and 1.234.567": {"123450", "1234567"}, "3.5.2021": {"3", "5", "2021"}, "2021-05-03": {"2021", "5", "3"}, "7, 8": {"7", "8"}, "v2": {"2"}, "none": nil,
	} {
		if got := Numbers(text); !slices.Equal(got, want) {
			t.Errorf("%s: %q", text, got)
		}
	}
}
