// Package xmlread reads XML 1.0 with namespaces from text that is held in
// memory. It is a scanner that a reader pulls, with a tree on top of it for
// readers that have to look around.
//
//   - build.go: making it of the scanner's events
//   - mark.go: passing over elements, and coming back to them
//   - scan.go: going on, one event a call
//   - markup.go: what begins with "<!" and "<?", and the ends of a document
//   - collapse.go: runs of white space as one blank
//   - decode.go: the encoding of a part, and the one that a file declares
//   - tree.go: a document as a tree of small nodes
//   - tag.go: tags and attributes
//   - space.go: namespaces as small numbers
//   - text.go: character data, references, line ends
//   - scanner.go: the scanner, and where it is
//
// It is made for documents from strangers. A document type with an internal
// subset that says anything is refused, so that there are no entities but the five of XML and
// characters by number, and nothing outside of the text is ever read. Depth
// and steps are those of [converters.Env]. Every byte is looked at a bounded
// number of times, whatever the document holds.
//
// Names and values are parts of the source string: they cost no allocation
// and stay valid. Only text with references or carriage returns is copied.
//
// Not checked, because no reader of a document depends on it: that an
// attribute is once, that a name has no characters beyond ASCII that
// XML keeps out, and that a prefix is declared ([Unknown] is its namespace).
package xmlread
