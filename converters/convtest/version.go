package convtest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// record is what version.txt says of one case: digests of what goes in and of
// what the converter makes of it.
type record struct{ name, in, out string }

// versions is testdata/version.txt.
type versions struct {
	version int
	records []record
}

const versionFile = "version.txt"

// checkVersion compares what the cases give with what they gave when the
// format's version was raised for the last time. What the writer does to a
// document is not the format's: its own version is in every cache key. A format
// that is still being written has version 0, and is in no cache.
func (s *suite) checkVersion() []string {
	if s.format.Version == 0 {
		return nil
	}
	path := filepath.Join(s.dir, versionFile)
	old, err := readVersions(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return []string{err.Error()}
	}
	now := s.versions()
	if err == nil {
		if problems := now.against(old); len(problems) > 0 {
			return problems
		}
	}
	if now.String() == old.String() {
		return nil
	}
	if !s.update {
		return []string{path + " is out of date: run go test -update"}
	}
	if err := os.WriteFile(path, []byte(now.String()), 0o644); err != nil {
		return []string{err.Error()}
	}
	return nil
}

// against returns the cases that give something else than before, although
// neither they nor the version changed.
func (v versions) against(old versions) []string {
	if v.version < old.version {
		return []string{fmt.Sprintf("Format.Version is %d and was %d: it only ever rises", v.version, old.version)}
	}
	if v.version > old.version {
		return nil
	}
	before := map[string]record{}
	for _, r := range old.records {
		before[r.name] = r
	}
	var problems []string
	for _, r := range v.records {
		if b, ok := before[r.name]; ok && b.in == r.in && b.out != r.out {
			problems = append(problems, fmt.Sprintf(
				"%s: the same input gives another document than before, and caches would keep the old one: raise Format.Version to %d, then run go test -update",
				r.name, v.version+1))
		}
	}
	return problems
}

// versions returns what the cases give now.
func (s *suite) versions() versions {
	v := versions{version: s.format.Version}
	for _, c := range s.cases {
		doc, env, err := s.model(context.Background(), of(c))
		o := outcome{err: err, doc: doc}
		if err == nil {
			o.dump = dump(doc)
		}
		o.warnings = env.Warnings()
		v.records = append(v.records, record{
			name: c.name,
			in:   digest(c.input.name, string(c.input.content), c.section("options.json"), c.section("limits.json")),
			out:  digest(o.section("want.dump"), o.section("want.warnings"), o.section("want.error")),
		})
	}
	return v
}

// digest returns the start of the SHA-256 of fields, each with its length.
func digest(fields ...string) string {
	h := sha256.New()
	for _, f := range fields {
		fmt.Fprintf(h, "%d:%s", len(f), f)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// String returns the text of version.txt.
func (v versions) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "version %d\n", v.version)
	for _, r := range v.records {
		fmt.Fprintf(&b, "%s %s %s\n", r.in, r.out, r.name)
	}
	return b.String()
}

// readVersions reads version.txt.
func readVersions(path string) (versions, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return versions{}, err
	}
	var v versions
	for line := range strings.Lines(string(data)) {
		fields := strings.SplitN(strings.TrimSpace(line), " ", 3)
		switch {
		case len(fields) == 2 && fields[0] == "version":
			v.version, err = strconv.Atoi(fields[1])
		case len(fields) == 3:
			v.records = append(v.records, record{in: fields[0], out: fields[1], name: fields[2]})
		default:
			err = fmt.Errorf("%s: %q is not a line of it: delete the file and run go test -update", path, line)
		}
		if err != nil {
			return versions{}, err
		}
	}
	return v, nil
}
