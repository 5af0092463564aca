package vocab

import "github.com/seed353dc258/backstory/converters/internal/xmlread"

// The namespaces of the vocabularies that have a reading of their own.
const (
	NsAtom xmlread.Space = iota + 1
	NsContent
	NsDC
	NsRSS1
	NsRDF
	NsDocBook
	NsXLink
	NsMathML
	NsWord
	NsWordAux
	NsAnnotation
	NsOffice
	NsVML
	NsPackage
	NsITunes
	NsMedia
)

// Spaces returns the namespaces by their addresses.
func Spaces() *xmlread.Spaces {
	return xmlread.NewSpaces(
		[]string{"http://www.w3.org/2005/Atom", "http://purl.org/atom/ns#"},
		[]string{"http://purl.org/rss/1.0/modules/content/"},
		[]string{"http://purl.org/dc/elements/1.1/"},
		[]string{"http://purl.org/rss/1.0/", "http://my.netscape.com/rdf/simple/0.9/"},
		[]string{"http://www.w3.org/1999/02/22-rdf-syntax-ns#"},
		[]string{"http://docbook.org/ns/docbook"},
		[]string{"http://www.w3.org/1999/xlink"},
		[]string{"http://www.w3.org/1998/Math/MathML"},
		[]string{"http://schemas.microsoft.com/office/word/2003/wordml"},
		[]string{"http://schemas.microsoft.com/office/word/2003/auxHint"},
		[]string{"http://schemas.microsoft.com/aml/2001/core"},
		[]string{"urn:schemas-microsoft-com:office:office"},
		[]string{"urn:schemas-microsoft-com:vml"},
		[]string{"http://schemas.microsoft.com/office/2006/xmlPackage"},
		[]string{"http://www.itunes.com/dtds/podcast-1.0.dtd", "http://www.itunes.com/DTDs/Podcast-1.0.dtd"},
		[]string{"http://search.yahoo.com/mrss/"},
	)
}
