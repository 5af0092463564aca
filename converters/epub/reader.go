package epub

import (
	"context"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/zipfile"
	"github.com/seed353dc258/backstory/document"
)

const (
	warnContents  = "contents-left-out"
	warnExternal  = "external-target"
	containerPart = "META-INF/container.xml"
)

// reader reads one book.
type reader struct {
	ctx     context.Context
	env     *converters.Env
	archive *zipfile.Archive
	lost    *lost.Tally

	opf       string // the part that describes the book
	meta      document.Meta
	items     map[string]item // by id
	spine     []string        // ids in the order of reading
	contents  map[string]bool // parts that are tables of contents
	encrypted map[string]bool // parts

	chapters map[string]*chapter // by part
	order    []*chapter
	sheets   map[string]string // style sheets by part
}

// item is a resource of a book (EPUB 3.3, 5.6.2).
type item struct {
	href     string
	media    string
	fallback string // the id of another item
}

// chapter is a page of a book.
type chapter struct {
	part   string
	prefix string // of its names in the document
	blocks []document.Block
	start  string // the name of its first heading, or ""
}
