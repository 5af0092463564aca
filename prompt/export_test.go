package prompt

// Sections returns the table of the sections, in the order of the prompt.
func Sections() []Spec { return sections }
