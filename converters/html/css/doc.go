// Package css finds how the elements of a page look by its style sheets and its
// style attributes: hidden or shown, colours, sizes, lists.
//
//   - attr.go: the attributes that selectors ask for
//   - sheet.go: how an element looks by the sheets of its page, and variables
//   - read.go, media.go: sheets to rules, and the conditions of some
//   - animate.go: animations, and how an element goes through them
//   - selector.go, match.go, place.go: selectors, and what they match
//   - look.go: the look that the declarations that hold for an element give
//   - cascade.go: which of them hold
//   - cover.go: boxes that lie over others
//   - shadow.go: templates that show in place of what is in an element
//
// Properties and their values are those of the package props. What is not
// evaluated hides nothing: @container and @scope, layers inside one another,
// pseudo-classes that ask for what is in an element, the first line, animations
// that take long. Where they may hide an element, or show it,
// [visible.StyleUnsure] says so. Matching has a budget of steps: when it is
// spent, elements have that look, too.
package css
