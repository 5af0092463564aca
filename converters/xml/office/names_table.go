package office

// elementNames are elements of Word 2003 by what they are called since 2006.
// Others have the same name; where they have hyphens, a capital is there instead.
var elementNames = map[string]string{
	"docPr":         "settings",
	"hmerge":        "hMerge",
	"ilfo":          "numId",
	"ilst":          "abstractNumId",
	"list":          "num",
	"listDef":       "abstractNum",
	"listPr":        "numPr",
	"listStyleLink": "numStyleLink",
	"lists":         "numbering",
	"vmerge":        "vMerge",
}

// attributeNames are the same for attributes.
var attributeNames = map[string]string{
	"bgcolor":   "color",
	"ilfo":      "numId",
	"listDefId": "abstractNumId",
}
