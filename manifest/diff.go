package manifest

import (
	"slices"
	"strconv"
)

// Kind says in what two manifests differ. The values are stable: they appear
// in JSON and in messages.
type Kind string

// The kinds of change, those of the whole profile first, then those that carry
// the path of a file.
const (
	KindMissing Kind = "missing" // there was no manifest, or none that could be read
	KindForeign Kind = "foreign" // the last build was Coqui's
	KindSchema  Kind = "schema"  // the manifest is of another version of ours
	KindLabel   Kind = "label"   // the heading of the output
	KindOptions Kind = "options" // build options, of the profile or of one source
	KindOrder   Kind = "order"   // the same files in another order
	KindOutput  Kind = "output"  // what the last build wrote, not what it was made from
	KindAdded   Kind = "added"   // a new file, supported or not
	KindChanged Kind = "changed" // other bytes
	KindFormat  Kind = "format"  // another converter or version of it, or one where there was none
	KindKey     Kind = "key"     // what else a chapter depends on: limits, gate, writer
	KindStatus  Kind = "status"  // failed before and no longer, or the reverse
	KindChapter Kind = "chapter" // another chapter from the same input
	KindRemoved Kind = "removed" // no longer there
	KindSkipped Kind = "skipped" // a link or special file that came, went or has another reason
)

// Change is one difference between two manifests. Old and New say it for a
// person: labels, formats, states, digests.
type Change struct {
	Kind     Kind
	Path     string // empty when it is not about one file
	Old, New string
}

// Diff lists in what now differs from old: what concerns the profile, then the
// files in the order of now, then those that are gone in the order of old,
// then their order if nothing came or went, then what was skipped. A file has one change, the first that
// applies in the order of the constants above. Times, totals and the name of
// the generator are no difference. What now does not say yet is none either:
// an entry that was hashed but not converted has no format, status or chapter.
func Diff(old, now *Manifest) []Change {
	switch {
	case old.IsEmpty() && now.IsEmpty():
		return nil
	case old.IsEmpty():
		return []Change{{Kind: KindMissing}}
	}
	d := &differ{}
	if old.IsForeign() && !now.IsForeign() {
		d.add(KindForeign, "", "", "")
	} else {
		d.profile(old, now)
	}
	d.files(old, now)
	d.skips(old.Skipped, now.Skipped)
	return d.changes
}

type differ struct{ changes []Change }

func (d *differ) add(kind Kind, path, old, now string) {
	d.changes = append(d.changes, Change{kind, path, old, now})
}

func (d *differ) profile(old, now *Manifest) {
	switch {
	case old.Schema != now.Schema:
		d.add(KindSchema, "", strconv.Itoa(old.Schema), strconv.Itoa(now.Schema))
	case old.Version != now.Version:
		d.add(KindSchema, "", "version "+strconv.Itoa(old.Version), "version "+strconv.Itoa(now.Version))
	case old.Coqui != now.Coqui:
		d.add(KindSchema, "", form(old), form(now))
	}
	if old.Label != now.Label {
		d.add(KindLabel, "", old.Label, now.Label)
	}
	if old.OptionsDigest != now.OptionsDigest {
		d.add(KindOptions, "", old.OptionsDigest, now.OptionsDigest)
	}
}

func form(m *Manifest) string {
	if m.Coqui {
		return "Coqui's form"
	}
	return "our form"
}

// files compares what was found, whether supported or not.
func (d *differ) files(old, now *Manifest) {
	before, after := filesOf(old), filesOf(now)
	was := make(map[string]*Entry, len(before)) // looked up, never ranged over
	for _, e := range before {
		was[e.Path] = e
	}
	moved := !samePaths(before, after)
	for _, e := range after {
		o, known := was[e.Path]
		if !known {
			d.add(KindAdded, e.Path, "", e.SHA256)
			moved = false
			continue
		}
		d.file(o, e)
		moved = moved && (o.Format == unsupported) == (e.Format == unsupported)
		delete(was, e.Path)
	}
	for _, e := range before {
		if _, gone := was[e.Path]; gone {
			d.add(KindRemoved, e.Path, e.SHA256, "")
			moved = false
		}
	}
	if moved {
		d.add(KindOrder, "", "", "")
	}
}

func samePaths(a, b []*Entry) bool {
	return slices.EqualFunc(a, b, func(x, y *Entry) bool { return x.Path == y.Path })
}

const unsupported = "unsupported"

// filesOf lists all files of a manifest as entries.
func filesOf(m *Manifest) []*Entry {
	all := make([]*Entry, 0, len(m.Files)+len(m.Unsupported))
	for i := range m.Files {
		all = append(all, &m.Files[i])
	}
	for i := range m.Unsupported {
		u := &m.Unsupported[i]
		all = append(all, &Entry{Path: u.Path, SHA256: u.SHA256, Format: unsupported})
	}
	return all
}

// file reports the first thing in which two entries for one path differ.
func (d *differ) file(o, n *Entry) {
	wasFormat, format := formatName(o), formatName(n)
	switch {
	case o.SHA256 != n.SHA256:
		d.add(KindChanged, n.Path, o.SHA256, n.SHA256)
	case differs(wasFormat, format), (wasFormat == unsupported) != (format == unsupported):
		d.add(KindFormat, n.Path, wasFormat, format)
	case n.Key != "" && o.OptionsDigest != n.OptionsDigest:
		d.add(KindOptions, n.Path, o.OptionsDigest, n.OptionsDigest)
	case differs(o.Key, n.Key):
		d.add(KindKey, n.Path, o.Key, n.Key)
	case differs(string(o.Status), string(n.Status)):
		d.add(KindStatus, n.Path, string(o.Status), string(n.Status))
	case differs(o.Chapter.Digest, n.Chapter.Digest):
		d.add(KindChapter, n.Path, o.Chapter.Digest, n.Chapter.Digest)
	}
}

// differs compares values of which either may not be known.
func differs(old, now string) bool { return old != "" && now != "" && old != now }

func formatName(e *Entry) string {
	if e.Format == "" || e.Format == unsupported {
		return e.Format
	}
	return e.Format + " " + strconv.Itoa(e.FormatVersion)
}

func (d *differ) skips(old, now []Skip) {
	was := make(map[string]string, len(old))
	for _, s := range old {
		was[s.Path] = s.Reason
	}
	for _, s := range now {
		if reason, known := was[s.Path]; !known || reason != s.Reason {
			d.add(KindSkipped, s.Path, reason, s.Reason)
		}
		delete(was, s.Path)
	}
	for _, s := range old {
		if reason, gone := was[s.Path]; gone {
			d.add(KindSkipped, s.Path, reason, "")
		}
	}
}
