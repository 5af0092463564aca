package epub

import (
	"bytes"
	"cmp"
	"errors"
	"html"
	"io"
	"path"
	"strings"

	"github.com/seed353dc258/backstory/internal/pattern"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// readChapter reads an item of the spine, once however often it is listed.
func (r *reader) readChapter(id string) error {
	part := r.page(id)
	if part == "" || r.chapters[part] != nil {
		return r.env.Step(r.ctx, 1, document.Pos{Part: r.opf})
	}
	if r.encrypted[part] {
		return &converters.EncryptedError{
			What:   "the chapter " + part + " is encrypted (DRM)",
			Remedy: "use a copy of the book without DRM, or leave it out",
		}
	}
	c := &chapter{part: part}
	r.chapters[part] = c
	pos := document.Pos{Part: part}
	doc, err := r.convert(part)
	if err != nil {
		return r.lost.Spare(err, pos)
	}
	if r.contents[part] && onlyLinks(doc.Blocks) {
		r.env.Warn(document.Warning{Code: warnContents, Message: "a table of contents that only lists links into the book was left out", Pos: pos})
		return nil
	}
	c.blocks = doc.Blocks
	r.order = append(r.order, c)
	return nil
}

// convert reads a part as a page. Reading pages refuses no text but one that
// shows nothing, as a cover does: that one has no blocks, and nothing is lost.
func (r *reader) convert(part string) (*document.Document, error) {
	const name = "chapter.xhtml"
	content, err := r.archive.Read(part)
	if err != nil {
		return nil, err
	}
	text, err := xmlread.Decode(part, content)
	if err != nil { // the page itself may name its encoding
		return r.env.Convert(r.ctx, converters.Input{Name: name, SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))})
	}
	if text, err = r.withSheets(part, localLinks(part, text)); err != nil {
		return nil, err
	}
	doc, err := r.env.Convert(r.ctx, converters.TextInput(name, text))
	if errors.Is(err, converters.ErrCorrupt) && strings.Contains(text, "<") {
		return &document.Document{}, nil
	}
	return doc, err
}

// localLinks makes links of a chapter to its own name links inside the page, by
// which footnotes are found.
func localLinks(part, text string) string {
	name := path.Base(part)
	return strings.NewReplacer(`href="`+name+`#`, `href="#`, `href='`+name+`#`, `href='#`).Replace(text)
}

var (
	linkTag  = pattern.Lazy(`(?i)<link\s[^>]*>`)
	linkAttr = pattern.Lazy(`(?i)\s(rel|href|media)\s*=\s*(?:"([^"]*)"|'([^']*)')`)
	headEnd  = pattern.Lazy(`(?i)</head\s*>|<body[\s>]`)
	styleTag = pattern.Lazy(`(?is)(<style\b[^>]*>)(.*?)(</style)`)

	cssComment = pattern.Lazy(`(?s)/\*.*?\*/`)
	cssImport  = pattern.Lazy(`(?is)@import\s+(?:url\(\s*)?(?:"([^"]*)"|'([^']*)'|([^\s"'();]+))\s*\)?([^;]*);`)
)

// withSheets puts the style sheets of the package that a page links to into the
// page, since they may hide text.
func (r *reader) withSheets(part, text string) (string, error) {
	end := headEnd().FindStringIndex(text)
	if end == nil {
		return text, nil
	}
	var failed error
	head := text[:end[0]]
	if strings.Contains(strings.ToLower(head), "import") {
		head = styleTag().ReplaceAllStringFunc(head, func(element string) string {
			m := styleTag().FindStringSubmatch(element)
			css, err := r.imported(part, m[2])
			failed = cmp.Or(failed, err)
			return m[1] + css + m[3]
		})
	}
	asked := map[string]bool{} // once each, so that a page cannot grow by asking again
	head = linkTag().ReplaceAllStringFunc(head, func(tag string) string {
		values := map[string]string{}
		for _, m := range linkAttr().FindAllStringSubmatch(tag, -1) {
			values[strings.ToLower(m[1])] = html.UnescapeString(m[2] + m[3])
		}
		rel := strings.ToLower(values["rel"])
		name, _ := r.locate(part, values["href"])
		if name == "" || !strings.Contains(rel, "stylesheet") || strings.Contains(rel, "alternate") {
			return tag
		}
		if asked[name] || failed != nil {
			return ""
		}
		asked[name] = true
		var css string
		css, failed = r.sheet(name)
		return `<style media="` + html.EscapeString(values["media"]) + `">` + css + `</style>`
	})
	return head + text[end[0]:], failed
}

// imported puts the sheets of the package that a sheet imports in their places.
func (r *reader) imported(part, css string) (string, error) {
	end := max(strings.IndexByte(css, '{'), 0) // imports are in front of all rules
	if end == 0 {
		end = len(css)
	}
	if !strings.Contains(strings.ToLower(css[:end]), "import") {
		return css, nil
	}
	top := cssComment().ReplaceAllString(css[:end], " ")
	var failed error
	top = cssImport().ReplaceAllStringFunc(top, func(rule string) string {
		m := cssImport().FindStringSubmatch(rule)
		name, _ := r.locate(part, m[1]+m[2]+m[3])
		if name == "" || failed != nil {
			return rule
		}
		var inner string
		inner, failed = r.sheet(name)
		switch condition := strings.TrimSpace(m[4]); {
		case condition == "":
			return inner
		case strings.Contains(condition, "layer") || strings.Contains(condition, "supports"):
			return "@container " + condition + " {" + inner + "}" // nobody knows whether it holds
		default:
			return "@media " + condition + " {" + inner + "}"
		}
	})
	return top + css[end:], failed
}

// sheet returns the text of a style sheet. It is paid for at every use, for it
// is read again then.
func (r *reader) sheet(part string) (string, error) {
	css, known := r.sheets[part]
	pos := document.Pos{Part: part}
	if !known {
		content, err := r.archive.Read(part)
		if err != nil {
			return "", r.lost.Spare(err, pos)
		}
		css = strings.ReplaceAll(strings.ToValidUTF8(string(content), "\ufffd"), "</", `<\/`)
		if r.sheets == nil {
			r.sheets = map[string]string{}
		}
		r.sheets[part] = "" // where it imports itself
		if css, err = r.imported(part, css); err != nil {
			return "", err
		}
		r.sheets[part] = css
	}
	return css, r.env.Spend(converters.LimitParts, int64(len(css)), pos)
}

// onlyLinks reports whether blocks have links and no other text but headings.
func onlyLinks(blocks []document.Block) bool {
	links, text := 0, false
	document.Walk(blocks, func(b document.Block) bool {
		switch b := b.(type) {
		case *document.Paragraph:
			for _, in := range b.Inlines {
				if _, ok := in.(*document.Link); ok {
					links++
				} else if strings.TrimSpace(document.InlineText([]document.Inline{in})) != "" {
					text = true
				}
			}
		case *document.Heading, *document.List, *document.ThematicBreak, *document.Section:
		default:
			text = true
		}
		return !text
	})
	return links > 0 && !text
}
