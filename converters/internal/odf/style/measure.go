package style

import (
	"math"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/visible"
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
	v *= unitPoints[s[n:]]
	const most = 1 << 24
	return int32(math.Round(min(max(v*100, -most), most)))
}

// unitPoints are the units of lengths in points.
var unitPoints = map[string]float64{"in": 72, "inch": 72, "cm": 72 / 2.54, "mm": 7.2 / 2.54, "pc": 12, "px": 0.75, "pt": 1}

// EMU reads a length in English Metric Units.
func EMU(s string) drawing.EMU { return drawing.EMU(Length(s)) * (drawing.Point / 100) }

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

// color reads "#rrggbb" (18.3.9); "transparent" and the rest are no colour.
func color(s string) visible.Paint {
	if len(s) == 7 && s[0] == '#' {
		if v, err := strconv.ParseUint(s[1:], 16, 32); err == nil {
			return visible.Solid(uint32(v))
		}
	}
	return visible.Unset
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
