// Package wordml reads what WordprocessingML says of how text looks (ISO/IEC
// 29500-1, 17): properties of runs and paragraphs, and what the parts beside the
// text define, which is styles, lists and the colours of the theme.
//
//   - style.go: styles; shade.go: those of tables; color.go: colours
//   - number.go: definitions of lists; count.go: their counters
//   - paragraph.go, parprops.go: paragraphs; props.go, effect.go: runs
//   - definitions.go: what all of them are; space.go: namespaces; scan.go: what all read
package wordml
