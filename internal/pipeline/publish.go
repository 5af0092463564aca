package pipeline

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/seed353dc258/backstory/ingest/discover"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

// write replaces what is stale and leaves the rest alone. The new output, if
// there is one, is in the group.
func (b *Builder) write(p *profile.Profile, before *previous, report *Report, group *atomicfile.Group, out *output) error {
	now := report.Manifest
	if report.digest == "" {
		return b.clear(p, before, report)
	}
	same := before.is(report.digest)
	report.sum = keepTimes(now, before)
	if same && before.has(report.sum) {
		report.State = StateCurrent
		return nil
	}
	report.State, report.Kept = StateBuilt, same
	if !same {
		if err := b.backup(p, before, report); err != nil {
			return err
		}
	}
	// Both files are brought to the disk at once.
	if err := group.Stage(manifestFile(now)); err != nil {
		return err
	}
	if written, err := out.written(); err != nil {
		return err
	} else if !same && !written {
		return fmt.Errorf("%s: %w", profile.OutputFile, errMoved)
	}
	if same {
		return group.Commit(profile.ManifestFile)
	}
	// Not every file system of Windows renames over an open file.
	if err := before.close(); err != nil {
		return err
	}
	return group.Commit(profile.ManifestFile, profile.OutputFile)
}

// keepTimes lets what the last manifest says of when and by which version it was written
// stay where nothing else differs, and returns the digest of the file.
func keepTimes(now *manifest.Manifest, before *previous) (sum [sha256.Size]byte) {
	generator := now.Generator
	now.Generator = before.manifest.Generator
	if now.Coqui {
		now.KeepTimes(before.manifest.Whole())
	}
	if sum = sumOf(now); generator != now.Generator && !before.has(sum) {
		now.Generator = generator
		sum = sumOf(now)
	}
	return sum
}

func sumOf(m *manifest.Manifest) (sum [sha256.Size]byte) {
	h := sha256.New()
	_ = m.Write(h, discover.Compare) // a digest has no errors
	return [sha256.Size]byte(h.Sum(nil))
}

// manifestFile is the file of a manifest.
func manifestFile(m *manifest.Manifest) atomicfile.Target {
	return atomicfile.Target{Name: profile.ManifestFile, Write: func(w io.Writer) error { return m.Write(w, discover.Compare) }}
}

// clear is what a build does when there is no source: ours goes, what is not
// ours stays. The output goes first: a manifest that names a file which is not
// there tells the next run what to do, a file without one would not be ours.
func (b *Builder) clear(p *profile.Profile, before *previous, report *Report) error {
	report.State = StateEmpty
	switch {
	case !before.exists():
	case before.ours():
		if before.adopted {
			if err := b.backup(p, before, report); err != nil {
				return err
			}
		}
		if err := b.remove(p, profile.OutputFile); err != nil {
			return err
		}
		report.State = StateRemoved
	default:
		report.Notes = append(report.Notes, other(profile.OutputFile+" is not ours and stays as it is: there is no source to build from"))
	}
	now := report.Manifest
	if now.TotalFiles > 0 {
		if !before.has(keepTimes(now, before)) {
			return atomicfile.Write(b.in(p), manifestFile(now))
		}
		return nil
	}
	if before.found && before.ours() {
		return b.remove(p, profile.ManifestFile)
	}
	return nil
}

// mayReplace says whether the output may be replaced.
func (b *Builder) mayReplace(before *previous) error {
	if before.ours() || b.Force {
		return nil
	}
	return before.refuse()
}

// backup keeps a copy of an output that no build of ours wrote, or refuses to
// go on where nobody said to.
func (b *Builder) backup(p *profile.Profile, before *previous, report *Report) error {
	if !before.exists() || before.ours() && !before.adopted {
		return nil
	}
	if err := b.mayReplace(before); err != nil {
		return err
	}
	text, err := before.read()
	if err != nil {
		return err
	}
	report.Backup = profile.OutputFile + ".backup-" + digest(text)[:8]
	return atomicfile.Write(b.in(p), atomicfile.Bytes(report.Backup, text))
}

// remove removes a file of a profile, if it is there.
func (b *Builder) remove(p *profile.Profile, name string) error {
	folder := b.in(p)
	if err := folder.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("removing %s: %w", name, err)
	}
	if err := folder.Sync(); err != nil {
		return fmt.Errorf("syncing the folder after removing %s: %w", name, err)
	}
	return nil
}
