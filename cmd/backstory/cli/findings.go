package cli

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// The forms of --report.
const (
	reportSARIF  = "sarif"  // OASIS SARIF 2.1.0
	reportJUnit  = "junit"  // the XML of Apache Ant's JUnit task, as CI servers read it
	reportGitHub = "github" // workflow commands of GitHub Actions
)

// Level says how much a finding weighs. The names are those of SARIF.
type Level string

// The levels.
const (
	LevelError   Level = "error"
	LevelWarning Level = "warning"
	LevelNote    Level = "note"
)

// Finding is something that --report tells.
type Finding struct {
	Level Level
	Notice
	Weight      int    // of those of its level the heaviest come first
	Columns     [2]int // of its line: the first, and the one behind the last; zero where they are unknown
	Fingerprint string // of the content; empty for that of what the notice says
	Title, Help string // of the code
}

// Finder is an entry of a document whose findings are not among the warnings and
// errors of the document.
type Finder interface {
	Checked() string // the profile, or the file
	Findings() []Finding
}

// Finders are the own keys of a document that has such entries without profiles.
type Finders interface{ Finders() []Finder }

// finders returns all that was looked at.
func (a *answer) finders() (all []Finder) {
	for _, entry := range a.Profiles {
		if f, ok := entry.(Finder); ok {
			all = append(all, f)
		}
	}
	if f, ok := a.keys.(Finders); ok {
		all = append(all, f.Finders()...)
	}
	return all
}

// AddReport declares --report.
func (t *Terminal) AddReport(flags *pflag.FlagSet) {
	flags.Var((*reportFlag)(&t.Answer), "report", "print what was found as `FORM`: sarif, junit, or github (annotations)")
}

// AddFormat declares --format: text, json, or a form of --report.
func (t *Terminal) AddFormat(flags *pflag.FlagSet) {
	flags.Var((*formatFlag)(&t.Answer), "format", "print what was found as `FORM`: text (default), json, sarif, github (annotations) or junit")
}

// formats returns the forms of --format.
func formats() []string { return append([]string{formatText, formatJSON}, Reports()...) }

const (
	formatText = "text"
	formatJSON = "json"
)

// formatFlag is --format.
type formatFlag answer

func (f *formatFlag) String() string { return f.form }
func (f *formatFlag) Type() string   { return "form" }

func (f *formatFlag) Set(form string) error {
	switch {
	case form == formatText, form == formatJSON:
		f.form, f.Asked = "", form == formatJSON
		return nil
	case !slices.Contains(Reports(), form):
		return fmt.Errorf("must be one of %s", strings.Join(formats(), ", "))
	}
	return (*reportFlag)(f).Set(form)
}

// reportFlag is --report, which asks for the document that --json prints, in
// another form.
type reportFlag answer

func (f *reportFlag) String() string { return f.form }
func (f *reportFlag) Type() string   { return "form" }

func (f *reportFlag) Set(form string) error {
	if !slices.Contains(Reports(), form) {
		return fmt.Errorf("must be one of %s", strings.Join(Reports(), ", "))
	}
	f.form, f.Asked = form, true
	return nil
}

// IsReport reports whether the document is that of --report.
func (a *answer) IsReport() bool { return a.form != "" }

// Reports returns the forms of --report.
func Reports() []string { return []string{reportSARIF, reportJUnit, reportGitHub} }

// findings returns all that a document tells, errors first.
func (a *answer) findings() []Finding {
	var list []Finding
	for _, n := range a.errors {
		list = append(list, Finding{Level: LevelError, Notice: n})
	}
	for _, f := range a.finders() {
		list = append(list, f.Findings()...)
	}
	for _, n := range a.warnings {
		list = append(list, Finding{Level: LevelWarning, Notice: n})
	}
	rank := []Level{LevelError, LevelWarning, LevelNote}
	slices.SortStableFunc(list, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(slices.Index(rank, a.Level), slices.Index(rank, b.Level)), cmp.Compare(b.Weight, a.Weight))
	})
	return list
}

// writeReport prints the findings in the form that was asked for.
func (a *answer) writeReport(to io.Writer) error {
	list := a.findings()
	switch a.form {
	case reportSARIF:
		return writeSARIF(to, list)
	case reportJUnit:
		return writeJUnit(to, a, list)
	}
	return writeGitHub(to, list)
}

// path is the file that a finding is of, or the profile, with slashes.
func (f Finding) path() string {
	return strings.TrimPrefix(strings.ReplaceAll(cmp.Or(f.File, f.Profile), `\`, "/"), "./")
}

// line is where in a file of lines a finding is, or 0.
func (f Finding) line() int {
	text := strings.TrimPrefix(strings.TrimPrefix(f.Place, "lines "), "line ")
	end := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(text)
	} else if text == f.Place && text[end] != ':' { // such as 3 of "3rd sheet"
		return 0
	}
	n, _ := strconv.Atoi(text[:end])
	return n
}

// says is the message with the place where no form has a field for it.
func (f Finding) says() string {
	if f.Place == "" || f.line() > 0 || strings.Contains(f.Message, f.Place) {
		return f.Message
	}
	return f.Place + ": " + f.Message
}

// home is where the program is from.
const home = "https://github.com/seed353dc258/backstory"

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	Failure *junitFailure `xml:"failure,omitempty"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// writeJUnit prints findings as test cases: one that passes for each profile, one
// that fails for each error. Warnings are what the suite printed.
func writeJUnit(out io.Writer, a *answer, list []Finding) error {
	suite := struct {
		XMLName  xml.Name    `xml:"testsuite"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"` // none: what could not be looked at is a failure, too
		Cases    []junitCase `xml:"testcase"`
		Out      string      `xml:"system-out,omitempty"`
	}{Name: "backstory " + a.Command}
	bad := map[string]bool{}
	var said strings.Builder
	for _, f := range list {
		if f.Level != LevelError {
			fmt.Fprintf(&said, "%s: %s\n", f.Level, f.Line())
			continue
		}
		bad[cmp.Or(f.Profile, f.File)] = true
		suite.Failures++
		suite.Cases = append(suite.Cases, junitCase{
			Name: cmp.Or(f.path(), f.Code), Class: "backstory." + f.Code, Failure: &junitFailure{f.Message, f.Code, f.Line()},
		})
	}
	for _, f := range a.finders() {
		if !bad[f.Checked()] {
			suite.Cases = append(suite.Cases, junitCase{Name: f.Checked(), Class: "backstory"})
		}
	}
	suite.Tests, suite.Out = len(suite.Cases), said.String()
	if _, err := io.WriteString(out, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(out)
	e.Indent("", "  ")
	if err := e.Encode(suite); err != nil {
		return err
	}
	_, err := io.WriteString(out, "\n")
	return err
}

// writeGitHub prints findings as GitHub's workflow commands, which become
// annotations of the files.
func writeGitHub(out io.Writer, list []Finding) error {
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	var b strings.Builder
	for _, f := range list {
		level := string(f.Level)
		if f.Level == LevelNote {
			level = "notice"
		}
		b.WriteString("::" + level + " title=" + property.Replace("backstory: "+f.Code))
		if f.path() != "" {
			b.WriteString(",file=" + property.Replace(f.path()))
		}
		if n := f.line(); n > 0 {
			b.WriteString(",line=" + strconv.Itoa(n))
		}
		b.WriteString("::" + data.Replace(f.says()) + "\n")
	}
	_, err := io.WriteString(out, b.String())
	return err
}
