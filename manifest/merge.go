package manifest

import (
	"bytes"
	"slices"
	"strings"
)

// Order compares the paths of two sources by their place in the output.
type Order func(a, b string) int

// Merge joins what two branches made of the manifest that they began with: of
// each entry the side that changed it. Of an entry that both changed it takes
// ours: git merges the source itself, and the next build sees that its digest
// is another one.
func Merge(base, ours, theirs *Manifest, order Order) *Manifest {
	m := &Manifest{
		Version:       pick(base.Version, ours.Version, theirs.Version),
		Coqui:         pick(base.Coqui, ours.Coqui, theirs.Coqui),
		GeneratedAt:   max(ours.GeneratedAt, theirs.GeneratedAt),
		Schema:        pick(base.Schema, ours.Schema, theirs.Schema),
		Generator:     pick(base.Generator, ours.Generator, theirs.Generator),
		OptionsDigest: pick(base.OptionsDigest, ours.OptionsDigest, theirs.OptionsDigest),
		Label:         pick(base.Label, ours.Label, theirs.Label),
	}
	m.Files = mergeLists(base.Files, ours.Files, theirs.Files, func(e *Entry) string { return e.Path }, sameEntry, order)
	m.Errors = mergeLists(base.Errors, ours.Errors, theirs.Errors, func(f *Failure) string { return f.Path }, equal[Failure], order)
	m.Unsupported = mergeLists(base.Unsupported, ours.Unsupported, theirs.Unsupported, func(u *Unsupported) string { return u.Path }, equal[Unsupported], order)
	m.Skipped = mergeLists(base.Skipped, ours.Skipped, theirs.Skipped, func(s *Skip) string { return s.Path }, equal[Skip], order)
	m.Recount()
	return m
}

// pick returns the value of the side that changed it, ours where both did.
func pick[T comparable](base, ours, theirs T) T {
	if ours == base {
		return theirs
	}
	return ours
}

func equal[T comparable](a, b *T) bool { return *a == *b }

func sameEntry(a, b *Entry) bool { return equalEntry(*a, *b) }

// mergeLists joins three lists of what has a path each.
func mergeLists[T any](base, ours, theirs []T, path func(*T) string, same func(a, b *T) bool, order Order) []T {
	was, mine, other := byPath(base, path), byPath(ours, path), byPath(theirs, path)
	var out []T
	for i := range ours {
		o := &ours[i]
		b, t := was[path(o)], other[path(o)]
		switch changed := b == nil || !same(b, o); {
		case changed:
			out = append(out, *o)
		case t != nil: // as it was, or as they changed it
			out = append(out, *t)
		}
	}
	for i := range theirs {
		t := &theirs[i]
		if b := was[path(t)]; mine[path(t)] == nil && (b == nil || !same(b, t)) { // they added or changed it
			out = append(out, *t)
		}
	}
	slices.SortStableFunc(out, func(a, b T) int { return order(path(&a), path(&b)) })
	return out
}

// byPath is for looking up, never for ranging over.
func byPath[T any](list []T, path func(*T) string) map[string]*T {
	m := make(map[string]*T, len(list))
	for i := range list {
		m[path(&list[i])] = &list[i]
	}
	return m
}

// MergeOutput joins what two branches made of a backstory.md as Merge joins
// their manifests, chapter by chapter. Without ok one of them is none that a
// build wrote, as far as its layout tells. An empty base is that of a file
// which both branches added.
func MergeOutput(base, ours, theirs []byte, order Order) (merged []byte, ok bool) {
	var heads [3]string
	var chapters [3][]chapter
	for i, text := range [][]byte{base, ours, theirs} {
		if i == 0 && len(text) == 0 {
			continue
		}
		if heads[i], chapters[i], ok = takeApart(text); !ok {
			return nil, false
		}
	}
	all := mergeLists(chapters[0], chapters[1], chapters[2], func(c *chapter) string { return c.path }, equal[chapter], order)
	var out bytes.Buffer
	out.WriteString(pick(heads[0], heads[1], heads[2]))
	for _, c := range all {
		out.WriteString("\n" + c.text)
	}
	if len(all) == 0 {
		out.WriteString("\n")
	}
	return out.Bytes(), true
}

// chapter is a chapter with its heading and one line feed at its end.
type chapter struct{ path, text string }

func takeApart(output []byte) (head string, chapters []chapter, ok bool) {
	parts := splitChapters(bytes.ReplaceAll(output, []byte("\r\n"), []byte("\n")))
	head = strings.TrimRight(string(parts[0]), "\n") + "\n"
	if !strings.HasPrefix(head, "## ") || strings.Count(head, "\n") != 1 {
		return "", nil, false
	}
	seen := map[string]bool{}
	for _, part := range parts[1:] {
		heading, _, _ := strings.Cut(string(part), "\n")
		c := chapter{unescaped(strings.TrimPrefix(heading, fileHeading)), strings.TrimRight(string(part), "\n") + "\n"}
		if seen[c.path] {
			return "", nil, false
		}
		seen[c.path] = true
		chapters = append(chapters, c)
	}
	return head, chapters, true
}

// unescaped returns a name without the backslashes that a heading has before
// punctuation.
func unescaped(name string) string {
	var out strings.Builder
	for i := 0; i < len(name); i++ {
		if name[i] == '\\' && i+1 < len(name) && strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", name[i+1]) >= 0 {
			i++
		}
		out.WriteByte(name[i])
	}
	return out.String()
}
