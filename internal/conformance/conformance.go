// Command conformance prints which of the numbered cases of Coqui's behaviour
// the tests of this tree cover, which wait for a format that is not read yet,
// and which the tree deviates from on purpose, with the reason.
//
// A test names the cases that it covers in its doc comment, on a line of its
// own: "coqui: 58, 59". cases.tsv lists all cases: number, title, and a state
// that is empty, "waits: what for" or "deviates: why".
//
// rows.tsv lists what other systems do, and how this tree holds it: a name, a
// title, and the tests that show it or "n/a: why it is not for us".
package main

import (
	_ "embed"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

//go:embed cases.tsv
var table string

// testCase is one line of cases.tsv with the tests that name it.
type testCase struct {
	number       int
	title, state string
	tests        []string
}

func main() {
	cases, err := load(".")
	if err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
		os.Exit(2)
	}
	open := report(os.Stdout, cases)
	rows, err := loadRows(".")
	if err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
		os.Exit(2)
	}
	if open+reportRows(os.Stdout, rows) > 0 {
		os.Exit(1)
	}
}

// report prints the cases and returns how many are neither covered nor
// explained.
func report(w io.Writer, cases []testCase) int {
	var covered, waiting, deviating, open int
	for _, c := range cases {
		state := c.state
		switch {
		case strings.HasPrefix(c.state, "waits:"):
			waiting++
		case strings.HasPrefix(c.state, "deviates:"):
			deviating++
		case len(c.tests) > 0:
			covered++
			state = "covered"
		default:
			open++
			state = "NOT COVERED"
		}
		fmt.Fprintf(w, "coqui %3d  %-48s %s", c.number, c.title, state)
		if len(c.tests) > 0 {
			fmt.Fprintf(w, " (%s)", strings.Join(c.tests, ", "))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "%d cases: %d covered, %d wait, %d deviate on purpose, %d open\n", len(cases), covered, waiting, deviating, open)
	return open
}

// load reads the table and looks through the tests below a folder.
func load(root string) ([]testCase, error) {
	cases, err := parse(table)
	if err != nil {
		return nil, err
	}
	named, err := scan(root)
	if err != nil {
		return nil, err
	}
	for number := range named {
		if number < 1 || number > len(cases) {
			return nil, fmt.Errorf("%s names case %d, which is none of the %d", named[number][0], number, len(cases))
		}
	}
	for i := range cases {
		cases[i].tests = named[cases[i].number]
	}
	return cases, nil
}

func parse(table string) ([]testCase, error) {
	var cases []testCase
	for line := range strings.Lines(table) {
		fields := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(fields) != 3 {
			return nil, fmt.Errorf("cases.tsv: line %d has %d fields, not 3", len(cases)+1, len(fields))
		}
		number, err := strconv.Atoi(fields[0])
		if err != nil || number != len(cases)+1 {
			return nil, fmt.Errorf("cases.tsv: line %d is numbered %q", len(cases)+1, fields[0])
		}
		cases = append(cases, testCase{number: number, title: fields[1], state: fields[2]})
	}
	return cases, nil
}

var (
	marker   = regexp.MustCompile(`^(?://|#)\s*coqui: ([0-9][0-9, ]*)(?:\(.*\))?$`)
	function = regexp.MustCompile(`(?m)^func (Test\w+)\(`)
)

// scan returns the tests and scripts that name each case.
func scan(root string) (map[int][]string, error) {
	named := map[int][]string{}
	err := eachTest(root, func(path, content string) { collect(named, path, content) })
	return named, err
}

// collect notes the cases that a file names, under the test that follows the
// comment, or under the script's name.
func collect(named map[int][]string, path, content string) {
	var pending []int
	for line := range strings.Lines(content) {
		line = strings.TrimRight(line, "\n")
		if m := marker.FindStringSubmatch(line); m != nil {
			for field := range strings.SplitSeq(m[1], ",") {
				if n, err := strconv.Atoi(strings.TrimSpace(field)); err == nil {
					pending = append(pending, n)
				}
			}
		}
		if m := function.FindStringSubmatch(line); m != nil {
			for _, n := range pending {
				named[n] = append(named[n], m[1])
			}
			pending = nil
		}
	}
	if strings.HasSuffix(path, ".txtar") {
		for _, n := range pending {
			named[n] = append(named[n], filepath.Base(path))
		}
	}
}
