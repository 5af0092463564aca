// Package zipfile reads the zip packages that documents are (APPNOTE 6.3.10,
// ECMA-376 part 2 and ODF 1.3 part 2 say what of zip they use).
//
//   - archive.go: opening a package, finding and reading its parts
//   - index.go: names and places of entries
//   - inflate.go: packed bytes to content, whole or piece by piece, checked
//   - directory.go, end.go: the central directory and what is wrong with one
//   - ole.go: what a file is that is an OLE container instead
//
// It is made for packages from strangers. Nothing is unpacked before it is
// asked for, and nothing is asked for beyond what the directory promises: a
// part that unpacks to another length or another checksum than promised is an
// error, so that every limit is checked before a byte is unpacked. Entries
// that overlap, that have the same name, or whose names lead out of the
// package are errors, too.
//
// Read: stored and deflated entries, Zip64, data descriptors, bytes in front
// of the package, names with backslashes. Not read: other methods, packages
// over several volumes; encrypted entries are a [converters.EncryptedError].
package zipfile
