package html

// property is a property of CSS that the converter reads.
type property uint8

const (
	propDisplay property = iota
	propVisibility
	propContentVisibility
	propOpacity
	propFilter
	propFontSize
	propFont
	propPosition
	propLeft
	propRight
	propTop
	propBottom
	propMarginLeft
	propMarginTop
	propMargin
	propTextIndent
	propWidth
	propHeight
	propMaxWidth
	propMaxHeight
	propOverflow
	propOverflowX
	propOverflowY
	propClip
	propClipPath
	propTransform
	propColor
	propBackgroundColor
	propBackground
	propBackgroundImage
	propFontWeight
	propFontStyle
	propTextDecoration
	propTextDecorationLine
	propVerticalAlign
	propWhiteSpace
	propListStyleType
	propListStyle
	propTextAlign
	propMsoHide
	propMsoList
	propMsoOutlineLevel
	propMsoElement
	propMsoSpecialCharacter
	propTextFill
	propCount
)

// properties gives each property of CSS its number.
var properties = map[string]property{
	"display":                 propDisplay,
	"visibility":              propVisibility,
	"content-visibility":      propContentVisibility,
	"opacity":                 propOpacity,
	"filter":                  propFilter,
	"font-size":               propFontSize,
	"font":                    propFont,
	"position":                propPosition,
	"left":                    propLeft,
	"right":                   propRight,
	"top":                     propTop,
	"bottom":                  propBottom,
	"margin-left":             propMarginLeft,
	"margin-top":              propMarginTop,
	"margin":                  propMargin,
	"text-indent":             propTextIndent,
	"width":                   propWidth,
	"height":                  propHeight,
	"max-width":               propMaxWidth,
	"max-height":              propMaxHeight,
	"overflow":                propOverflow,
	"overflow-x":              propOverflowX,
	"overflow-y":              propOverflowY,
	"clip":                    propClip,
	"clip-path":               propClipPath,
	"transform":               propTransform,
	"color":                   propColor,
	"background-color":        propBackgroundColor,
	"background":              propBackground,
	"background-image":        propBackgroundImage,
	"font-weight":             propFontWeight,
	"font-style":              propFontStyle,
	"text-decoration":         propTextDecoration,
	"text-decoration-line":    propTextDecorationLine,
	"vertical-align":          propVerticalAlign,
	"white-space":             propWhiteSpace,
	"list-style-type":         propListStyleType,
	"list-style":              propListStyle,
	"text-align":              propTextAlign,
	"mso-hide":                propMsoHide,
	"mso-list":                propMsoList,
	"mso-outline-level":       propMsoOutlineLevel,
	"mso-element":             propMsoElement,
	"mso-special-character":   propMsoSpecialCharacter,
	"-webkit-text-fill-color": propTextFill,
}
