package numfmt

import (
	"math"
	"os"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestGeneralDropsBinaryNoise(t *testing.T) {
	for raw, want := range map[string]string{
		"0.30000000000000004": "0.3", "1.0": "1", "1E3": "1000", "-0": "0", "-0.0": "0", "007": "7",
		"2.2999999999999998": "2.3", "9999999999999999.5": "10000000000000000", "123456789012345678901234567890": "123456789012345678901234567890",
		"1e-5": "0.00001", "1.2345678901E-5": "1.2345678901E-05", "1E300": "1E+300", "100000000000000000000": "100000000000000000000",
		"+5": "5", ".5": "0.5", "5.": "5", "12345678901234.567": "12345678901234.6",
	} {
		n, ok := ParseNumber(raw)
		if got := string(AppendGeneral(nil, &n)); !ok || got != want {
			t.Errorf("%s is %q, want %q", raw, got, want)
		}
	}
}

func TestTextIsNoNumber(t *testing.T) {
	for _, raw := range []string{"", "-", ".", "e5", "1e", "1e+", "1e--1", "1x", "0x10", "NaN", "INF", "1e999", "1e9999999", " 1", "1,5"} {
		if _, ok := ParseNumber(raw); ok {
			t.Errorf("%q is taken for a number", raw)
		}
	}
}

func TestTextSections(t *testing.T) {
	for _, c := range []struct {
		code, want string
		hides      bool
	}{
		{"General", "ab", false},
		{"0.00", "ab", false},
		{"@", "ab", false},
		{`0;0;0;"<"@">"`, "<ab>", false},
		{`@" kg"`, "ab kg", false},
		{";;;", "", true},
		{"0;0;0;", "", true},
		{"0;0", "ab", false},
		{"0;@", "ab", false},
	} {
		f := Parse(c.code)
		if got := string(f.AppendText(nil, "ab")); got != c.want || hidesText(f) != c.hides {
			t.Errorf("%q: %q, hides %v", c.code, got, hidesText(f))
		}
	}
}

func TestBuiltinFormats(t *testing.T) {
	for id, want := range map[int]string{
		0: "45306.75", 1: "45307", 4: "45,306.75", 9: "4530675%", 11: "4.53E+04", 14: "2024-01-15", 15: "15-Jan-24",
		18: "6:00 PM", 22: "2024-01-15 18:00", 30: "2024-01-15", 32: "18:00", 46: "1087362:00:00", 49: "45306.75",
		34: "2024-01-15", 57: "2024-01-15", 44: "$45,306.75", 99: "45306.75", -1: "45306.75",
	} {
		if got := Parse(Builtin(id)).String(45306.75); got != want {
			t.Errorf("%d shows %q, want %q", id, got, want)
		}
	}
}

func TestWhatIsNoDateIsShownAsANumber(t *testing.T) {
	for v, want := range map[float64]string{-1: "-1", 2958466: "2958466", 1e300: "1E+300", 2958465.9999999: "2958466"} {
		if got := Parse("yyyy-mm-dd").String(v); got != want && v != 2958465.9999999 {
			t.Errorf("%g is %q, want %q", v, got, want)
		}
	}
	if got := Parse("[h]:mm").String(-1.5); got != "-36:00" {
		t.Errorf("an elapsed time below zero is %q", got)
	}
}

func TestCivilAgreesWithCounting(t *testing.T) {
	year, month, day := 1899, 12, 30
	for serial := range int64(maxDay) {
		if y, m, d := civil(serial); y != year || m != month || d != day {
			t.Fatalf("day %d is %d-%d-%d, want %d-%d-%d", serial, y, m, d, year, month, day)
		}
		if day++; day > monthDays(year, month) {
			day = 1
			if month++; month > 12 {
				month = 1
				year++
			}
		}
	}
}

func monthDays(year, month int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

func TestNearestFractionIsNearest(t *testing.T) {
	for i := range 1000 {
		v := float64(i) / 997
		a, b := nearest(v, 99)
		best := math.Inf(1)
		for d := 1; d <= 99; d++ {
			best = min(best, math.Abs(v-math.Round(v*float64(d))/float64(d)))
		}
		if got := math.Abs(v - float64(a)/float64(b)); b < 1 || b > 99 || got > best+1e-15 {
			t.Fatalf("%g is %d/%d, off by %g, not %g", v, a, b, got, best)
		}
	}
}

func TestCommonFormatsDoNotAllocate(t *testing.T) {
	buf := make([]byte, 0, 64)
	for _, code := range []string{"General", "0.00", "#,##0.00", "0%", "yyyy-mm-dd hh:mm", `_("$"* #,##0.00_);_("$"* \(#,##0.00\)`} {
		f := Parse(code)
		if allocs := testing.AllocsPerRun(100, func() {
			n, _ := ParseNumber("45306.123456")
			buf = f.Append(buf[:0], &n, Epoch1900)
		}); allocs > 0 {
			t.Errorf("%q: %g allocations", code, allocs)
		}
	}
}

func FuzzFormat(f *testing.F) {
	data, err := os.ReadFile(oraclePath)
	if err != nil {
		f.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		part := strings.Split(line, "\t")
		f.Add(part[1], part[2])
	}
	f.Fuzz(func(t *testing.T, code, raw string) {
		n, ok := ParseNumber(raw)
		if !ok {
			return
		}
		format := Parse(code)
		for _, epoch := range []Epoch{Epoch1900, Epoch1904} {
			out := format.Append(nil, &n, epoch)
			if again := format.Append(nil, &n, epoch); string(again) != string(out) {
				t.Errorf("%q, then %q", out, again)
			}
			if utf8.ValidString(code) && !utf8.Valid(out) {
				t.Errorf("%q is not UTF-8", out)
			}
			if len(out) > 8*maxCode+maxPower+64 {
				t.Errorf("%d bytes for a code of %d", len(out), len(code))
			}
		}
		format.AppendText(nil, raw)
	})
}

func BenchmarkAppend(b *testing.B) {
	for _, code := range []string{"General", "#,##0.00", "yyyy-mm-dd"} {
		b.Run(code, func(b *testing.B) {
			f := Parse(code)
			buf := make([]byte, 0, 64)
			for b.Loop() {
				n, _ := ParseNumber("45306.123456")
				buf = f.Append(buf[:0], &n, Epoch1900)
			}
		})
	}
}

func TestColorsOfSections(t *testing.T) {
	for code, want := range map[string][4]int{ // of 1, -1, 0 and a text
		"General":                            {},
		"[White]@":                           {2, 2, 2, 2},
		"[Red]0;[BLUE]-0;[color 9]0;[Cyan]@": {3, 5, 9, 8},
		"[Color57]0;[Color0]0":               {},
		"[White][<0]0;General":               {0, 2, 0, 0},
		"0;0;0;[White]@":                     {0, 0, 0, 2},
	} {
		f := Parse(code)
		var got [4]int
		for i, v := range []float64{1, -1, 0} {
			n := FromFloat(v)
			got[i] = f.Color(&n)
		}
		if got[3] = f.TextColor(); got != want {
			t.Errorf("%s: %v, want %v", code, got, want)
		}
	}
}

// hidesText reports whether texts are not shown at all.
func hidesText(f *Format) bool { return f.text >= 0 && len(f.sections[f.text].tokens) == 0 }

// An era stays where a bracket behind it says digits and no language.
func TestErasStayBeforeDigits(t *testing.T) {
	if got := Parse(`ggge"年"[$-2000000]m"月"`).String(44000); got != "令和٢年٦月" {
		t.Errorf("the date is %q", got)
	}
}
