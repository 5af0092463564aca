package wordml

import (
	"cmp"

	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// Definitions are what the parts beside the text define. Each is read when it is
// asked for first.
type Definitions struct {
	Package *ooxml.Package
	Main    *ooxml.Relations // of the main part
	Spaces  *xmlread.Spaces
	// Charge takes nodes of about 32 bytes from the budget for what is defined.
	Charge func(nodes int) error
	// Fail gets errors of what is read on the way.
	Fail func(error)
	// Spare returns nil for the error of a part that is broken and may be missed.
	Spare func(part string, err error) error
	// Section reads the properties of a section, which are among those of a
	// paragraph.
	Section func(*xmlread.Scanner) error

	styles styles
	lists  lists
	theme  theme
}

// What is defined is charged in nodes.
const (
	nodesStyle  = 16
	nodesList   = 6  // of the numbering, or a definition
	nodesLevels = 36 // of a definition that is used
)

// Open notes where the styles are. The errors are those of the scanner and of the
// budget, but for a part that can be spared.
func (defs *Definitions) Open() error {
	defs.styles.byID = map[string]int32{}
	part := defs.Package.Part(defs.Main, "styles")
	return defs.Spare(part, defs.readStyles(part))
}

// Err returns the first error that reading styles and lists gave since.
func (defs *Definitions) Err() error {
	return cmp.Or(
		defs.Spare(defs.Package.Part(defs.Main, "styles"), defs.styles.err),
		defs.Spare(defs.Package.Part(defs.Main, "numbering"), defs.lists.err),
	)
}
