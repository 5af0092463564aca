// Package vocab has what the readers of XML vocabularies share: a document as a
// tree, with what reading it needs, and the namespaces.
package vocab
