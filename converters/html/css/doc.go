// Package css finds how the elements of a page look by its style sheets and its
// style attributes: hidden or shown, colours, sizes, lists.
//
//   - attr.go: the attributes that selectors ask for
//   - sheet.go: how an element looks by the sheets of its page, and variables
//   - read.go: sheets to rules, and media
//   - selector.go, match.go: selectors, and what they match
//   - look.go: the declarations that hold for an element, and the look that
//     they give
//
// Properties and their values are those of the package props. Rules and values
// that are not evaluated, as no page was found that reads otherwise by them, hide
// nothing: @layer, @supports, @container and @scope, what a rule
// inside a rule is inside of, media joined by "or", pseudo-classes that ask for
// more than is in front of an element, animations that stay at their end. Where
// they may hide an element, or show it, [visible.StyleUnsure] says so. Matching
// has a budget of steps: when it is spent, elements have that look, too.
package css
