// Package props reads declarations of CSS: the properties that decide whether
// and how a text shows, their values, lengths and colours.
//
//   - property.go, declare.go: properties, shorthands and declarations
//   - effect.go: functions that hide
//   - color.go, color_table.go: colours (css-color-4)
//   - value.go: lengths and numbers, with calc() and its like
//   - text.go: strings, escapes and brackets of CSS (css-syntax-3)
package props
