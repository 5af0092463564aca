package style

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// duration appends a time, which the file holds as PT13H30M15S (XML Schema 2,
// 3.3.6). Hours go on beyond 24; months have no length, so that a value with
// them stays as it is.
func duration(to []byte, value string) []byte {
	rest, negative := strings.CutPrefix(value, "-")
	rest, ok := strings.CutPrefix(rest, "P")
	if !ok {
		return append(to, value...)
	}
	total, from, timed := 0.0, 0, false
	for i := range len(rest) {
		c := rest[i]
		if c >= '0' && c <= '9' || c == '.' {
			continue
		}
		if c == 'T' {
			timed, from = true, i+1
			continue
		}
		n, err := strconv.ParseFloat(rest[from:i], 64)
		unit := durationUnit(c, timed)
		if total += n * unit; err != nil || unit == 0 || total > 1e12 {
			return append(to, value...)
		}
		from = i + 1
	}
	if negative {
		to = append(to, '-')
	}
	whole, part := math.Modf(math.Round(total*1000) / 1000)
	seconds := int64(whole)
	to = fmt.Appendf(to, "%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
	if thousandths := int64(math.Round(part * 1000)); thousandths > 0 {
		to = append(to, strings.TrimRight(fmt.Sprintf(".%03d", thousandths), "0")...)
	}
	return to
}

// durationUnit returns the length of a unit of time in seconds, 0 where it has
// none.
func durationUnit(c byte, timed bool) float64 {
	switch {
	case c == 'W':
		return 7 * 86400
	case c == 'D':
		return 86400
	case c == 'H':
		return 3600
	case c == 'M' && timed:
		return 60
	case c == 'S':
		return 1
	}
	return 0
}
