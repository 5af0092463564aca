package main

import (
	_ "embed"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed rows.tsv
var rowTable string

// row is one line of rows.tsv.
type row struct {
	name, title string
	tests       []string // that show it; none if it is not for us
	reason      string   // why it is not
	missing     []string // of the tests, those that are not there
}

// loadRows reads the table and looks for its tests below a folder.
func loadRows(root string) ([]row, error) {
	there, err := testsBelow(root)
	if err != nil {
		return nil, err
	}
	return parseRows(rowTable, there)
}

func parseRows(table string, there map[string]bool) ([]row, error) {
	var rows []row
	for line := range strings.Lines(table) {
		fields := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(fields) != 3 {
			return nil, fmt.Errorf("rows.tsv: line %d has %d fields, not 3", len(rows)+1, len(fields))
		}
		r := row{name: fields[0], title: fields[1]}
		if slices.ContainsFunc(rows, func(o row) bool { return o.name == r.name }) {
			return nil, fmt.Errorf("rows.tsv: line %d: %s is there twice", len(rows)+1, r.name)
		}
		if reason, ok := strings.CutPrefix(fields[2], "n/a: "); ok {
			r.reason = reason
		} else {
			for test := range strings.SplitSeq(fields[2], ",") {
				test = strings.TrimSpace(test)
				r.tests = append(r.tests, test)
				if !there[test] {
					r.missing = append(r.missing, test)
				}
			}
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// testsBelow returns the names of tests and of scripts below a folder.
func testsBelow(root string) (map[string]bool, error) {
	there := map[string]bool{}
	err := eachTest(root, func(path, content string) {
		if strings.HasSuffix(path, ".txtar") {
			there[filepath.Base(path)] = true
			return
		}
		for _, m := range function.FindAllStringSubmatch(content, -1) {
			there[m[1]] = true
		}
	})
	return there, err
}

// reportRows prints the rows and returns how many name no test that is there and
// no reason.
func reportRows(w io.Writer, rows []row) int {
	open := 0
	for _, r := range rows {
		state := strings.Join(r.tests, ", ")
		switch {
		case r.reason != "":
			state = "not for us: " + r.reason
		case len(r.missing) > 0:
			open++
			state = "NOT SHOWN: there is no " + strings.Join(r.missing, ", ")
		}
		fmt.Fprintf(w, "%s  %-60s %s\n", r.name, r.title, state)
	}
	fmt.Fprintf(w, "%d rows, %d open\n", len(rows), open)
	return open
}

// eachTest reads the tests and scripts below a folder.
func eachTest(root string, do func(path, content string)) error {
	return filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != root {
			return filepath.SkipDir
		}
		script := strings.HasSuffix(path, ".txtar") && strings.Contains(filepath.ToSlash(path), "testdata/script/")
		if !strings.HasSuffix(path, "_test.go") && !script {
			return nil
		}
		content, err := os.ReadFile(path)
		if err == nil {
			do(path, string(content))
		}
		return err
	})
}
