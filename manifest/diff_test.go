package manifest_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/manifest"
)

// copyOf is a deep copy, by way of the file.
func copyOf(t testing.TB, m *manifest.Manifest) *manifest.Manifest {
	t.Helper()
	c, err := manifest.Load(m.Encode(strings.Compare))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestDiff(t *testing.T) {
	const a, b, exe = "01-early/a.md", "bad.docx", "x/ignored.exe"
	for _, tt := range []struct {
		name string
		edit func(m *manifest.Manifest)
		want []manifest.Change
	}{
		{"nothing", func(*manifest.Manifest) {}, nil},
		{"times and totals", func(m *manifest.Manifest) {
			m.GeneratedAt, m.Files[0].ModifiedAt, m.Generator, m.TotalFiles = "x", "y", "backstory 9", 99
		}, nil},
		{"schema", func(m *manifest.Manifest) { m.Schema = 4 }, []manifest.Change{{Kind: manifest.KindSchema, Old: "3", New: "4"}}},
		{"label", func(m *manifest.Manifest) { m.Label = "Lore" }, []manifest.Change{{Kind: manifest.KindLabel, Old: "Backstory", New: "Lore"}}},
		{"options", func(m *manifest.Manifest) { m.OptionsDigest = "o" }, []manifest.Change{{Kind: manifest.KindOptions, Old: sum("options"), New: "o"}}},
		{"content", func(m *manifest.Manifest) {
			m.Files[0].SHA256, m.Files[0].Key = sum("world"), sum("other key")
		}, []manifest.Change{{Kind: manifest.KindChanged, Path: a, Old: sum("hello"), New: sum("world")}}},
		{"unsupported content", func(m *manifest.Manifest) { m.Unsupported[0].SHA256 = "s" }, []manifest.Change{
			{Kind: manifest.KindChanged, Path: exe, Old: sum("nope"), New: "s"},
		}},
		{"added", func(m *manifest.Manifest) {
			m.Files = append([]manifest.Entry{entry("0.md", "0")}, m.Files...)
		}, []manifest.Change{{Kind: manifest.KindAdded, Path: "0.md", New: sum("0")}}},
		{"removed", func(m *manifest.Manifest) { m.Files = m.Files[1:] }, []manifest.Change{
			{Kind: manifest.KindRemoved, Path: a, Old: sum("hello")},
		}},
		{"renamed", func(m *manifest.Manifest) { m.Files[0].Path = "b.md" }, []manifest.Change{
			{Kind: manifest.KindAdded, Path: "b.md", New: sum("hello")},
			{Kind: manifest.KindRemoved, Path: a, Old: sum("hello")},
		}},
		{"order", func(m *manifest.Manifest) { m.Files[0], m.Files[1] = m.Files[1], m.Files[0] }, []manifest.Change{
			{Kind: manifest.KindOrder},
		}},
		{"format version", func(m *manifest.Manifest) { m.Files[0].FormatVersion, m.Files[0].Key = 4, "k" }, []manifest.Change{
			{Kind: manifest.KindFormat, Path: a, Old: "markdown 3", New: "markdown 4"},
		}},
		{"newly supported", func(m *manifest.Manifest) {
			m.Files = append(m.Files, entry(exe, "nope"))
			m.Unsupported = nil
		}, []manifest.Change{{Kind: manifest.KindFormat, Path: exe, Old: "unsupported"}}},
		{"options of a source", func(m *manifest.Manifest) { m.Files[0].OptionsDigest, m.Files[0].Key = "", "k" }, []manifest.Change{
			{Kind: manifest.KindOptions, Path: a, Old: sum("options of a.md")},
		}},
		{"writer", func(m *manifest.Manifest) { m.Files[0].Key = "k" }, []manifest.Change{
			{Kind: manifest.KindKey, Path: a, Old: sum("key"), New: "k"},
		}},
		{"status", func(m *manifest.Manifest) { m.Files[1].Status = manifest.StatusOK }, []manifest.Change{
			{Kind: manifest.KindStatus, Path: b, Old: "failed", New: "ok"},
		}},
		{"chapter", func(m *manifest.Manifest) { m.Files[0].Chapter.Digest = "c" }, []manifest.Change{
			{Kind: manifest.KindChapter, Path: a, Old: sum("hello\n"), New: "c"},
		}},
		{"hashed only", func(m *manifest.Manifest) {
			m.Files[0] = entry(a, "hello")
			m.Files[1] = manifest.Entry{Path: b}
		}, nil},
		{"skipped", func(m *manifest.Manifest) { m.Skipped = []manifest.Skip{{Path: "fifo", Reason: "named pipe"}} }, []manifest.Change{
			{Kind: manifest.KindSkipped, Path: "fifo", New: "named pipe"},
			{Kind: manifest.KindSkipped, Path: "out.md", Old: "link leaves the profile"},
		}},
		{"version", func(m *manifest.Manifest) { m.Version = 3 }, []manifest.Change{
			{Kind: manifest.KindSchema, Old: "version 2", New: "version 3"},
		}},
		{"form", func(m *manifest.Manifest) { m.Coqui = false }, []manifest.Change{
			{Kind: manifest.KindSchema, Old: "Coqui's form", New: "our form"},
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			old, now := full(), full()
			tt.edit(now)
			if diff := cmp.Diff(tt.want, manifest.Diff(old, now)); diff != "" {
				t.Errorf("changes differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDiffWithoutOurManifest(t *testing.T) {
	now := full()
	if got := manifest.Diff(&manifest.Manifest{}, now); len(got) != 1 || got[0].Kind != manifest.KindMissing {
		t.Errorf("no manifest: %v", got)
	}
	if got := manifest.Diff(&manifest.Manifest{}, &manifest.Manifest{}); got != nil {
		t.Errorf("two empty manifests: %v", got)
	}
	coqui := &manifest.Manifest{Version: 2, ContentHash: now.ContentHash, Files: []manifest.Entry{entry("01-early/a.md", "hello")}}
	got := manifest.Diff(coqui, now)
	if len(got) == 0 || got[0].Kind != manifest.KindForeign {
		t.Errorf("Coqui's manifest: %v", got)
	}
}

func TestTimesAreKeptWhileTheirReasonIs(t *testing.T) {
	old := full()
	now := copyOf(t, old)
	const later = "2030-01-01T00:00:00Z"
	now.GeneratedAt, now.Files[0].ModifiedAt, now.Unsupported[0].ModifiedAt = later, later, later
	now.Errors[0].Timestamp = later
	touched := copyOf(t, now)
	touched.KeepTimes(old)
	if diff := cmp.Diff(string(old.Encode(strings.Compare)), string(touched.Encode(strings.Compare))); diff != "" {
		t.Errorf("a touch changed the manifest:\n%s", diff)
	}

	now.Files[0].SHA256 = sum("world")
	now.Errors[0].Error = "encrypted"
	now.KeepTimes(old)
	if now.Files[0].ModifiedAt != later || now.Errors[0].Timestamp != later || now.GeneratedAt != later {
		t.Errorf("times were kept although content and error changed: %+v", now)
	}
	if now.Unsupported[0].ModifiedAt != old.Unsupported[0].ModifiedAt {
		t.Error("an unchanged file's time was not kept")
	}
	now.KeepTimes(nil)
}

func TestTimesOfCoquiBecomeUTC(t *testing.T) {
	old := &manifest.Manifest{Version: 2, Files: []manifest.Entry{entry("a", "a"), entry("b", "b")}}
	old.Files[0].ModifiedAt, old.Files[1].ModifiedAt = "2026-07-10T01:00:00+02:00", "yesterday"
	now := manifest.New()
	now.Coqui, now.Files = true, []manifest.Entry{entry("a", "a"), entry("b", "b")}
	now.Files[0].ModifiedAt, now.Files[1].ModifiedAt = "2030-01-01T00:00:00Z", "2030-01-01T00:00:00Z"
	now.KeepTimes(old)
	if got := now.Files[0].ModifiedAt; got != "2026-07-09T23:00:00Z" {
		t.Errorf("kept %s", got)
	}
	if got := now.Files[1].ModifiedAt; got != "2030-01-01T00:00:00Z" {
		t.Errorf("kept %s, which is not a time", got)
	}
}

func TestTimestamp(t *testing.T) {
	zone := time.FixedZone("", 3600)
	for _, tt := range []struct {
		in   time.Time
		want string
	}{
		{time.Date(2026, 3, 4, 0, 30, 7, 999, zone), "2026-03-03T23:30:07Z"},
		{time.Unix(1<<40, 0), "9999-12-31T23:59:59Z"},
		{time.Unix(-1<<40, 0), "0000-01-01T00:00:00Z"},
	} {
		if got := manifest.Timestamp(tt.in); got != tt.want {
			t.Errorf("Timestamp(%v) = %s, want %s", tt.in, got, tt.want)
		}
	}
}

func TestSourceDateEpoch(t *testing.T) {
	epoch, err := manifest.ParseEpoch("1700000000")
	if err != nil || epoch.Unix() != 1700000000 || epoch.Location() != time.UTC {
		t.Fatalf("ParseEpoch = %v, %v", epoch, err)
	}
	early, late := epoch.Add(-time.Hour), epoch.Add(time.Hour)
	if !manifest.Clamp(late, epoch).Equal(epoch) || !manifest.Clamp(early, epoch).Equal(early) {
		t.Error("Clamp does not take the earlier time")
	}
	unset, err := manifest.ParseEpoch("")
	if err != nil || !manifest.Clamp(late, unset).Equal(late) {
		t.Errorf("an unset epoch changes a time (%v)", err)
	}
	for _, bad := range []string{"x", "-1", "1.5", " 1", "9999999999999999"} {
		if got, err := manifest.ParseEpoch(bad); err == nil {
			t.Errorf("ParseEpoch(%q) = %v, want an error", bad, got)
		}
	}
}
