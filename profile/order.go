package profile

import (
	"slices"
	"strings"
)

func sortSummaries(list []Summary) {
	slices.SortStableFunc(list, func(a, b Summary) int { return strings.Compare(a.Name, b.Name) })
}

// compareContext orders context files by their names without extension:
// numbered ones first, by their numbers, then by name without regard to case.
func compareContext(a, b string) int {
	a, b = strings.TrimSuffix(a, ".md"), strings.TrimSuffix(b, ".md")
	numberA, numberB := leadingNumber(a), leadingNumber(b)
	switch {
	case (numberA == "") != (numberB == ""):
		return len(numberB) - len(numberA) // one of them is zero
	case trimZeros(numberA) != trimZeros(numberB):
		x, y := trimZeros(numberA), trimZeros(numberB)
		if len(x) != len(y) {
			return len(x) - len(y)
		}
		return strings.Compare(x, y)
	}
	if c := strings.Compare(strings.ToLower(a[len(numberA):]), strings.ToLower(b[len(numberB):])); c != 0 {
		return c
	}
	return strings.Compare(a, b)
}

func leadingNumber(name string) string {
	n := 0
	for n < len(name) && '0' <= name[n] && name[n] <= '9' {
		n++
	}
	return name[:n]
}

func trimZeros(digits string) string { return strings.TrimLeft(digits, "0") }
