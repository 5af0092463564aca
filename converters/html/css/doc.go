// Package css finds how the elements of a page look by its style sheets and its
// style attributes: hidden or shown, colours, sizes, lists.
//
//   - read.go, media.go: sheets to rules
//   - select.go, pseudo.go: selectors; attr.go: the attributes that they ask for
//   - match.go, place.go: what a selector matches
//   - sheet.go, cascade.go, var.go: the rules of a page, and the cascade
//   - look.go, hide.go: values to a look
//
// Properties and their values are those of the package props. Rules and values
// that are not evaluated hide nothing: :has(), :last-child and what else asks for
// more than is in front of an element, @supports, @container and @scope, media
// joined by "or", the end of an animation. What they may hide is told by
// [visible.StyleUnsure]. Matching has a budget of steps: when it is spent, what
// a rule may hide is hidden.
package css
