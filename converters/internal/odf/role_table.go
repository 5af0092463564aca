package odf

// role is what a style means by its name.
type role uint8

const (
	roleNone    role = iota
	roleLook         // nothing, but that its looks are those of its place, not emphasis
	roleTitle        // the title of the document
	roleQuote        // a quotation
	roleCode         // lines of code
	roleListing      // all lines of a piece of code
	roleMono         // characters of code
	roleRule         // a line across the page
	roleTerm         // what a definition defines
	roleDetail       // what is said of it
	roleHead         // the head of a table
)

// rolesByName says what the names of styles mean, in lower case, as
// LibreOffice, Word, pandoc and their like call them. A space or a digit at
// the end of a name is left out.
var rolesByName = map[string]role{
	"title": roleTitle,

	"quotations": roleQuote, "quote": roleQuote, "intense quote": roleQuote, "block text": roleQuote,
	"block quotation": roleQuote, "blockquote": roleQuote, "block quote": roleQuote, "zitat": roleQuote,
	"citation intense": roleQuote, "cita": roleQuote,

	"preformatted text": roleCode, "source code": roleListing, "html preformatted": roleCode, "code": roleCode,
	"code block": roleCode, "plain code": roleCode, "listing": roleCode,

	"source text": roleMono, "source_text": roleMono, "teletype": roleMono, "verbatim char": roleMono, "user entry": roleMono,
	"html code": roleMono, "inline code": roleMono, "code char": roleMono, "html typewriter": roleMono,
	"html keyboard": roleMono, "html sample": roleMono,

	"horizontal line": roleRule,

	"definition term": roleTerm, "definition term tight": roleTerm, "list heading": roleTerm,
	"definition definition": roleDetail, "definition": roleDetail, "definition definition tight": roleDetail, "list contents": roleDetail,

	"table heading": roleHead,

	"heading": roleLook, "subtitle": roleLook, "caption": roleLook, "table caption": roleLook, "image caption": roleLook,
	"figure": roleLook, "figurecaption": roleLook, "figurewithcaption": roleLook, "captioned figure": roleLook,
	"illustration": roleLook, "table": roleLook, "drawing": roleLook, "text": roleLook,
	"table contents": roleLook, "author": roleLook, "date": roleLook, "abstract": roleLook, "abstract title": roleLook,
	"toc heading": roleLook, "contents heading": roleLook, "contents": roleLook, "toc": roleLook,
	"index": roleLook, "index heading": roleLook, "index separator": roleLook, "user index heading": roleLook,
	"illustration index heading": roleLook, "object index heading": roleLook, "table index heading": roleLook,
	"bibliography": roleLook, "bibliography heading": roleLook,
	"header": roleLook, "header left": roleLook, "header right": roleLook, "header and footer": roleLook,
	"footer": roleLook, "footer left": roleLook, "footer right": roleLook,
	"footnote": roleLook, "footnote text": roleLook, "endnote": roleLook, "endnote text": roleLook,
	"addressee": roleLook, "sender": roleLook, "signature": roleLook, "salutation": roleLook,
	"standard": roleLook, "normal": roleLook, "text body": roleLook, "body text": roleLook, "first paragraph": roleLook, "compact": roleLook,
	"list": roleLook, "list start": roleLook, "list end": roleLook, "list cont": roleLook,
	"numbering": roleLook, "numbering start": roleLook, "numbering end": roleLook, "numbering cont": roleLook,
	"frame contents": roleLook, "marginalia": roleLook, "hanging indent": roleLook, "comment": roleLook,
}
