// Package mathml writes MathML as LaTeX. The subset of LaTeX is that of amsmath
// and amssymb, which every viewer of Markdown with mathematics knows.
//
//		[x] tokens: mi, mn, mo, mtext, ms, mspace; mathvariant and the mathematical alphabets of Unicode
//		[x] fractions, roots, scripts, limits, accents, prescripts, tables, matrices, cases, fences, mfenced
//		[x] semantics: a TeX annotation is taken as it is, unless it has words that the formula does not show
//		[-] menclose: boxes, roots and strikes; other notations keep their content
//		[-] mstyle, mpadded, maction: their content; mphantom is left out
//		[ ] colours, sizes, line breaks, elementary mathematics (mstack, mlongdiv): the text is kept
//
//	  - mathml.go: the entry; node.go: the tree
//	  - element.go, script.go: one function an element or a family
//	  - text.go: characters
//	  - *_table.go: what symbols and functions are called
package mathml

import "strings"

// TeX returns an element in LaTeX, without delimiters. It never fails: what
// has no form in LaTeX keeps its content. Its work is linear in the size of
// the tree, its recursion is bounded.
func TeX(n *Node) string {
	w := writer{}
	return strings.TrimSpace(w.node(n))
}
