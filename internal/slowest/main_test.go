package main

import (
	"strings"
	"testing"
)

// lines are what go test -json writes of three packages: one that passes, one with a
// test that fails, one that ends in the middle of a test.
const lines = `{"Action":"start","Package":"a"}
{"Action":"run","Package":"a","Test":"TestA"}
{"Action":"output","Package":"a","Test":"TestA","Output":"=== RUN   TestA\n"}
{"Action":"output","Package":"a","Test":"TestA","Output":"    a_test.go:1: said by the way\n"}
{"Action":"pass","Package":"a","Test":"TestA/part","Elapsed":3}
{"Action":"pass","Package":"a","Test":"TestA","Elapsed":2.5}
{"Action":"output","Package":"a","Output":"PASS\n"}
{"Action":"output","Package":"a","Output":"ok  \ta\t2.6s\n"}
{"Action":"pass","Package":"a","Elapsed":2.6}
{"Action":"output","Package":"b","Test":"TestB","Output":"    b_test.go:1: it is wrong\n"}
{"Action":"fail","Package":"b","Test":"TestB","Elapsed":1}
{"Action":"output","Package":"b","Output":"FAIL\tb\t61.0s\n"}
{"Action":"fail","Package":"b","Elapsed":61}
{"Action":"output","Package":"c","Test":"TestC","Output":"panic: boom\n"}
{"Action":"output","Package":"c","Output":"FAIL\tc\t0.1s\n"}
{"Action":"fail","Package":"c","Elapsed":0.1}
go: a line of the command
{"ImportPath":"d","Action":"build-output","Output":"d.go:1: undefined: x\n"}
`

func TestWhatFailsIsShownAndWhatIsSlow(t *testing.T) {
	var out strings.Builder
	failed, err := summarize(strings.NewReader(lines), &out)
	if err != nil || !failed {
		t.Errorf("failed %v, %v", failed, err)
	}
	const want = `ok  	a	2.6s
    b_test.go:1: it is wrong
FAIL	b	61.0s
FAIL	c	0.1s
panic: boom
go: a line of the command
d.go:1: undefined: x
The slowest tests, in seconds:
    3.00  a TestA/part
    1.00  b TestB
b took 61 s, more than 60
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &out, want)
	}
}

func TestARunThatPassesPasses(t *testing.T) {
	var out strings.Builder
	passing := strings.Join(strings.SplitAfter(lines, "\n")[:9], "")
	if failed, err := summarize(strings.NewReader(passing), &out); failed || err != nil {
		t.Errorf("failed %v, %v:\n%s", failed, err, &out)
	}
	if _, err := summarize(strings.NewReader("go: nothing\n"), &out); err == nil {
		t.Error("a run of no package passes")
	}
}
