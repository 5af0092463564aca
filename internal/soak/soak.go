// Package soak says how large the long tests are.
//
// A long test draws its cases from a seed, has a name that contains Soak, and
// takes its number of cases from [Size]. `go test` runs about one percent of
// them; `make soak` runs all.
package soak

import (
	"os"
	"strconv"
	"testing"
)

// Size returns how many of full cases a long test runs: one percent, or the
// percentage in the environment variable BACKSTORY_SOAK; at least one.
func Size(tb testing.TB, full int) int {
	tb.Helper()
	percent := 1.0
	if v := os.Getenv("BACKSTORY_SOAK"); v != "" {
		p, err := strconv.ParseFloat(v, 64)
		if err != nil || p <= 0 {
			tb.Fatalf("BACKSTORY_SOAK=%q is not a percentage above 0", v)
		}
		percent = p
	}
	return max(1, int(float64(full)*percent/100))
}

// Seed returns where a long test's draw begins: usual, or what the environment
// variable BACKSTORY_SEED says, for a search among other cases.
func Seed(tb testing.TB, usual uint64) uint64 {
	tb.Helper()
	v := os.Getenv("BACKSTORY_SEED")
	if v == "" {
		return usual
	}
	seed, err := strconv.ParseUint(v, 10, 64)
	if err != nil {
		tb.Fatalf("BACKSTORY_SEED=%q is not a number of 64 bits", v)
	}
	return seed
}
