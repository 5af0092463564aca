package web

import (
	"cmp"
	"slices"

	"github.com/seed353dc258/backstory/internal/lint"
	"github.com/seed353dc258/backstory/manifest"
)

// weighed returns warnings by the weights of lint, the heaviest first, and then what is
// there more often.
func weighed(list []manifest.Warning) []manifest.Warning {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b manifest.Warning) int {
		return cmp.Or(cmp.Compare(lint.WeightOf(b.Code), lint.WeightOf(a.Code)), cmp.Compare(b.Count, a.Count))
	})
	return list
}
