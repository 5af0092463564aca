// Package dom makes a tree of the text of an HTML page, by the rules of WHATWG
// HTML 13.2 as far as they decide where a text is.
//
//   - text.go: white space, and characters that nobody sees
//   - grow*.go: tokens to a tree
//   - tree.go: the tree; inside.go: what is in its elements, at any depth
//   - scan.go, scan_tag.go: text to tokens
//   - extra.go: attributes that no table has and style rules ask for
//   - name.go, tag_table.go, attr_table.go: elements and attributes by number
//   - mode.go: quirks, standard, XML
package dom
