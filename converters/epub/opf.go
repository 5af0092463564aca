package epub

import (
	"net/url"
	"path"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// tree reads a part as a tree. Elements are told by their local names, since
// books of every age have the same in other namespaces.
func (r *reader) tree(part string) (*xmlread.Tree, error) {
	content, err := r.archive.Read(part)
	if err != nil {
		return nil, err
	}
	text, err := xmlread.Decode(part, content)
	if err != nil {
		return nil, err
	}
	return xmlread.ReadTree(r.ctx, r.env, xmlread.Source{Part: part, Text: text})
}

// each calls visit for the elements inside an element, in their order.
func each(t *xmlread.Tree, n xmlread.NodeID, visit func(n xmlread.NodeID, name string)) {
	for c := t.First(n); c != 0; c = t.Next(c) {
		if !t.IsText(c) {
			visit(c, strings.ToLower(t.Name(c).Local))
			each(t, c, visit)
		}
	}
}

// attr returns an attribute without prefix.
func attr(t *xmlread.Tree, n xmlread.NodeID, name string) string {
	return strings.TrimSpace(t.Attr(n, xmlread.None, name))
}

// open reads what the package says of the book.
func (r *reader) open() error {
	t, err := r.tree(containerPart)
	if err != nil {
		return err
	}
	each(t, xmlread.Root, func(n xmlread.NodeID, name string) {
		if name == "rootfile" && r.opf == "" {
			r.opf, _ = r.locate("", attr(t, n, "full-path"))
		}
	})
	if r.opf == "" {
		return converters.Corrupt(document.Pos{Part: containerPart}, "the container names no description of the book (rootfile) that is in the package")
	}
	if t, err = r.tree(r.opf); err != nil {
		return err
	}
	r.items, r.contents = map[string]item{}, map[string]bool{}
	var aside []string
	each(t, xmlread.Root, func(n xmlread.NodeID, name string) {
		switch name {
		case "metadata":
			r.meta = metadata(t, n)
		case "item":
			r.addItem(t, n)
		case "itemref":
			if id := attr(t, n, "idref"); attr(t, n, "linear") == "no" {
				aside = append(aside, id)
			} else {
				r.spine = append(r.spine, id)
			}
		case "reference": // of the guide of EPUB 2
			if part, _ := r.locate(r.opf, attr(t, n, "href")); part != "" && attr(t, n, "type") == "toc" {
				r.contents[part] = true
			}
		}
	})
	if r.spine = append(r.spine, aside...); len(r.spine) == 0 {
		return converters.Corrupt(document.Pos{Part: r.opf}, "the book has no order of reading (spine)")
	}
	return nil
}

// addItem keeps an item of the manifest; the first one with an id counts.
func (r *reader) addItem(t *xmlread.Tree, n xmlread.NodeID) {
	id, href := attr(t, n, "id"), attr(t, n, "href")
	if _, known := r.items[id]; known {
		return
	}
	r.items[id] = item{href: href, media: strings.ToLower(attr(t, n, "media-type")), fallback: attr(t, n, "fallback")}
	for _, property := range strings.Fields(attr(t, n, "properties")) {
		if part, _ := r.locate(r.opf, href); property == "nav" && part != "" {
			r.contents[part] = true
		}
	}
}

// locate returns the name of the part that an address in another part names,
// and the place in it. The name is "" where the package has no such part. What
// leads above the top of the package is at its top, as in a browser.
func (r *reader) locate(from, href string) (part, fragment string) {
	u, err := url.Parse(href)
	if err != nil {
		u = &url.URL{}
		u.Path, u.Fragment, _ = strings.Cut(href, "#") // a sign that should have been escaped
	}
	if u.Scheme != "" || u.Host != "" || u.Opaque != "" {
		return "", ""
	}
	name := from
	if u.Path != "" {
		name = strings.TrimPrefix(path.Join("/", path.Dir(from), u.Path), "/")
		if strings.HasPrefix(u.Path, "/") {
			name = strings.TrimPrefix(path.Clean(u.Path), "/")
		}
	}
	entry, _ := r.archive.Find(name)
	return entry.Name, u.Fragment
}

// obfuscations are the methods by which fonts are made unusable outside of a
// book (EPUB 3.3, 4.3; Adobe's of before). Everything else locks a part.
func obfuscation(method string) bool {
	return method == "http://www.idpf.org/2008/embedding" || method == "http://ns.adobe.com/pdf/enc#RC"
}

// encryption reads which parts are encrypted (OCF 3.3, 4.2.6.3.2).
func (r *reader) encryption() error {
	const part = "META-INF/encryption.xml"
	if !r.archive.Has(part) {
		return nil
	}
	t, err := r.tree(part)
	if err != nil {
		return r.lost.Spare(err, document.Pos{Part: part})
	}
	r.encrypted = map[string]bool{}
	method := ""
	each(t, xmlread.Root, func(n xmlread.NodeID, name string) {
		switch name {
		case "encrypteddata":
			method = ""
		case "encryptionmethod":
			method = attr(t, n, "Algorithm")
		case "cipherreference":
			if name, _ := r.locate("", attr(t, n, "URI")); !obfuscation(method) {
				r.encrypted[name] = true
			}
		}
	})
	return nil
}

// maxFallbacks is how many fallbacks are followed from one item to the next.
const maxFallbacks = 8

// page returns the part that is a chapter, or the first of its fallbacks that
// is a page; "" for none, which is counted.
func (r *reader) page(id string) string {
	for range maxFallbacks {
		it, known := r.items[id]
		if !known {
			break
		}
		if isPage(it.media) {
			part, _ := r.locate(r.opf, it.href)
			if part != "" {
				return part
			}
			if u, err := url.Parse(it.href); err == nil && u.Host != "" {
				r.env.Warn(document.Warning{Code: warnExternal, Message: "a chapter outside of the book was not fetched", Pos: document.Pos{Part: r.opf}})
				return ""
			}
		}
		id = it.fallback
	}
	r.lost.Lose(lost.Part, document.Pos{Part: r.opf})
	return ""
}

// isPage reports whether a media type is of something that reads as a page:
// XHTML, HTML, drawings, and the XML of old books.
func isPage(media string) bool {
	return strings.HasSuffix(media, "html") || strings.HasSuffix(media, "xml") || strings.HasPrefix(media, "text/")
}
