package search_test

import (
	"fmt"

	"github.com/seed353dc258/backstory/search"
)

func ExampleIndex_Find() {
	index := search.New([]search.Chapter{
		{Path: "origin.md", Text: "#### Origin\n\nBorn at Skarv in 1951.\n\n#### Boats\n\nThe Lark has two oars.\n"},
	}, nil)
	for _, hit := range index.Find("How many oars?", 1) {
		fmt.Println(hit.Headings, hit.Begin)
	}
	// Output:
	// [Boats] The Lark has two oars.
}
