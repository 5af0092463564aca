package lint

// HasWeight reports whether the table of weights has a code.
func HasWeight(code string) bool { return weightIn(code) != 0 || WeightOf(code) != Lost }
