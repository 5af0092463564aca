package converters

// WarningInfo describes a warning's code for people and for the docs.
type WarningInfo struct{ Code, Title string }

// The codes of warnings that any format may give. A format declares its own in
// [Format.Warnings].
const (
	WarnContentDiffers    = "content-differs"
	WarnEncodingUncertain = "encoding-uncertain"
	WarnEncodingReplaced  = "encoding-replaced"
	WarnUnassigned        = "char-unassigned"
	WarnLinkDropped       = "link-dropped"
	WarnImageNoAlt        = "image-without-alt"
	WarnRowsOmitted       = "rows-omitted"
	WarnSpansFlattened    = "spans-flattened"
	WarnBlocksFlattened   = "blocks-flattened"
)

// Warnings returns the codes that any format may give, those of the text gate
// aside: they are "char-u01" to "char-u16", one a rule.
func Warnings() []WarningInfo {
	return []WarningInfo{
		{WarnContentDiffers, "the content is of another format than the name says; read as what it is"},
		{WarnEncodingUncertain, "the encoding was guessed with a small margin"},
		{WarnEncodingReplaced, "bytes that are no text in the encoding became U+FFFD"},
		{WarnUnassigned, "characters that Unicode 17 does not assign were kept"},
		{WarnLinkDropped, "a link's target is not http, https or mailto; its text was kept"},
		{WarnImageNoAlt, "an image without alternative text"},
		{WarnRowsOmitted, "rows in the middle of a long table were left out"},
		{WarnSpansFlattened, "merged cells stand in their first place"},
		{WarnBlocksFlattened, "blocks that a table cell of Markdown cannot hold became plain"},
	}
}
