// Command slowest reads what go test -json writes and prints what go test prints
// without -json: the output of packages and tests that fail, and a line for each
// package. Then it prints the slowest tests, and the packages that took long. Both
// are to be read by people: no time is a failure.
//
//	go test -json ./... | go run ./internal/slowest
//
// It ends with 1 if a package failed, and with 2 if the lines are none of go test.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

const (
	many = 20 // tests
	long = 60 // seconds of a package
)

func main() {
	failed, err := summarize(os.Stdin, os.Stdout)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "slowest:", err)
		os.Exit(2)
	case failed:
		os.Exit(1)
	}
}

// event is a line of go test -json (go doc cmd/test2json).
type event struct {
	Action, Package, Test, ImportPath, Output string
	Elapsed                                   float64
}

// taken is a test or a package with the seconds that it took.
type taken struct {
	name    string
	seconds float64
}

// run is what is known of a run so far.
type run struct {
	w               io.Writer
	held            map[[2]string]*strings.Builder // output of tests that have not ended, by package and test
	tests, packages []taken
	failed          bool
}

// summarize copies what people want to see of a run, and says at its end what took
// its time.
func summarize(from io.Reader, w io.Writer) (failed bool, err error) {
	r := &run{w: w, held: map[[2]string]*strings.Builder{}}
	lines := bufio.NewReader(from)
	for {
		line, err := lines.ReadString('\n')
		if line == "" {
			if err != io.EOF {
				return r.failed, err
			}
			break
		}
		var e event
		if json.Unmarshal([]byte(line), &e) != nil {
			fmt.Fprint(w, line) // of the command itself
			continue
		}
		switch e.Action {
		case "build-output":
			fmt.Fprint(w, e.Output)
		case "output":
			r.output(e)
		case "fail", "pass", "skip":
			r.ended(e)
		}
	}
	if len(r.packages) == 0 {
		return r.failed, fmt.Errorf("no package was tested")
	}
	r.tell()
	return r.failed, nil
}

// output keeps what a test says until it is known how it ends. What a package says is
// printed, but the line that go test prints with -v alone.
func (r *run) output(e event) {
	key := [2]string{e.Package, e.Test}
	switch {
	case e.Test == "" && e.Output != "PASS\n":
		fmt.Fprint(r.w, e.Output)
	case e.Test != "":
		if r.held[key] == nil {
			r.held[key] = &strings.Builder{}
		}
		r.held[key].WriteString(e.Output)
	}
}

// ended prints what a test or a package that fails has said: of a package, what its
// tests said that never ended, as in a panic.
func (r *run) ended(e event) {
	var keys [][2]string
	for key := range r.held {
		if key[0] == e.Package && (e.Test == "" || key[1] == e.Test) {
			keys = append(keys, key)
		}
	}
	slices.SortFunc(keys, func(a, b [2]string) int { return strings.Compare(a[1], b[1]) })
	for _, key := range keys {
		if e.Action == "fail" {
			fmt.Fprint(r.w, r.held[key])
		}
		delete(r.held, key)
	}
	r.failed = r.failed || e.Action == "fail"
	if e.Test == "" {
		r.packages = append(r.packages, taken{e.Package, e.Elapsed})
	} else {
		r.tests = append(r.tests, taken{e.Package + " " + e.Test, e.Elapsed})
	}
}

// tell prints the slowest tests, and packages that took long.
func (r *run) tell() {
	slowestFirst := func(a, b taken) int {
		return cmp.Or(cmp.Compare(b.seconds, a.seconds), strings.Compare(a.name, b.name))
	}
	slices.SortFunc(r.tests, slowestFirst)
	slices.SortFunc(r.packages, slowestFirst)
	fmt.Fprintln(r.w, "The slowest tests, in seconds:")
	told := 0
	for i, t := range r.tests {
		// A test takes as long as what it is made of: the part is told.
		part := slices.ContainsFunc(r.tests[:i], func(o taken) bool { return strings.HasPrefix(o.name, t.name+"/") })
		if told < many && t.seconds > 0 && !part {
			fmt.Fprintf(r.w, "%8.2f  %s\n", t.seconds, t.name)
			told++
		}
	}
	for _, p := range r.packages {
		if p.seconds > long {
			fmt.Fprintf(r.w, "%s took %.0f s, more than %d\n", p.name, p.seconds, long)
		}
	}
}
