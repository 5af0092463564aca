package program

// What the tests look at.
var (
	CommandsBelow = commandsBelow
	Execute       = execute
	NewRoot       = newRoot
	PageName      = pageName
	Pages         = pages
)

// ModuleLicences returns the licences of the modules that are linked in.
func ModuleLicences() string { return moduleLicences }

// PDFiumLicences returns those of PDFium and what it is made of.
func PDFiumLicences() string { return pdfiumLicences }
