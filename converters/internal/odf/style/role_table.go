package style

// Role is what a style means by its name.
type Role uint8

const (
	roleNone    Role = iota
	roleLook         // nothing, but that its looks are those of its place, not emphasis
	RoleTitle        // the title of the document
	RoleQuote        // a quotation
	RoleCode         // lines of code
	RoleListing      // all lines of a piece of code
	RoleMono         // characters of code
	RoleRule         // a line across the page
	RoleTerm         // what a definition defines
	RoleDetail       // what is said of it
	RoleHead         // the head of a table
)

// rolesByName says what the names of styles mean, in lower case, as
// LibreOffice, Word, pandoc and their like call them, besides those that
// wordtext knows. A space or a digit at the end of a name is left out.
var rolesByName = map[string]Role{
	"title": RoleTitle,

	"source code": RoleListing, "listing": RoleListing,

	"horizontal line": RoleRule,

	"table heading": RoleHead,

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
