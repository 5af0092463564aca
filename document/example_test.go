package document_test

import (
	"fmt"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/documenttest"
)

func ExampleDocument() {
	d := document.Document{Blocks: []document.Block{
		&document.Heading{Level: 1, Inlines: document.Plain("Origin")},
		document.PlainParagraph(document.Pos{}, "Born at Skarv."),
	}}
	fmt.Print(documenttest.Dump(&d))
	// Output:
	// heading 1
	//   text "Origin"
	// paragraph
	//   text "Born at Skarv."
}
