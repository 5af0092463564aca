package manifest

// Finder finds the entries of paths that mostly come in the entries' order, and
// only those behind the last one found.
type Finder struct {
	Entries []Entry
	At      int // of the entry that was found last
	begun   bool
	byPath  map[string]int
}

// Next returns the entry of a path, or nil.
func (f *Finder) Next(path string) *Entry {
	from := 0
	if f.begun {
		from = f.At + 1
	}
	if from < len(f.Entries) && f.Entries[from].Path == path {
		f.At, f.begun = from, true
		return &f.Entries[from]
	}
	if f.byPath == nil {
		f.byPath = make(map[string]int, len(f.Entries))
		for i := range f.Entries {
			f.byPath[f.Entries[i].Path] = i
		}
	}
	at, ok := f.byPath[path]
	if !ok || at < from {
		return nil
	}
	f.At, f.begun = at, true
	return &f.Entries[at]
}
