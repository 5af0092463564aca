package exchange

// Organisation is several personas that belong together, and what they share.
type Organisation struct {
	Members []*Input // each one persona; its name is that of its folder
	Facts   []Fact   // that all of them know
	Notes   []Note   // what became of the rest
}

// Fact is a text that an organisation shares, of one line.
type Fact struct {
	Text   string
	Pinned bool // before the others
}

// Splitter is a Reader of a kind that has organisations, too.
type Splitter interface {
	Reader
	// Split returns the personas of an organisation. Its errors are those of Read.
	Split(in *Input) (*Organisation, error)
}

// Note says what became of a part of the organisation.
func (o *Organisation) Note(f Fate, place, why string) {
	if len(o.Notes) < maxListed {
		o.Notes = append(o.Notes, Note{Fate: f, Place: place, Why: why})
	}
}
