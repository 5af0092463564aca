package props

import "strings"

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
	ZIndex
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
	AnimationName
	AnimationFill
	Count // of those that a cascade keeps; the shorthands follow
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

// names are the names of each property.
var names = [...]string{
	Display:            "display",
	Visibility:         "visibility",
	ContentVisibility:  "content-visibility",
	Content:            "content",
	Opacity:            "opacity",
	Filter:             "filter -webkit-filter",
	FontSize:           "font-size",
	FontSizeAdjust:     "font-size-adjust",
	FontWeight:         "font-weight",
	FontStyle:          "font-style",
	Position:           "position",
	Left:               "left inset-inline-start",
	Right:              "right inset-inline-end",
	Top:                "top inset-block-start",
	Bottom:             "bottom inset-block-end",
	MarginLeft:         "margin-left margin-inline-start",
	MarginTop:          "margin-top margin-block-start",
	TextIndent:         "text-indent",
	LetterSpacing:      "letter-spacing",
	LineHeight:         "line-height",
	Width:              "width inline-size",
	Height:             "height block-size",
	MaxWidth:           "max-width max-inline-size",
	MaxHeight:          "max-height max-block-size",
	MinWidth:           "min-width min-inline-size",
	MinHeight:          "min-height min-block-size",
	PaddingX:           "padding-left padding-right padding-inline padding-inline-start padding-inline-end",
	PaddingY:           "padding-top padding-bottom padding-block padding-block-start padding-block-end",
	Flex:               "flex flex-grow -webkit-flex",
	TextOverflow:       "text-overflow",
	Contain:            "contain",
	OverflowX:          "overflow-x overflow-inline",
	OverflowY:          "overflow-y overflow-block",
	Clip:               "clip",
	ClipPath:           "clip-path -webkit-clip-path",
	Transform:          "transform -webkit-transform -ms-transform",
	Translate:          "translate",
	Scale:              "scale",
	Rotate:             "rotate",
	Zoom:               "zoom",
	ZIndex:             "z-index",
	MaskImage:          "mask-image -webkit-mask-image",
	Color:              "color",
	TextFill:           "-webkit-text-fill-color",
	ColorScheme:        "color-scheme",
	Fill:               "fill",
	FillOpacity:        "fill-opacity",
	StrokePaint:        "stroke",
	TextShadow:         "text-shadow",
	StrokeWidth:        "-webkit-text-stroke-width",
	StrokeColor:        "-webkit-text-stroke-color",
	BackgroundColor:    "background-color",
	BackgroundImage:    "background-image",
	BackgroundClip:     "background-clip -webkit-background-clip",
	TextDecoration:     "text-decoration",
	TextDecorationLine: "text-decoration-line",
	VerticalAlign:      "vertical-align",
	WhiteSpace:         "white-space",
	ListStyleType:      "list-style-type",
	ListStyle:          "list-style",
	TextAlign:          "text-align",
	MsoHide:            "mso-hide",
	MsoList:            "mso-list",
	MsoOutlineLevel:    "mso-outline-level",
	AnimationName:      "animation-name -webkit-animation-name",
	AnimationFill:      "animation-fill-mode -webkit-animation-fill-mode",
	Margin:             "margin",
	MarginInline:       "margin-inline",
	MarginBlock:        "margin-block",
	Inset:              "inset",
	InsetInline:        "inset-inline",
	InsetBlock:         "inset-block",
	Overflow:           "overflow",
	Font:               "font",
	Background:         "background",
	Padding:            "padding",
	Mask:               "mask -webkit-mask",
	Animation:          "animation -webkit-animation",
	Stroke:             "-webkit-text-stroke",
}

// properties gives each name its property.
var properties = func() map[string]Property {
	m := make(map[string]Property, 2*len(names))
	for p, list := range names {
		for name := range strings.FieldsSeq(list) {
			m[name] = Property(p)
		}
	}
	return m
}()
