package gate_test

import (
	"fmt"

	"github.com/seed353dc258/backstory/document/gate"
)

// A character that turns the direction of text around is dropped, and counted.
func ExampleGate() {
	var g gate.Gate
	fmt.Printf("%q\n", g.Text("safe\u202Etxt.exe"))
	for _, f := range g.Findings() {
		fmt.Printf("%+v\n", f)
	}
	// Output:
	// "safetxt.exe"
	// {Rule:U09 Severity:H Count:1 Sample:\u{202E}}
}
