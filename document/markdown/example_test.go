package markdown_test

import (
	"fmt"
	"os"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
)

// Text of a document stays text: what looks like Markdown is escaped.
func ExampleWrite() {
	d := document.Document{Blocks: []document.Block{
		&document.Heading{Level: 1, Inlines: document.Plain("Origin")},
		document.PlainParagraph(document.Pos{}, "# Not a heading"),
	}}
	chapter, err := markdown.Write(os.Stdout, &d, markdown.WriteOptions{Base: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(chapter.Segments), "segment")
	// Output:
	// #### Origin
	//
	// \# Not a heading
	// 1 segment
}
