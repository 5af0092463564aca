package program

import (
	_ "embed" // for the texts
	"io"

	"github.com/seed353dc258/backstory/internal/lint/secrets"
)

// The licences of what is built into the program. TestLicencesAreComplete
// makes the first of them.
var (
	//go:embed licences/modules.txt
	moduleLicences string
	//go:embed licences/pdfium.txt
	pdfiumLicences string
)

// writeLicences writes the licences of all that is built into the program.
func writeLicences(w io.Writer) error {
	for _, text := range []string{moduleLicences, "\n", pdfiumLicences, "\n", secrets.Notice} {
		if _, err := io.WriteString(w, text); err != nil {
			return err
		}
	}
	return nil
}
