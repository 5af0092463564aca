// Package css finds how the elements of a page look by its style sheets and its
// style attributes: hidden or shown, colours, sizes, lists.
//
//   - read.go, at.go, nest.go, media.go, frames.go: sheets to rules
//   - select.go, pseudo.go: selectors; attr.go: the attributes that they ask for
//   - match.go, place.go, filter.go: what a selector matches
//   - sheet.go, var.go: the rules of a page, and the cascade
//   - look.go, hide.go, transform.go: values to a look
//
// Properties and their values are those of the package props. Matching has a
// budget of steps: when it is spent, what a rule may hide is hidden.
package css
