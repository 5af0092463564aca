package html

// property is a property of CSS that the converter reads.
type property uint8

const (
	propDisplay property = iota
	propVisibility
	propContentVisibility
	propContent
	propOpacity
	propFilter
	propFontSize
	propFontSizeAdjust
	propFontWeight
	propFontStyle
	propPosition
	propLeft
	propRight
	propTop
	propBottom
	propMarginLeft
	propMarginTop
	propTextIndent
	propLetterSpacing
	propLineHeight
	propWidth
	propHeight
	propMaxWidth
	propMaxHeight
	propMinWidth
	propMinHeight
	propPaddingX
	propPaddingY
	propFlex
	propTextOverflow
	propContain
	propOverflowX
	propOverflowY
	propClip
	propClipPath
	propTransform
	propTranslate
	propScale
	propRotate
	propZoom
	propMaskImage
	propColor
	propTextFill
	propColorScheme
	propFill
	propFillOpacity
	propStrokePaint
	propTextShadow
	propStrokeWidth
	propStrokeColor
	propBackgroundColor
	propBackgroundImage
	propBackgroundClip
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
	propAnimationName
	propAnimationFill
	propCount // of those that a cascade keeps; what follows stands for some of them
	propMargin
	propMarginInline
	propMarginBlock
	propInset
	propInsetInline
	propInsetBlock
	propOverflow
	propFont
	propBackground
	propPadding
	propMask
	propAnimation
	propStroke
)

// properties gives each property of CSS its number.
var properties = map[string]property{
	"display":                     propDisplay,
	"visibility":                  propVisibility,
	"content-visibility":          propContentVisibility,
	"content":                     propContent,
	"opacity":                     propOpacity,
	"filter":                      propFilter,
	"-webkit-filter":              propFilter,
	"font-size":                   propFontSize,
	"font-size-adjust":            propFontSizeAdjust,
	"font-weight":                 propFontWeight,
	"font-style":                  propFontStyle,
	"position":                    propPosition,
	"left":                        propLeft,
	"inset-inline-start":          propLeft,
	"right":                       propRight,
	"inset-inline-end":            propRight,
	"top":                         propTop,
	"inset-block-start":           propTop,
	"bottom":                      propBottom,
	"inset-block-end":             propBottom,
	"margin-left":                 propMarginLeft,
	"margin-inline-start":         propMarginLeft,
	"margin-top":                  propMarginTop,
	"margin-block-start":          propMarginTop,
	"text-indent":                 propTextIndent,
	"letter-spacing":              propLetterSpacing,
	"line-height":                 propLineHeight,
	"width":                       propWidth,
	"inline-size":                 propWidth,
	"height":                      propHeight,
	"block-size":                  propHeight,
	"max-width":                   propMaxWidth,
	"max-inline-size":             propMaxWidth,
	"max-height":                  propMaxHeight,
	"max-block-size":              propMaxHeight,
	"min-width":                   propMinWidth,
	"min-inline-size":             propMinWidth,
	"min-height":                  propMinHeight,
	"min-block-size":              propMinHeight,
	"padding-left":                propPaddingX,
	"padding-right":               propPaddingX,
	"padding-inline":              propPaddingX,
	"padding-inline-start":        propPaddingX,
	"padding-inline-end":          propPaddingX,
	"padding-top":                 propPaddingY,
	"padding-bottom":              propPaddingY,
	"padding-block":               propPaddingY,
	"padding-block-start":         propPaddingY,
	"padding-block-end":           propPaddingY,
	"flex":                        propFlex,
	"flex-grow":                   propFlex,
	"-webkit-flex":                propFlex,
	"text-overflow":               propTextOverflow,
	"contain":                     propContain,
	"overflow-x":                  propOverflowX,
	"overflow-inline":             propOverflowX,
	"overflow-y":                  propOverflowY,
	"overflow-block":              propOverflowY,
	"clip":                        propClip,
	"clip-path":                   propClipPath,
	"-webkit-clip-path":           propClipPath,
	"transform":                   propTransform,
	"-webkit-transform":           propTransform,
	"-ms-transform":               propTransform,
	"translate":                   propTranslate,
	"scale":                       propScale,
	"rotate":                      propRotate,
	"zoom":                        propZoom,
	"mask-image":                  propMaskImage,
	"-webkit-mask-image":          propMaskImage,
	"color":                       propColor,
	"-webkit-text-fill-color":     propTextFill,
	"fill":                        propFill,
	"color-scheme":                propColorScheme,
	"fill-opacity":                propFillOpacity,
	"stroke":                      propStrokePaint,
	"text-shadow":                 propTextShadow,
	"-webkit-text-stroke":         propStroke,
	"-webkit-text-stroke-width":   propStrokeWidth,
	"-webkit-text-stroke-color":   propStrokeColor,
	"background-color":            propBackgroundColor,
	"background-image":            propBackgroundImage,
	"background-clip":             propBackgroundClip,
	"-webkit-background-clip":     propBackgroundClip,
	"text-decoration":             propTextDecoration,
	"text-decoration-line":        propTextDecorationLine,
	"vertical-align":              propVerticalAlign,
	"white-space":                 propWhiteSpace,
	"list-style-type":             propListStyleType,
	"list-style":                  propListStyle,
	"text-align":                  propTextAlign,
	"mso-hide":                    propMsoHide,
	"mso-list":                    propMsoList,
	"mso-outline-level":           propMsoOutlineLevel,
	"mso-element":                 propMsoElement,
	"mso-special-character":       propMsoSpecialCharacter,
	"animation-name":              propAnimationName,
	"-webkit-animation-name":      propAnimationName,
	"animation-fill-mode":         propAnimationFill,
	"-webkit-animation-fill-mode": propAnimationFill,
	"margin":                      propMargin,
	"margin-inline":               propMarginInline,
	"margin-block":                propMarginBlock,
	"inset":                       propInset,
	"inset-inline":                propInsetInline,
	"inset-block":                 propInsetBlock,
	"overflow":                    propOverflow,
	"font":                        propFont,
	"background":                  propBackground,
	"padding":                     propPadding,
	"mask":                        propMask,
	"-webkit-mask":                propMask,
	"animation":                   propAnimation,
	"-webkit-animation":           propAnimation,
}
