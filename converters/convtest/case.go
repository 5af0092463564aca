package convtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed353dc258/backstory/converters"
)

// input is a source of a test: a name and what is in it.
type input struct {
	name    string
	content []byte
}

// testCase is one txtar file.
type testCase struct {
	name    string // of the file, without its ending
	path    string
	archive *txtar.Archive
	input   input
	packed  bool // the input is a zip file of parts
	parts   []part
	options converters.Options
	limits  converters.Limits
}

// outcomes lists the sections that say what a case gives, in the order in
// which they are written.
func outcomes() []string { return []string{"want.dump", "want.md", "want.warnings", "want.error"} }

// loadCases reads the cases of a folder, sorted by name.
func loadCases(dir string) ([]*testCase, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil {
		return nil, err
	}
	slices.Sort(paths)
	var cases []*testCase
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		c, err := parseCase(path, data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Base(path), err)
		}
		cases = append(cases, c)
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("no cases: write %s", filepath.Join(dir, "<what>.txtar"))
	}
	return cases, nil
}

// Sample returns the source of the first case of a folder that converts.
func Sample(tb testing.TB, dir string) (name string, content []byte) {
	tb.Helper()
	cases, err := loadCases(dir)
	if err != nil {
		tb.Fatalf("%s: %v", dir, err)
	}
	for _, c := range cases {
		fails := slices.ContainsFunc(c.archive.Files, func(f txtar.File) bool { return f.Name == "want.error" })
		if !fails && len(c.input.content) > 1 {
			return c.input.name, c.input.content
		}
	}
	tb.Fatalf("%s has no case that converts", dir)
	return "", nil
}

// parseCase reads one case.
func parseCase(path string, data []byte) (*testCase, error) {
	c := &testCase{
		name:    strings.TrimSuffix(filepath.Base(path), ".txtar"),
		path:    path,
		archive: txtar.Parse(data),
	}
	title, _, _ := bytes.Cut(c.archive.Comment, []byte("\n"))
	if len(bytes.TrimSpace(title)) == 0 {
		return nil, errors.New("the first line has to say what the case shows")
	}
	for i, f := range c.archive.Files {
		if slices.ContainsFunc(c.archive.Files[:i], func(o txtar.File) bool { return o.Name == f.Name }) {
			return nil, fmt.Errorf("two sections are called %s", f.Name)
		}
		p, err := c.member(f)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		if p != nil {
			c.parts = append(c.parts, *p)
		}
	}
	if len(c.parts) > 0 {
		content, err := pack(c.input.name, c.parts)
		if err != nil {
			return nil, err
		}
		c.input.content, c.packed = content, true
	}
	return c, c.validate()
}

// member reads one section. A part of a package is returned, since the
// package is made when all are known.
func (c *testCase) member(f txtar.File) (*part, error) {
	switch {
	case f.Name == "options.json":
		return nil, strict(f.Data, &c.options)
	case f.Name == "limits.json":
		return nil, strict(f.Data, &c.limits)
	case slices.Contains(outcomes(), f.Name):
		return nil, nil
	case !strings.HasPrefix(f.Name, "in.") && !strings.HasPrefix(f.Name, "in/"):
		return nil, errors.New("no section has this name: see the package doc of convtest")
	}
	name, content, err := decodeMember(f.Name, f.Data)
	if err != nil {
		return nil, err
	}
	whole, isName := strings.CutPrefix(name, "in/")
	file, inside, isPart := strings.Cut(name, "/")
	switch {
	case isName:
		isPart, file = false, whole
	case isPart && c.input.name == file && c.input.content == nil:
		return &part{inside, content}, nil
	}
	if c.input.name != "" {
		return nil, errors.New("a case has one input")
	}
	c.input.name = file
	if isPart {
		return &part{inside, content}, nil
	}
	c.input.content = content
	if content == nil {
		c.input.content = []byte{}
	}
	return nil, nil
}

// validate checks that a case is complete.
func (c *testCase) validate() error {
	if c.input.name == "" {
		return errors.New("the case has no input: add a section -- in.<extension> --")
	}
	if !slices.ContainsFunc(outcomes(), c.states) {
		return errors.New("the case says nothing of an outcome: add an empty -- want.md -- or -- want.error -- and run with -update")
	}
	if c.states("want.error") && (c.states("want.md") || c.states("want.dump")) {
		return errors.New("the case wants both an error and a document")
	}
	if err := c.options.Validate(); err != nil {
		return err
	}
	return c.limits.Validate()
}

// states reports whether the case has a section.
func (c *testCase) states(section string) bool { return c.at(section) >= 0 }

// at returns where a section is in the archive, or -1.
func (c *testCase) at(section string) int {
	return slices.IndexFunc(c.archive.Files, func(f txtar.File) bool { return f.Name == section })
}

// section returns what a section says.
func (c *testCase) section(name string) string {
	if i := c.at(name); i >= 0 {
		return string(c.archive.Files[i].Data)
	}
	return ""
}

// strict decodes JSON that may only have known fields.
func strict(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode(into)
}
