// Package order sorts the context files of a profile.
package order

import (
	"strings"
)

// Compare orders context files by their names without extension as
// sources are ordered: numbered ones first, runs of digits by their numbers,
// the rest without regard to case.
func Compare(a, b string) int {
	a, b = strings.TrimSuffix(a, ".md"), strings.TrimSuffix(b, ".md")
	if numbered := digits(a) > 0; numbered != (digits(b) > 0) {
		if numbered {
			return -1
		}
		return 1
	}
	x, y := strings.ToLower(a), strings.ToLower(b)
	for x != "" && y != "" {
		n, m := digits(x), digits(y)
		if n == 0 || m == 0 {
			if x[0] != y[0] {
				return int(x[0]) - int(y[0])
			}
			x, y = x[1:], y[1:]
			continue
		}
		if c := compareNumbers(x[:n], y[:m]); c != 0 {
			return c
		}
		x, y = x[n:], y[m:]
	}
	if len(x) != len(y) {
		return len(x) - len(y)
	}
	return strings.Compare(a, b)
}

// digits returns how many digits a name begins with.
func digits(name string) int {
	n := 0
	for n < len(name) && '0' <= name[n] && name[n] <= '9' {
		n++
	}
	return n
}

// compareNumbers compares numbers of any length.
func compareNumbers(a, b string) int {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}
