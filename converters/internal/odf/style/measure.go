package style

import (
	"math"
	"strconv"
	"strings"
)

// Length reads a length (ODF 1.3 part 3, 18.3.18) as hundredths of a point;
// 0 where it is none.
func Length(s string) int32 {
	n := len(s)
	for n > 0 && (s[n-1] < '0' || s[n-1] > '9') {
		n--
	}
	v, err := strconv.ParseFloat(s[:n], 64)
	if err != nil {
		return 0
	}
	switch s[n:] {
	case "in", "inch":
		v *= 72
	case "cm":
		v *= 72 / 2.54
	case "mm":
		v *= 7.2 / 2.54
	case "pc":
		v *= 12
	case "px":
		v *= 0.75
	case "pt":
	default:
		return 0
	}
	const most = 1 << 24
	return int32(math.Round(min(max(v*100, -most), most)))
}

// Points reads a length as points.
func Points(s string) float32 { return float32(Length(s)) / 100 }

// percent reads "58%" as 58.
func percent(s string) (int, bool) {
	digits, ok := strings.CutSuffix(s, "%")
	if !ok {
		return 0, false
	}
	v, err := strconv.ParseFloat(digits, 64)
	if err != nil || v > 10_000 || v < -10_000 {
		return 0, false
	}
	return int(v), true
}

// Color reads "#rrggbb" (18.3.9); "transparent" and the rest are no colour.
func color(s string) (int32, bool) {
	if len(s) != 7 || s[0] != '#' {
		return 0, false
	}
	v, err := strconv.ParseUint(s[1:], 16, 32)
	return int32(v), err == nil
}

// Count reads a number of repeats or spans: at least 1, at most most.
func Count(s string, most int) int {
	if s == "" {
		return 1
	}
	n, err := strconv.Atoi(s)
	switch {
	case err == nil:
		return min(max(n, 1), most)
	case strings.Trim(s, "0123456789") == "":
		return most // beyond the numbers of a machine
	default:
		return 1
	}
}
