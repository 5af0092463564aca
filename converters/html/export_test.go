package html

// Names returns the names of the elements that the reader treats apart.
func Names() []string {
	var out []string
	for t := tagNone + 1; t < tagCount; t++ {
		out = append(out, t.String())
	}
	return out
}
