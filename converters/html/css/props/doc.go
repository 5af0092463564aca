// Package props reads declarations of CSS: the properties that decide whether
// and how a text shows, their values, lengths and colours.
//
//   - text.go: strings, escapes and brackets of CSS (css-syntax-3)
//   - property_table.go, shorthand.go, declare.go: properties
//   - valid.go: which values a browser takes; effect.go: functions that hide
//   - value.go: lengths and numbers, with calc() and its like
//   - ink.go, color.go, color_table.go: colours (css-color-4)
package props
