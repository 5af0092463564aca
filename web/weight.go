package web

import (
	"cmp"
	"slices"

	"github.com/seed353dc258/backstory/internal/lint"
	"github.com/seed353dc258/backstory/manifest"
)

// weighed returns warnings by weight, the heaviest first.
func weighed(list []manifest.Warning) []manifest.Warning {
	list = slices.Clone(list)
	slices.SortStableFunc(list, compare)
	return list
}

// compare puts the weights of lint in their order, and then what is there more often first.
func compare(a, b manifest.Warning) int {
	return cmp.Or(cmp.Compare(lint.WeightOf(b.Code), lint.WeightOf(a.Code)), cmp.Compare(b.Count, a.Count))
}
