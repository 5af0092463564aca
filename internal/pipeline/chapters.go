package pipeline

import "github.com/seed353dc258/backstory/ingest"

// KeepChapters keeps the chapter cache open, from when it is first needed, for all
// builds that follow, which then write one pack. The function that it returns closes
// it; its error means that nothing was kept.
func (b *Builder) KeepChapters() (done func() error) {
	var kept *ingest.ChapterCache
	b.kept = &kept
	return func() error {
		b.kept = nil
		if kept == nil {
			return nil
		}
		return kept.Close()
	}
}

// openChapters opens the chapter cache, if there is a folder for it, and returns
// what closes it.
func (b *Builder) openChapters() (*ingest.ChapterCache, func() error, error) {
	nothing := func() error { return nil }
	if b.Chapters == "" {
		return nil, nothing, nil
	}
	if b.kept != nil && *b.kept != nil {
		return *b.kept, nothing, nil
	}
	cache, err := ingest.OpenCache(b.Chapters, 0)
	if err != nil {
		return nil, nothing, err
	}
	if b.kept != nil {
		*b.kept = cache
		return cache, nothing, nil
	}
	return cache, cache.Close, nil
}
