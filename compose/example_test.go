package compose_test

import (
	"fmt"
	"os"

	"github.com/seed353dc258/backstory/compose"
)

func ExampleNewWriter() {
	w := compose.NewWriter(os.Stdout, "Backstory")
	for _, c := range []compose.Chapter{
		{Path: "1-origin.md", Text: "#### Origin\n\nBorn at Skarv."},
		{Path: "2-boats.csv", Text: "|name|\n|-|\n|Lark|"},
	} {
		if _, err := w.Add(c); err != nil {
			fmt.Println(err)
		}
	}
	if err := w.Flush(); err != nil {
		fmt.Println(err)
	}
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
