package zipfile

// Entries returns the parts in the order of the directory. Folders are left
// out. The slice is the archive's own.
func (a *Archive) Entries() []Entry { return a.entries }
