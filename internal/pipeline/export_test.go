package pipeline

import "github.com/seed353dc258/backstory/internal/atomicfile"

// Through makes a builder write through what a test puts before the folder.
func (b *Builder) Through(through func(atomicfile.Lister) atomicfile.Lister) { b.through = through }
