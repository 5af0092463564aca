package xml

import "github.com/seed353dc258/backstory/converters/internal/xmlread"

func spaces() *xmlread.Spaces { return xmlread.NewSpaces() }
