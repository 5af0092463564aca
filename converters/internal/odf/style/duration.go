package style

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// durationForm is the form of a time (XML Schema 2, 3.3.6) whose length is known:
// months have none.
var durationForm = sync.OnceValue(func() *regexp.Regexp {
	const n = `(\d+(?:\.\d*)?)`
	return regexp.MustCompile(`^(-?)P(?:` + n + `W)?(?:` + n + `D)?(?:T(?:` + n + `H)?(?:` + n + `M)?(?:` + n + `S)?)?$`)
})

// duration appends a time, which the file holds as PT13H30M15S. Hours go on beyond 24.
// A value without a known length stays as it is.
func duration(to []byte, value string) []byte {
	parts := durationForm().FindStringSubmatch(value)
	if parts == nil {
		return append(to, value...)
	}
	total := 0.0
	for i, unit := range [...]float64{7 * 86400, 86400, 3600, 60, 1} {
		n, _ := strconv.ParseFloat(cmp.Or(parts[i+2], "0"), 64) // it is a number
		total += n * unit
	}
	if total > 1e12 {
		return append(to, value...)
	}
	whole, part := math.Modf(math.Round(total*1000) / 1000)
	seconds := int64(whole)
	to = fmt.Appendf(to, "%s%d:%02d:%02d", parts[1], seconds/3600, seconds/60%60, seconds%60)
	if thousandths := int64(math.Round(part * 1000)); thousandths > 0 {
		to = append(to, strings.TrimRight(fmt.Sprintf(".%03d", thousandths), "0")...)
	}
	return to
}
