package visible

import (
	"math"
	"testing"
)

// TestDifference compares with pairs of the test data of Sharma, Wu and Dalal
// (2005), those that try each branch of the formula.
func TestDifference(t *testing.T) {
	for _, c := range []struct {
		p, q lab
		want float64
	}{
		{lab{50, 2.6772, -79.7751}, lab{50, 0, -82.7485}, 2.0425},
		{lab{50, 3.1571, -77.2803}, lab{50, 0, -82.7485}, 2.8615},
		{lab{50, 2.8361, -74.0200}, lab{50, 0, -82.7485}, 3.4412},
		{lab{50, -1.3802, -84.2814}, lab{50, 0, -82.7485}, 1.0000},
		{lab{50, 0, 0}, lab{50, -1, 2}, 2.3669},
		{lab{50, 2.4900, -0.0010}, lab{50, -2.4900, 0.0009}, 7.1792},
		{lab{50, 2.4900, -0.0010}, lab{50, -2.4900, 0.0011}, 7.2195},
		{lab{50, 2.5, 0}, lab{50, 0, -2.5}, 4.3065},
		{lab{50, 2.5, 0}, lab{73, 25, -18}, 27.1492},
		{lab{50, 2.5, 0}, lab{58, 24, 15}, 19.4535},
		{lab{60.2574, -34.0099, 36.2677}, lab{60.4626, -34.1751, 39.4387}, 1.2644},
		{lab{22.7233, 20.0904, -46.6940}, lab{23.0331, 14.9730, -42.5619}, 2.0373},
		{lab{90.8027, -2.0831, 1.4410}, lab{91.1528, -1.6435, 0.0447}, 1.4441},
		{lab{2.0776, 0.0795, -1.1350}, lab{0.9033, -0.0636, -0.5514}, 0.9082},
	} {
		if got, back := ciede2000(c.p, c.q), ciede2000(c.q, c.p); math.Abs(got-c.want) > 5e-5 || math.Abs(back-c.want) > 5e-5 {
			t.Errorf("%v and %v: %.4f and %.4f, want %.4f", c.p, c.q, got, back, c.want)
		}
	}
}

func TestColours(t *testing.T) {
	for _, c := range []struct {
		ink, ground Paint
		want        Way
	}{
		{White, White, Color},
		{Solid(0xFDFDFD), White, Color},
		{Solid(0xFAFAFA), White, Color},
		{Solid(0xF5F5F5), White, Unsure},
		{Solid(0xEEEEEE), White, Shown},
		{Solid(0xFFFF00), White, Shown},
		{White, Unset, Color},
		{White, Auto, Color},
		{White, Unknown, Unsure},
		{Solid(0x333333), Unknown, Shown},
		{White, Solid(0x1F4E79), Shown},
		{Black, Solid(0x010101), Color},
		{Black, Solid(0x404040), Shown},
		{Solid(0xFF0000), Solid(0xFE0101), Color},
		{Solid(0xFF0000), Solid(0x00A000), Shown}, // about equally light
		{Unset, Black, Shown},
		{Auto, Black, Shown},
		{Unknown, White, Shown},
	} {
		if got := Compare(c.ink, c.ground); got != c.want {
			t.Errorf("%06x on %06x: %d, want %d (difference %.2f)", c.ink-Black, c.ground-Black, got, c.want, difference(max(c.ink, Black), max(c.ground, Black)))
		}
	}
}

// TestClearContrast walks the greys and the edges of the cube of colours: where
// contrast decides at once, the difference is far from a doubt.
func TestClearContrast(t *testing.T) {
	var all []Paint
	for v := range uint32(16) {
		v *= 17
		all = append(all, Solid(v<<16|v<<8|v), Solid(v<<16), Solid(v<<8), Solid(v), Solid(0xFF0000|v<<8), Solid(0xFF00|v), Solid(v<<16|0xFF))
	}
	for _, a := range all {
		for _, b := range all {
			if contrast(a, b) >= clearContrast && difference(a, b) < 2*sureDifference {
				t.Errorf("%06x and %06x: contrast %d, difference %.2f", a-Black, b-Black, contrast(a, b), difference(a, b))
			}
		}
	}
}

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		name  string
		facts Facts
		want  Way
	}{
		{"nothing", Facts{}, Shown},
		{"a mark", Facts{Marked: Deleted, Size: 1}, Deleted},
		{"1.9 points", Facts{Size: 1.9}, Size},
		{"2 points", Facts{Size: 2}, Shown},
		{"9 %", Facts{Scale: 9}, Size},
		{"10 %", Facts{Scale: 10}, Shown},
		{"letters in one another", Facts{Size: 20, Spacing: -10}, Size},
		{"tight letters", Facts{Size: 20, Spacing: -9}, Shown},
		{"tight letters of unknown size", Facts{Spacing: -6}, Size},
		{"no height", Facts{Flat: true}, Size},
		{"outlined white", Facts{Ink: White, Outlined: true}, Shown},
		{"outlined and tiny", Facts{Size: 1, Outlined: true}, Size},
		{"4 % opaque", Facts{Clear: 0.96}, Opacity},
		{"white", Facts{Ink: White}, Color},
		{"off the page", Facts{OffPage: true, Ink: White}, OffPage},
	} {
		if got := c.facts.Judge(); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}
