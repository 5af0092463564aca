package props

// Property is a property of CSS that the converter reads.
type Property uint8

const (
	Display Property = iota
	Visibility
	ContentVisibility
	Content
	Opacity
	Filter
	FontSize
	FontSizeAdjust
	FontWeight
	FontStyle
	Position
	Left
	Right
	Top
	Bottom
	MarginLeft
	MarginTop
	TextIndent
	LetterSpacing
	LineHeight
	Width
	Height
	MaxWidth
	MaxHeight
	MinWidth
	MinHeight
	PaddingX
	PaddingY
	Flex
	TextOverflow
	Contain
	OverflowX
	OverflowY
	Clip
	ClipPath
	Transform
	Translate
	Scale
	Rotate
	Zoom
	MaskImage
	Color
	TextFill
	ColorScheme
	Fill
	FillOpacity
	StrokePaint
	TextShadow
	StrokeWidth
	StrokeColor
	BackgroundColor
	BackgroundImage
	BackgroundClip
	TextDecoration
	TextDecorationLine
	VerticalAlign
	WhiteSpace
	ListStyleType
	ListStyle
	TextAlign
	MsoHide
	MsoList
	MsoOutlineLevel
	MsoElement
	MsoSpecialCharacter
	AnimationName
	AnimationFill
	Count // of those that a cascade keeps; what follows stands for some of them
	Margin
	MarginInline
	MarginBlock
	Inset
	InsetInline
	InsetBlock
	Overflow
	Font
	Background
	Padding
	Mask
	Animation
	Stroke
)

// Properties gives each property of CSS its number.
var Properties = map[string]Property{
	"display":                     Display,
	"visibility":                  Visibility,
	"content-visibility":          ContentVisibility,
	"content":                     Content,
	"opacity":                     Opacity,
	"filter":                      Filter,
	"-webkit-filter":              Filter,
	"font-size":                   FontSize,
	"font-size-adjust":            FontSizeAdjust,
	"font-weight":                 FontWeight,
	"font-style":                  FontStyle,
	"position":                    Position,
	"left":                        Left,
	"inset-inline-start":          Left,
	"right":                       Right,
	"inset-inline-end":            Right,
	"top":                         Top,
	"inset-block-start":           Top,
	"bottom":                      Bottom,
	"inset-block-end":             Bottom,
	"margin-left":                 MarginLeft,
	"margin-inline-start":         MarginLeft,
	"margin-top":                  MarginTop,
	"margin-block-start":          MarginTop,
	"text-indent":                 TextIndent,
	"letter-spacing":              LetterSpacing,
	"line-height":                 LineHeight,
	"width":                       Width,
	"inline-size":                 Width,
	"height":                      Height,
	"block-size":                  Height,
	"max-width":                   MaxWidth,
	"max-inline-size":             MaxWidth,
	"max-height":                  MaxHeight,
	"max-block-size":              MaxHeight,
	"min-width":                   MinWidth,
	"min-inline-size":             MinWidth,
	"min-height":                  MinHeight,
	"min-block-size":              MinHeight,
	"padding-left":                PaddingX,
	"padding-right":               PaddingX,
	"padding-inline":              PaddingX,
	"padding-inline-start":        PaddingX,
	"padding-inline-end":          PaddingX,
	"padding-top":                 PaddingY,
	"padding-bottom":              PaddingY,
	"padding-block":               PaddingY,
	"padding-block-start":         PaddingY,
	"padding-block-end":           PaddingY,
	"flex":                        Flex,
	"flex-grow":                   Flex,
	"-webkit-flex":                Flex,
	"text-overflow":               TextOverflow,
	"contain":                     Contain,
	"overflow-x":                  OverflowX,
	"overflow-inline":             OverflowX,
	"overflow-y":                  OverflowY,
	"overflow-block":              OverflowY,
	"clip":                        Clip,
	"clip-path":                   ClipPath,
	"-webkit-clip-path":           ClipPath,
	"transform":                   Transform,
	"-webkit-transform":           Transform,
	"-ms-transform":               Transform,
	"translate":                   Translate,
	"scale":                       Scale,
	"rotate":                      Rotate,
	"zoom":                        Zoom,
	"mask-image":                  MaskImage,
	"-webkit-mask-image":          MaskImage,
	"color":                       Color,
	"-webkit-text-fill-color":     TextFill,
	"fill":                        Fill,
	"color-scheme":                ColorScheme,
	"fill-opacity":                FillOpacity,
	"stroke":                      StrokePaint,
	"text-shadow":                 TextShadow,
	"-webkit-text-stroke":         Stroke,
	"-webkit-text-stroke-width":   StrokeWidth,
	"-webkit-text-stroke-color":   StrokeColor,
	"background-color":            BackgroundColor,
	"background-image":            BackgroundImage,
	"background-clip":             BackgroundClip,
	"-webkit-background-clip":     BackgroundClip,
	"text-decoration":             TextDecoration,
	"text-decoration-line":        TextDecorationLine,
	"vertical-align":              VerticalAlign,
	"white-space":                 WhiteSpace,
	"list-style-type":             ListStyleType,
	"list-style":                  ListStyle,
	"text-align":                  TextAlign,
	"mso-hide":                    MsoHide,
	"mso-list":                    MsoList,
	"mso-outline-level":           MsoOutlineLevel,
	"mso-element":                 MsoElement,
	"mso-special-character":       MsoSpecialCharacter,
	"animation-name":              AnimationName,
	"-webkit-animation-name":      AnimationName,
	"animation-fill-mode":         AnimationFill,
	"-webkit-animation-fill-mode": AnimationFill,
	"margin":                      Margin,
	"margin-inline":               MarginInline,
	"margin-block":                MarginBlock,
	"inset":                       Inset,
	"inset-inline":                InsetInline,
	"inset-block":                 InsetBlock,
	"overflow":                    Overflow,
	"font":                        Font,
	"background":                  Background,
	"padding":                     Padding,
	"mask":                        Mask,
	"-webkit-mask":                Mask,
	"animation":                   Animation,
	"-webkit-animation":           Animation,
}
