package program

import (
	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
)

// What the tests look at.
var (
	CommandsBelow = commandsBelow
	Execute       = execute
	PageName      = pageName
	Pages         = pages
)

// NewRoot returns all commands with their help.
func NewRoot(t *cli.Terminal) *cobra.Command {
	root := newRoot(t)
	describe(root)
	return root
}

// ModuleLicences returns the licences of the modules that are linked in.
func ModuleLicences() string { return moduleLicences }

// PDFiumLicences returns those of PDFium and what it is made of.
func PDFiumLicences() string { return pdfiumLicences }
