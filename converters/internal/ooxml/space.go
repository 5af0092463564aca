package ooxml

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// The namespaces that this package reads.
const (
	spaceTypes     xmlread.Space = iota + 1 // content types
	spaceRelations                          // relationships
	spaceCore                               // core properties
	spaceDC                                 // Dublin Core
	spaceTerms                              // the terms of Dublin Core
)

// Spaces returns a list of namespaces for [xmlread.NewSpaces]: the names that
// Transitional and Strict OOXML give to one of them. The path is the end of
// both names, as in "wordprocessingml/main"; more are names in full that mean
// the same.
func Spaces(path string, more ...string) []string {
	domain, rest, _ := strings.Cut(path, "/")
	names := []string{
		"http://schemas.openxmlformats.org/" + domain + "/2006/" + rest,
		"http://purl.oclc.org/ooxml/" + path,
	}
	return append(names, more...)
}

// ownSpaces is a table that nothing changes.
var ownSpaces = xmlread.NewSpaces(
	[]string{"http://schemas.openxmlformats.org/package/2006/content-types"},
	[]string{"http://schemas.openxmlformats.org/package/2006/relationships"},
	[]string{"http://schemas.openxmlformats.org/package/2006/metadata/core-properties"},
	[]string{"http://purl.org/dc/elements/1.1/"},
	[]string{"http://purl.org/dc/terms/"},
)
