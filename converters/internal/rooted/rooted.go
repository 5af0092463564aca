// Package rooted tells what an address was before LibreOffice wrote it.
//
// LibreOffice takes "/guide", as texts for the web have it, for a place on the
// disk, and writes it as seen from the document: "../../guide", with as many
// steps up as there are to the root of the disk. It keeps a question mark in
// such a place as "%3F", and it takes a document of OpenDocument for the folder
// that its links are seen from (ODF 1.3 part 2, 3.7), also where the program
// that wrote them did not mean it so.
package rooted

import "strings"

// Generator is what the names begin with that LibreOffice gives itself in the
// documents that it writes.
const Generator = "LibreOffice/"

// Ways are the addresses of a document from which its way to the root of the
// disk is told. The zero value is of a document that says nothing.
type Ways struct {
	most int  // steps up
	site bool // one with so many steps is of a site
}

// Add takes an address into account.
func (w *Ways) Add(url string) {
	n := stepsUp(url)
	if n > w.most {
		w.most, w.site = n, false
	}
	w.site = w.site || n == w.most && isSitePath(url[3*n:])
}

// Root returns the steps up to the root of the disk that the document was saved
// on, or "": as many as there are, and no fewer than least, which lead to
// neighbours. No address leads up farther, and one of them goes on as no name of
// a file does.
func (w *Ways) Root(least int) string {
	if w.most < least || !w.site {
		return ""
	}
	return strings.Repeat("../", w.most)
}

// Site returns the address of a site that LibreOffice wrote as a way up to the
// root of the disk. It reports false for other addresses, and for an empty root.
func Site(url, root string) (string, bool) {
	path, ok := strings.CutPrefix(url, root)
	if root == "" || !ok || !isSitePath(path) {
		return url, false
	}
	return "/" + strings.Replace(path, "%3F", "?", 1), true
}

// Inside returns the address that was seen from a document as if it were a
// folder, "a.md" for "../texts/plan.odt/a.md". It reports false for others.
func Inside(url string) (string, bool) {
	if strings.Contains(url, "://") {
		return url, false
	}
	if _, rest, ok := strings.Cut(url, ".odt/"); ok && rest != "" {
		return rest, true
	}
	return url, false
}

// isSitePath reports whether a path is one of a site on the web rather than
// the name of a file: one without an extension.
func isSitePath(path string) bool {
	path, _, _ = strings.Cut(path, "#")
	path, _, _ = strings.Cut(path, "?")
	path, _, _ = strings.Cut(path, "%3F")
	return path != "" && !strings.HasPrefix(path, "../") && !strings.Contains(path[strings.LastIndexByte(path, '/')+1:], ".")
}

// stepsUp returns how many times an address leads to the folder around.
func stepsUp(url string) int {
	n := 0
	for strings.HasPrefix(url[3*n:], "../") {
		n++
	}
	return n
}
