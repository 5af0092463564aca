package manifest

import (
	"errors"
	"slices"
	"strconv"
	"time"
)

// Timestamp writes a time as the manifest does: UTC, RFC 3339, whole seconds.
// A time that RFC 3339 cannot say (before the year 0 or after 9999; file
// systems hold such) becomes the nearest that it can.
func Timestamp(t time.Time) string {
	t = t.UTC()
	switch {
	case t.Year() < 0:
		t = time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC)
	case t.Year() > 9999:
		t = time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)
	}
	return t.Format(time.RFC3339)
}

var errEpoch = errors.New("reading SOURCE_DATE_EPOCH: not a number of seconds")

// ParseEpoch reads the value of the environment variable SOURCE_DATE_EPOCH:
// whole seconds since 1970 in decimal (reproducible-builds.org). Nothing set,
// an empty value, is the zero time.
func ParseEpoch(value string) (time.Time, error) {
	if value == "" {
		return time.Time{}, nil
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n < 0 || n > 253402300799 { // the end of the year 9999
		return time.Time{}, errEpoch
	}
	return time.Unix(n, 0).UTC(), nil
}

// Clamp is the earlier of a time and the epoch that the user set, as
// SOURCE_DATE_EPOCH asks for; with a zero epoch it is the time itself.
func Clamp(t, epoch time.Time) time.Time {
	if !epoch.IsZero() && t.After(epoch) {
		return epoch
	}
	return t
}

// KeepTimes takes over from the last manifest every timestamp whose reason is
// still there: of an entry while the file's digest is the same, of a failure
// while the file and the error are, of the manifest while nothing in it but
// times differs. A checkout or a touch therefore changes no manifest. Only
// Coqui's form has times.
func (m *Manifest) KeepTimes(old *Manifest) {
	if old == nil || !m.Coqui {
		return
	}
	t := &times{old: old}
	for i := range m.Files {
		e := &m.Files[i]
		keep(&e.ModifiedAt, t.modified(e.Path, e.SHA256))
	}
	for i := range m.Unsupported {
		u := &m.Unsupported[i]
		keep(&u.ModifiedAt, t.of(stampKey{"", u.Path, u.SHA256, ""}))
	}
	if len(m.Errors) > 0 {
		digests := make(map[string]string, len(m.Files)) // looked up, never ranged over
		for i := range m.Files {
			digests[m.Files[i].Path] = m.Files[i].SHA256
		}
		for i := range m.Errors {
			f := &m.Errors[i]
			keep(&f.Timestamp, t.of(stampKey{"error", f.Path, digests[f.Path], f.Error}))
		}
	}
	if m.equalButGenerated(old) {
		keep(&m.GeneratedAt, old.GeneratedAt)
	}
}

// times finds the timestamps of the last manifest.
type times struct {
	old  *Manifest
	next int                 // the entry that is expected
	was  map[stampKey]string // made when it is needed
}

// modified returns the time of an entry. Mostly entries come in the order that
// they had.
func (t *times) modified(path, digest string) string {
	if t.next < len(t.old.Files) && t.old.Files[t.next].Path == path {
		e := &t.old.Files[t.next]
		t.next++
		if e.SHA256 == digest && digest != "" {
			return e.ModifiedAt
		}
		return ""
	}
	for at := t.next; at < min(t.next+8, len(t.old.Files)); at++ { // some were removed
		if t.old.Files[at].Path == path {
			t.next = at
			return t.modified(path, digest)
		}
	}
	return t.of(stampKey{"", path, digest, ""})
}

func (t *times) of(key stampKey) string {
	if t.was == nil {
		t.was = timesOf(t.old)
	}
	return t.was[key]
}

// stampKey is the reason of a timestamp.
type stampKey struct{ kind, path, digest, text string }

func timesOf(m *Manifest) map[stampKey]string {
	was := make(map[stampKey]string, len(m.Files)+len(m.Unsupported)+len(m.Errors))
	digests := make(map[string]string, len(m.Files))
	for i := range m.Files {
		e := &m.Files[i]
		digests[e.Path] = e.SHA256
		if e.SHA256 != "" {
			was[stampKey{"", e.Path, e.SHA256, ""}] = e.ModifiedAt
		}
	}
	for i := range m.Unsupported {
		if u := &m.Unsupported[i]; u.SHA256 != "" {
			was[stampKey{"", u.Path, u.SHA256, ""}] = u.ModifiedAt
		}
	}
	for _, f := range m.Errors {
		was[stampKey{"error", f.Path, digests[f.Path], f.Error}] = f.Timestamp
	}
	return was
}

// keep replaces a timestamp by an older one, brought to UTC: Coqui writes the
// zone of its machine. One that is not a timestamp is not kept.
func keep(at *string, was string) {
	if was == "" {
		return
	}
	if len(was) == len("2006-01-02T15:04:05Z") && was[len(was)-1] == 'Z' && *at == was {
		return
	}
	if t, err := time.Parse(time.RFC3339, was); err == nil {
		*at = Timestamp(t)
	}
}

func (m *Manifest) equalButGenerated(o *Manifest) bool {
	if m.Version != o.Version || m.ContentHash != o.ContentHash ||
		m.TotalTokens != o.TotalTokens || m.TotalFiles != o.TotalFiles || m.FailedFiles != o.FailedFiles ||
		m.Schema != o.Schema || m.Generator != o.Generator ||
		m.OptionsDigest != o.OptionsDigest || m.Label != o.Label || m.Tokens != o.Tokens {
		return false
	}
	return slices.EqualFunc(m.Files, o.Files, equalEntry) && slices.Equal(m.Errors, o.Errors) &&
		slices.Equal(m.Unsupported, o.Unsupported) && slices.Equal(m.Skipped, o.Skipped)
}

func equalEntry(a, b Entry) bool {
	if !slices.Equal(a.Warnings, b.Warnings) {
		return false
	}
	return a.Path == b.Path && a.SHA256 == b.SHA256 && a.SizeBytes == b.SizeBytes &&
		a.ModifiedAt == b.ModifiedAt && a.TokenEstimate == b.TokenEstimate &&
		a.Status == b.Status && a.Error == b.Error &&
		a.Format == b.Format && a.FormatVersion == b.FormatVersion && a.Key == b.Key &&
		a.OptionsDigest == b.OptionsDigest && a.Tokens == b.Tokens && a.Chapter == b.Chapter && a.Kept == b.Kept
}
