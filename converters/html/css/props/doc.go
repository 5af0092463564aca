// Package props reads declarations of CSS: the properties that decide whether
// and how a text shows, their values, lengths and colours.
//
//   - effect.go: functions that hide
//   - declare.go, property.go: properties, shorthands and declarations
//   - color.go, color_table.go: colours (css-color-4)
//   - value.go: lengths and numbers, with calc() and its like
//   - text.go: strings, escapes and brackets of CSS (css-syntax-3)
package props
