package wordtext

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/prose"
	"github.com/seed353dc258/backstory/document"
)

// Furniture collects the headers and the footers of a document: each text once, and
// none that says no more than the number of its page. The zero value is ready.
type Furniture struct{ headers, footers furniture }

type furniture struct {
	blocks []document.Block
	texts  map[string]bool
}

// Add adds what a header or a footer says, and reports whether it is left out. Paged
// says that the number of a page was met in it. One that is empty is neither.
func (f *Furniture) Add(footer, paged bool, blocks []document.Block) (lost bool) {
	to := &f.headers
	if footer {
		to = &f.footers
	}
	text := strings.Join(strings.Fields(CellText(document.Cell{Blocks: blocks})), " ")
	says := text != "" || len(blocks) > 0 && !paged // pictures without a description, and tables
	if !says || text != "" && prose.OnlyPages(text) || to.texts[text] {
		return paged || len(blocks) > 0
	}
	if to.texts == nil {
		to.texts = map[string]bool{}
	}
	to.texts[text] = true
	to.blocks = append(to.blocks, blocks...)
	return false
}

// Sections returns a section of headers and one of footers, where there are any.
func (f *Furniture) Sections(env *converters.Env) []document.Block {
	var out []document.Block
	add := func(title string, blocks []document.Block) {
		if len(blocks) > 0 {
			out = append(out, converters.Make(env, &document.Section{Pos: blocks[0].At(), Kind: document.SectionPart, Title: title, Blocks: blocks}))
		}
	}
	add("Header", f.headers.blocks)
	add("Footer", f.footers.blocks)
	return out
}
