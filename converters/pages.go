package converters

import (
	"fmt"
	"strconv"
	"strings"
)

// Pages is a choice of pages, as ranges in the order in which they were given.
// The zero value is all of them.
type Pages []PageRange

// PageRange is pages from First to Last, both included; Last is 0 for the end.
type PageRange struct{ First, Last int }

// Has reports whether a page, which is numbered from 1, is chosen.
func (p Pages) Has(page int) bool {
	for _, r := range p {
		if page >= r.First && (r.Last == 0 || page <= r.Last) {
			return true
		}
	}
	return len(p) == 0
}

const maxRanges = 100

// parsePages reads a choice of pages: "1-3,7,10-".
func parsePages(s string) (Pages, error) {
	if s == "" {
		return nil, nil
	}
	parts := strings.Split(s, ",")
	var out Pages
	for _, part := range parts {
		first, last, more := strings.Cut(strings.TrimSpace(part), "-")
		var r PageRange
		var err error
		if r.First, err = strconv.Atoi(first); err == nil && more && last != "" {
			r.Last, err = strconv.Atoi(last)
		}
		if !more {
			r.Last = r.First
		}
		if err != nil || r.First < 1 || r.Last != 0 && r.Last < r.First || len(out) == maxRanges {
			return nil, fmt.Errorf("pages: %q is not a choice of pages: give numbers and ranges such as 1-3,7,10-", s)
		}
		out = append(out, r)
	}
	return out, nil
}
