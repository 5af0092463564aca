// Package magic recognises the type of a file that is not text by its first bytes.
package magic
