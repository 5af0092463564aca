package web

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/manifest"
)

// weighed returns warnings by weight, the heaviest first.
func weighed(list []manifest.Warning) []manifest.Warning {
	list = slices.Clone(list)
	slices.SortStableFunc(list, compare)
	return list
}

// compare puts what somebody may have meant not to be seen before what was lost, and
// then what is there more often first.
func compare(a, b manifest.Warning) int {
	return cmp.Or(cmp.Compare(weight(b.Code), weight(a.Code)), cmp.Compare(b.Count, a.Count))
}

// weight is 2 of what was hidden from readers or might steer a model, 1 of all else.
func weight(code string) int {
	for _, prefix := range []string{"hidden-", "deleted-text", "char-", "chat-token", "color-unsure", "condition-"} {
		if strings.HasPrefix(code, prefix) {
			return 2
		}
	}
	return 1
}
