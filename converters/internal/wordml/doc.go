// Package wordml reads what WordprocessingML says of how text looks (ISO/IEC
// 29500-1, 17): properties of runs and paragraphs, and what the parts beside the
// text define, which is styles, lists and the colours of the theme.
//
//   - paragraph.go: what a paragraph is; count.go: the counters of lists; number.go:
//     their definitions
//   - shade.go: styles of tables; style.go: other ones
//   - parprops.go: properties of paragraphs; effect.go, props.go: of runs; color.go: colours
//   - scan.go: what all read; space.go: namespaces; definitions.go: what all of them are
package wordml
