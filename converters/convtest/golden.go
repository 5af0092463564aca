package convtest

import (
	"bytes"
	"os"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// checkGoldens compares every case with what it states, or rewrites what it
// states.
func (s *suite) checkGoldens() []string {
	var problems []string
	s.converted(func(c *testCase, o outcome) {
		if p := c.contradiction(o); p != "" {
			problems = append(problems, c.name+": "+p)
			return
		}
		if s.update {
			if err := c.rewrite(o); err != nil {
				problems = append(problems, c.name+": "+err.Error())
			}
			return
		}
		for _, name := range outcomes() {
			if !c.states(name) {
				continue
			}
			if d := cmp.Diff(c.section(name), o.section(name)); d != "" {
				problems = append(problems, c.name+": "+name+" differs (-want +got); run go test -update and read the change:\n"+d)
			}
		}
		if !c.states("want.warnings") && len(o.warnings) > 0 {
			problems = append(problems, c.name+": gives warnings and does not state them: add an empty -- want.warnings -- and run with -update:\n"+listing(o.warnings))
		}
	})
	return problems
}

// contradiction says what no rewriting mends: an error where a document is
// wanted, or the other way round.
func (c *testCase) contradiction(o outcome) string {
	switch {
	case o.err != nil && !c.states("want.error"):
		return "error: " + o.err.Error()
	case o.err == nil && c.states("want.error"):
		return "no error, where one is wanted"
	}
	return ""
}

// rewrite writes an outcome into the sections that the case has, and the
// warnings in any case.
func (c *testCase) rewrite(o outcome) error {
	archive := &txtar.Archive{Comment: c.archive.Comment}
	archive.Files = append(archive.Files, c.archive.Files...)
	for _, name := range outcomes() {
		at, text := c.at(name), o.section(name)
		if at >= 0 {
			archive.Files[at].Data = []byte(text)
		} else if name == "want.warnings" && text != "" {
			archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(text)})
		}
	}
	data := txtar.Format(archive)
	if bytes.Equal(data, txtar.Format(c.archive)) {
		return nil
	}
	again, err := parseCase(c.path, data)
	if err != nil {
		return err
	}
	c.archive = again.archive
	return os.WriteFile(c.path, data, 0o644)
}
