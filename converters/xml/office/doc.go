// Package office reads documents of Office that are one file of XML: packages of
// Office Open XML as Word and PowerPoint save them (Flat OPC), and documents of
// Word 2003 (WordprocessingML of the Office 2003 XML Reference Schemas). Each
// becomes the package that it is short for, which the format of that package
// reads.
//
//   - flat.go: a package in one file
//   - word.go: a document of Word 2003; names_table.go: what it calls otherwise
//   - pack.go: parts to a package
package office
