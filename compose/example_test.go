package compose_test

import (
	"fmt"

	"github.com/seed353dc258/backstory/compose"
)

func ExampleNew() {
	b := compose.New("Backstory", []compose.Chapter{
		{Path: "1-origin.md", Text: "#### Origin\n\nBorn at Skarv."},
		{Path: "2-boats.csv", Text: "|name|\n|-|\n|Lark|"},
	})
	fmt.Print(string(b.Bytes()))
	// Output:
	// ## Backstory
	//
	// ### File: /1-origin.md
	//
	// #### Origin
	//
	// Born at Skarv.
	//
	// ### File: /2-boats.csv
	//
	// |name|
	// |-|
	// |Lark|
}
