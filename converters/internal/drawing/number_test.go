package drawing

import "testing"

func TestNumbersAreWrittenInTheirScheme(t *testing.T) {
	for _, c := range []struct {
		n      int
		scheme string
		want   string
	}{
		{1, "arabicPeriod", "1."},
		{32767, "arabicPlain", "32767"},
		{26, "alphaLcParenR", "z)"},
		{27, "alphaUcPeriod", "AA."},
		{521, "alphaUcPeriod", "521."}, // beyond twenty letters
		{1994, "romanUcParenBoth", "(MCMXCIV)"},
		{4, "romanLcPeriod", "iv."},
		{4000, "romanLcPeriod", "4000."},
		{20, "circleNumWdWhitePlain", "⑳"},
		{21, "circleNumDbPlain", "21"},
		{10, "ea1ChsPeriod", "十."},
		{21, "ea1JpnKorPlain", "二十一"},
		{90, "ea1ChtPlain", "九十"},
		{100, "ea1ChtPlain", "一〇〇"},
		{3, "ea1JpnChsDbPeriod", "三."},
		{105, "hindiNumPeriod", "१०५."},
		{2, "thaiAlphaParenBoth", "(ข)"},
		{23, "hebrew2Minus", "אא-"},
		{7, "", "7."},
		{7, "nothing known", "7"},
	} {
		if got := marker(c.n, c.scheme); got != c.want {
			t.Errorf("%d in %s is %q, want %q", c.n, c.scheme, got, c.want)
		}
	}
}

func TestNumbersOfALevelGoOn(t *testing.T) {
	var c numbering
	one := bullet{kind: bulletAuto, scheme: "arabicPeriod", start: 1}
	deep := bullet{kind: bulletAuto, scheme: "alphaLcPeriod", start: 1}
	five := bullet{kind: bulletAuto, scheme: "arabicPeriod", start: 5}
	for i, step := range []struct {
		level int
		b     bullet
		want  string
	}{
		{0, one, "1."},
		{0, one, "2."},
		{1, deep, "a."},
		{1, deep, "b."},
		{0, one, "3."},
		{1, deep, "a."},
		{0, five, "5."},
		{0, five, "6."},
		{8, one, "1."},
	} {
		if got := c.next(step.level, step.b, 0); got != step.want {
			t.Errorf("step %d is %q, want %q", i, got, step.want)
		}
	}
}

func TestEscapesOfControlCharacters(t *testing.T) {
	for text, want := range map[string]string{
		"a_x000D_b":        "a\nb",
		"a_x000B_":         "a\n",
		"_x0009_":          "\t",
		"_x0007_":          "",
		"_x005F_x000D_":    "_x000D_",
		"_x0041_":          "_x0041_", // no control character
		"_x00":             "_x00",
		"_x00_x000A_":      "_x00\n",
		"a\r\nb\rc\vd":     "a\nb\nc\nd",
		"snake_x_y":        "snake_x_y",
		"_x00ZZ__x000a_ok": "_x00ZZ_\nok",
	} {
		if got := unescape(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestLightOfAColorIsMultipliedAndRaised(t *testing.T) {
	for _, c := range []struct {
		color    rgb
		mod, off int64
		want     rgb
	}{
		{rgb{255, 255, 255}, 95_000, 0, rgb{242, 242, 242}},
		{rgb{}, 50_000, 50_000, rgb{128, 128, 128}},
		{rgb{79, 129, 189}, 75_000, 0, rgb{55, 96, 145}},        // Office: 366092
		{rgb{79, 129, 189}, 20_000, 80_000, rgb{220, 230, 242}}, // DCE6F2
		{rgb{1, 2, 3}, 0, 200_000, rgb{255, 255, 255}},
	} {
		got := c.color.relit(c.mod, c.off)
		for i := range got {
			if d := int(got[i]) - int(c.want[i]); d < -2 || d > 2 {
				t.Errorf("%v with %d and %d is %v, want %v", c.color, c.mod, c.off, got, c.want)
				break
			}
		}
	}
}
