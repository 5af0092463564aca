package program

import (
	"iter"

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
	root := newRoot(t, "")
	describe(root)
	return root
}

// Names returns the names of the commands that are made by them, and the root of one.
func Names(t *cli.Terminal) iter.Seq2[string, *cobra.Command] {
	return func(yield func(string, *cobra.Command) bool) {
		for name := range commands(t) {
			root := newRoot(t, name)
			describe(root)
			if !yield(name, root) {
				return
			}
		}
	}
}

// ModuleLicences returns the licences of the modules that are linked in.
func ModuleLicences() string { return moduleLicences }

// PDFiumLicences returns those of PDFium and what it is made of.
func PDFiumLicences() string { return pdfiumLicences }
