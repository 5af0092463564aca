package markdown

import "github.com/seed353dc258/backstory/converters"

// SaysNothing reports whether a block of HTML is left to itself.
func SaysNothing(text string) bool { return saysNothing(text) }

// InParts returns a converter that reads so many nodes at once.
func InParts(nodes int) converters.Converter { return converter{part: nodes} }
