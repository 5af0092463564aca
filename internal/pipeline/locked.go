package pipeline

import (
	"slices"

	"github.com/seed353dc258/backstory/manifest"
)

// mayOpen reports whether there are passwords for a source that failed for want of one.
func (b *Builder) mayOpen(plan *plan, failed []manifest.Failure) bool {
	of := b.passwords(plan)
	return slices.ContainsFunc(failed, func(f manifest.Failure) bool { return f.Code == codeLocked && len(of(f.Path)) > 0 })
}

// lockedNotes says whose chapters are those of the last build for want of a password.
func (p *plan) lockedNotes() (notes []Note) {
	for _, f := range p.unproven {
		notes = append(notes, Note{
			Code: noteLocked, File: p.folder + "/" + f.Path, Message: "its chapter is the one of the last build, which had its password: " + f.Error,
		})
	}
	return notes
}

// unproven says which sources only their entry vouches for, since they lack the password
// that the last build had.
func (b *Builder) unproven(plan *plan, locked []string) (notes []Note) {
	of := b.passwords(plan)
	for _, path := range locked {
		if len(of(path)) == 0 {
			notes = append(notes, Note{
				Code: noteLocked, File: plan.folder + "/" + path, Message: "it is locked with a password that was not given: its chapter is taken at the word of its entry",
			})
		}
	}
	return notes
}
