package cli

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// odd are names and words that break a form which writes them as they are.
var odd = []string{
	"a.md", "a,b:c.md", "line\nbreak.md", "50%0A off.md", "::error::.md", `back\slash "quoted".md`, "<&>]]>.xml", "tab\there.md", "日本 語#?.docx", "\u202Eover.md", "\x01\x1b[31m.md", "a\xffb.md", " ",
}

// TestReportsHoldWhateverAFileIsCalled checks each form against its grammar.
func TestReportsHoldWhateverAFileIsCalled(t *testing.T) {
	var list []Finding
	for i, name := range odd {
		place := ""
		if i%2 == 0 {
			place = "3"
		}
		list = append(list, Finding{Level: LevelError, Fingerprint: name, Title: name, Help: name, Notice: Notice{Code: "hidden-style", File: name, Place: place, Message: "hidden: “" + name + "”"}})
	}
	var b bytes.Buffer
	if err := writeGitHub(&b, list); err != nil {
		t.Fatal(err)
	}
	command := regexp.MustCompile(`^::(?:error|warning|notice) title=[^:,\r\n]+(?:,file=[^:,\r\n]+)?(?:,line=[1-9][0-9]*)?::[^\r\n]*$`)
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	for _, line := range lines {
		if !command.MatchString(line) {
			t.Errorf("no workflow command: %q", line)
		}
	}
	if len(lines) != len(odd) {
		t.Errorf("%d commands for %d findings", len(lines), len(odd))
	}

	b.Reset()
	if err := writeJUnit(&b, &answer{}, list); err != nil {
		t.Fatal(err)
	}
	var suite struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Cases    []struct {
			Name    string    `xml:"name,attr"`
			Failure *struct{} `xml:"failure"`
		} `xml:"testcase"`
	}
	if err := xml.Unmarshal(b.Bytes(), &suite); err != nil {
		t.Fatal(err)
	}
	if n := len(odd); suite.Tests != n || suite.Failures != n || len(suite.Cases) != n {
		t.Errorf("%+v", suite)
	}

	b.Reset()
	if err := writeSARIF(&b, list); err != nil {
		t.Fatal(err)
	}
	var log any
	if err := json.Unmarshal(b.Bytes(), &log); err != nil || !utf8.Valid(b.Bytes()) {
		t.Error(err)
	}
	for _, found := range regexp.MustCompile(`"uri": "([^"]*)"`).FindAllStringSubmatch(b.String(), -1) {
		if !regexp.MustCompile(`^(?:[A-Za-z0-9._~!$&'()*+,;=:@/#?-]|%[0-9A-F]{2}|\\u0026)*$`).MatchString(found[1]) {
			t.Errorf("no URI: %q", found[1])
		}
	}
}
