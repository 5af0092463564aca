// Package magic tells by the first bytes of a file what it is, if it is no text.
package magic
