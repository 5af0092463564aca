// Package wordml reads what WordprocessingML says of how text looks (ISO/IEC
// 29500-1, 17): properties of runs and paragraphs, and what the parts beside the
// text define, which is styles, lists and the colours of the theme.
//
//   - definitions.go: those parts; space.go: namespaces; scan.go: what all read
//   - props.go, effect.go: runs; parprops.go, paragraph.go: paragraphs
//   - style.go: styles; shade.go: those of tables; color.go, theme.go: colours
//   - number.go: definitions of lists; count.go: their counters
package wordml
