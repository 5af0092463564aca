package rtf

// set notes what the file says of itself.
func (m *metaText) set(w word, text string, clock [5]int) {
	switch w {
	case wTitle:
		m.title = text
	case wAuthor:
		m.author = text
	case wSubject:
		m.subject = text
	case wKeywords:
		m.keywords = text
	case wCreated:
		m.created = clockText(clock)
	case wRevised:
		m.revised = clockText(clock)
	}
}
