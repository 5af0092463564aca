// Package ooxml reads what all documents of Office Open XML have in common
// (ISO/IEC 29500-2, the Open Packaging Conventions): a zip package whose parts
// name one another by relationships.
//
//   - open.go: opening a package, its main part
//   - types.go: content types, telling documents of one kind from another
//   - core.go: title, author and dates
//   - relation.go: relationships
//   - package.go: the text of parts
//   - compat.go: the branch of an alternative that a reader takes
//   - space.go: the names of namespaces, Strict and Transitional
//
// Parts are found by the types of their relationships, never by their names.
// A relationship that leads out of the package is never followed; one that is
// not the target of a link is counted as a warning.
package ooxml
