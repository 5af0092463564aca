package xml

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

func isOPMLRoot(name xmlread.Name) bool { return name.Is(xmlread.None, "opml") }

func (r *reader) isOPML() bool { return r.Child(xmlread.Root, xmlread.None, "body") != 0 }

// opml reads an outline (OPML 2.0): its title and its nested points.
func (r *reader) opml() ([]document.Block, error) {
	var blocks []document.Block
	head := r.Child(xmlread.Root, xmlread.None, "head")
	if head != 0 {
		if title := r.Child(head, xmlread.None, "title"); title != 0 {
			r.Meta.Title = r.Words(title)
		}
		if owner := r.Child(head, xmlread.None, "ownerName"); owner != 0 {
			r.Meta.Author = r.Words(owner)
		}
	}
	if r.Meta.Title != "" {
		blocks = append(blocks, converters.Make(r.Env, &document.Heading{Pos: r.Pos(head), Level: 1, Inlines: converters.Make(r.Env, document.Plain(r.Meta.Title))}))
	}
	list, err := r.points(r.Child(xmlread.Root, xmlread.None, "body"))
	if list != nil {
		blocks = append(blocks, list)
	}
	return blocks, err
}

// points returns the outline elements in an element as a list, or nil.
func (r *reader) points(n xmlread.NodeID) (*document.List, error) {
	var list *document.List
	err := r.Elements(n, func(c xmlread.NodeID) error {
		if !r.isPoint(c) {
			r.skip(c)
			return nil
		}
		inner, err := r.points(c)
		blocks := []document.Block{converters.Make(r.Env, &document.Paragraph{Pos: r.Pos(c), Inlines: r.point(c)})}
		if inner != nil {
			blocks = []document.Block{blocks[0], inner}
		}
		if list == nil {
			list = converters.Make(r.Env, &document.List{Pos: r.Pos(n)})
		}
		list.Items = append(list.Items, converters.Make(r.Env, document.Item{Marker: "-", Blocks: blocks}))
		return err
	})
	return list, err
}

func (r *reader) isPoint(n xmlread.NodeID) bool {
	return !r.IsText(n) && r.Name(n).Local == "outline"
}

// point returns the line of an outline element: its text with its link, and a
// note as outliners have it.
func (r *reader) point(n xmlread.NodeID) []document.Inline {
	attr := func(names ...string) string {
		for _, name := range names {
			if v := strings.TrimSpace(r.Attr(n, xmlread.None, name)); v != "" {
				return v
			}
		}
		return ""
	}
	text := attr("text", "title")
	out := converters.Make(r.Env, document.Plain(text))
	if url := attr("htmlUrl", "xmlUrl", "url"); url != "" {
		if text == "" {
			out = converters.Make(r.Env, document.Plain(url))
		}
		out = []document.Inline{converters.Make(r.Env, &document.Link{URL: url, Inlines: out})}
	}
	if feed := attr("xmlUrl"); feed != "" && attr("htmlUrl") != "" {
		out = append(out, converters.Make(r.Env, &document.Text{Value: " ("}), converters.Make(r.Env, &document.Link{URL: feed, Inlines: converters.Make(r.Env, document.Plain("feed"))}), converters.Make(r.Env, &document.Text{Value: ")"}))
	}
	for _, more := range []string{attr("description"), attr("_note")} {
		if more != "" && more != text {
			out = append(out, converters.Make(r.Env, &document.Text{Value: ": " + more}))
		}
	}
	return out
}
