package props

import (
	"strings"
	"sync"

	"github.com/seed353dc258/backstory/converters/html/dom"
)

// Property is a property of CSS that the converter reads.
type Property uint8

const (
	Display Property = iota
	Visibility
	ContentVisibility
	Content
	Opacity
	filter
	FontSize
	FontSizeAdjust
	FontWeight
	FontStyle
	FontFamily
	Position
	Left
	Right
	Top
	Bottom
	MarginLeft
	marginRight
	MarginTop
	marginBottom
	float
	TextIndent
	LetterSpacing
	LineHeight
	Width
	Height
	MaxWidth
	MaxHeight
	MinWidth
	MinHeight
	paddingTop
	paddingRight
	paddingBottom
	paddingLeft
	lineClamp
	Flex
	flexBasis
	TextOverflow
	Contain
	OverflowX
	OverflowY
	columns
	breakBefore
	breakAfter
	gridRows
	gridColumns
	gridArea
	gridRow
	gridColumn
	clip
	clipPath
	Transform
	translate
	scale
	rotate
	Zoom
	ZIndex
	maskImage
	maskPlace
	backface
	style3D
	perspective
	origin
	offsetPath
	blendMode
	textSecurity
	Color
	TextFill
	ColorScheme
	Fill
	FillOpacity
	StrokePaint
	TextShadow
	textStroke
	outlined
	boxShadow
	edge
	BackgroundColor
	BackgroundImage
	BackgroundClip
	BackgroundSize
	TextDecoration
	VerticalAlign
	WhiteSpace
	ListStyle
	TextAlign
	MsoHide
	MsoList
	MsoOutlineLevel
	AnimationName
	AnimationDuration
	AnimationDelay
	AnimationCount
	AnimationDirection
	AnimationFill
	AnimationState
	Count // of those that a cascade keeps; the shorthands follow
	allMargin
	allMarginInline
	allMarginBlock
	allInset
	allInsetInline
	allInsetBlock
	allOverflow
	allFont
	allBackground
	allPadding
	allPaddingInline
	allPaddingBlock
	allAnimation
	allFlex
)

// table has the names of each property, and which values it may have: words, and
// what isOne takes.
var table = [...]struct {
	names, words string
	isOne        func(v string) bool // nil where any value is one
}{
	Display:            {"display", displayWords, isDisplay},
	Visibility:         {"visibility", "visible hidden collapse", none},
	ContentVisibility:  {"content-visibility", "visible auto hidden", none},
	Content:            {"content", "none normal", isText},
	Opacity:            {"opacity", "", isNumber},
	filter:             {"filter -webkit-filter", "none", isCall},
	FontSize:           {"font-size", sizeWords, isSize},
	FontSizeAdjust:     {names: "font-size-adjust"},
	FontWeight:         {names: "font-weight"},
	FontStyle:          {names: "font-style"},
	FontFamily:         {names: "font-family"},
	Position:           {"position", "static relative absolute fixed sticky -webkit-sticky", none},
	Left:               {"left inset-inline-start", "auto", isLength},
	Right:              {"right inset-inline-end", "auto", isLength},
	Top:                {"top inset-block-start", "auto", isLength},
	Bottom:             {"bottom inset-block-end", "auto", isLength},
	MarginLeft:         {"margin-left margin-inline-start", "auto", isLength},
	marginRight:        {"margin-right margin-inline-end", "auto", isLength},
	MarginTop:          {"margin-top margin-block-start", "auto", isLength},
	marginBottom:       {"margin-bottom margin-block-end", "auto", isLength},
	float:              {"float", "left right none inline-start inline-end", none},
	TextIndent:         {"text-indent", "", isLength},
	LetterSpacing:      {"letter-spacing", "normal", isLength},
	LineHeight:         {"line-height", "normal", isFactor},
	Width:              {"width inline-size", "auto " + boxWords, isBox},
	Height:             {"height block-size", "auto " + boxWords, isBox},
	MaxWidth:           {"max-width max-inline-size", "none " + boxWords, isBox},
	MaxHeight:          {"max-height max-block-size", "none " + boxWords, isBox},
	MinWidth:           {"min-width min-inline-size", "auto " + boxWords, isLength},
	MinHeight:          {"min-height min-block-size", "auto " + boxWords, isLength},
	paddingTop:         {"padding-top padding-block-start", "", isLength},
	paddingRight:       {"padding-right padding-inline-end", "", isLength},
	paddingBottom:      {"padding-bottom padding-block-end", "", isLength},
	paddingLeft:        {"padding-left padding-inline-start", "", isLength},
	lineClamp:          {names: "-webkit-line-clamp line-clamp"},
	Flex:               {names: "flex-grow -webkit-flex-grow"},
	flexBasis:          {names: "flex-basis -webkit-flex-basis"},
	TextOverflow:       {"text-overflow", "clip ellipsis", isText},
	Contain:            {names: "contain"},
	OverflowX:          {"overflow-x overflow-inline", overflowWords, none},
	OverflowY:          {"overflow-y overflow-block", overflowWords, none},
	columns:            {names: "columns column-count column-width -webkit-columns -webkit-column-count -webkit-column-width"},
	breakBefore:        {names: "break-before page-break-before -webkit-column-break-before"},
	breakAfter:         {names: "break-after page-break-after -webkit-column-break-after"},
	gridRows:           {names: "grid-template-rows grid-auto-rows"},
	gridColumns:        {names: "grid-template-columns grid-auto-columns"},
	gridArea:           {names: "grid-area"},
	gridRow:            {names: "grid-row grid-row-start"},
	gridColumn:         {names: "grid-column grid-column-start"},
	clip:               {names: "clip"},
	clipPath:           {"clip-path -webkit-clip-path", "none", isCall},
	Transform:          {"transform -webkit-transform -ms-transform", "none", isCall},
	translate:          {names: "translate"},
	scale:              {names: "scale"},
	rotate:             {names: "rotate"},
	Zoom:               {"zoom", "normal", isFactor},
	ZIndex:             {names: "z-index"},
	maskImage:          {names: "mask-image -webkit-mask-image mask -webkit-mask"},
	maskPlace:          {names: "mask-size -webkit-mask-size mask-position -webkit-mask-position mask-clip -webkit-mask-clip mask-composite mask-mode"},
	backface:           {"backface-visibility -webkit-backface-visibility", "visible hidden", none},
	style3D:            {"transform-style -webkit-transform-style", "flat preserve-3d", none},
	perspective:        {names: "perspective -webkit-perspective"},
	origin:             {names: "transform-origin -webkit-transform-origin"},
	offsetPath:         {names: "offset-path offset"},
	blendMode:          {names: "mix-blend-mode"},
	textSecurity:       {names: "-webkit-text-security"},
	Color:              {"color", "", isColor},
	TextFill:           {"-webkit-text-fill-color", "", isColor},
	ColorScheme:        {names: "color-scheme"},
	Fill:               {"fill", "none", isFill},
	FillOpacity:        {"fill-opacity", "", isNumber},
	StrokePaint:        {"stroke", "none", isFill},
	TextShadow:         {names: "text-shadow"},
	outlined:           {names: "outline outline-width"},
	edge:               {names: "border border-top border-bottom border-block border-block-start border-block-end border-top-width border-bottom-width"},
	boxShadow:          {names: "box-shadow"},
	textStroke:         {names: "-webkit-text-stroke-width -webkit-text-stroke"},
	BackgroundColor:    {"background-color", "", isColor},
	BackgroundImage:    {"background-image", "none", IsImage},
	BackgroundClip:     {names: "background-clip -webkit-background-clip"},
	BackgroundSize:     {names: "background-size -webkit-background-size background-repeat background-position"},
	TextDecoration:     {names: "text-decoration text-decoration-line"},
	VerticalAlign:      {names: "vertical-align"},
	WhiteSpace:         {names: "white-space"},
	ListStyle:          {names: "list-style list-style-type"},
	TextAlign:          {names: "text-align"},
	MsoHide:            {names: "mso-hide"},
	MsoList:            {names: "mso-list"},
	MsoOutlineLevel:    {names: "mso-outline-level"},
	AnimationName:      {names: "animation-name -webkit-animation-name"},
	AnimationDuration:  {names: "animation-duration -webkit-animation-duration"},
	AnimationDelay:     {names: "animation-delay -webkit-animation-delay"},
	AnimationCount:     {names: "animation-iteration-count -webkit-animation-iteration-count"},
	AnimationDirection: {names: "animation-direction -webkit-animation-direction"},
	AnimationFill:      {names: "animation-fill-mode -webkit-animation-fill-mode"},
	AnimationState:     {names: "animation-play-state -webkit-animation-play-state"},
	allMargin:          {names: "margin"},
	allMarginInline:    {names: "margin-inline"},
	allMarginBlock:     {names: "margin-block"},
	allInset:           {names: "inset"},
	allInsetInline:     {names: "inset-inline"},
	allInsetBlock:      {names: "inset-block"},
	allOverflow:        {names: "overflow"},
	allFont:            {names: "font"},
	allBackground:      {names: "background"},
	allPadding:         {names: "padding"},
	allPaddingInline:   {names: "padding-inline"},
	allPaddingBlock:    {names: "padding-block"},
	allAnimation:       {names: "animation -webkit-animation"},
	allFlex:            {names: "flex -webkit-flex"},
}

const (
	displayWords = "none contents inline block inline-block flow flow-root flex inline-flex grid inline-grid table inline-table list-item run-in " +
		"table-row table-cell table-column table-caption table-row-group table-header-group table-footer-group table-column-group " +
		"ruby ruby-base ruby-text ruby-base-container ruby-text-container math grid-lanes inline-grid-lanes " +
		"-webkit-box -webkit-inline-box -webkit-flex -webkit-inline-flex -ms-flexbox -moz-box"
	sizeWords = "xx-small x-small small medium large x-large xx-large xxx-large smaller larger math"
	boxWords  = "min-content max-content fit-content stretch -webkit-fill-available -moz-available -webkit-min-content -webkit-max-content -webkit-fit-content"

	overflowWords = "visible hidden clip scroll auto overlay"
)

// properties gives each name its property.
var properties = sync.OnceValue(func() map[string]Property {
	m := make(map[string]Property, 2*len(table))
	for p := range table {
		for name := range strings.FieldsSeq(table[p].names) {
			m[name] = Property(p)
		}
	}
	return m
})

// Named returns the property of a name, in lower case.
func Named(name string) (Property, bool) {
	p, known := properties()[name]
	return p, known
}

// Conclusive reports whether a property hides by a short value that no other
// property has to agree with.
func Conclusive(p Property) bool {
	switch p {
	case Display, Visibility, ContentVisibility, Opacity, FontSize, Left, Right, Top, Bottom,
		MarginLeft, MarginTop, TextIndent, LetterSpacing, Zoom, scale, translate, rotate, Transform, AnimationName:
		return true
	}
	return false
}

// Valid reports whether browsers know a value of a property: a declaration with
// another one is none, so that an earlier one holds (css-syntax-3, section 2.2).
func Valid(p Property, v string) bool {
	return v != "" && (table[p].isOne == nil || IsWide(v) || Depends(v) || dom.HasWord(table[p].words, v) || table[p].isOne(v))
}

func none(string) bool { return false }

// isDisplay takes two words of which each is one, such as "inline flow".
func isDisplay(v string) bool {
	a, b, two := strings.Cut(v, " ")
	return two && dom.HasWord("block inline list-item", a) && dom.HasWord("flow flow-root table flex grid ruby math list-item", b)
}

func isNumber(v string) bool {
	_, ok := Number(v)
	return ok || unreckoned(v)
}

// isLength takes no number without a unit but 0.
func isLength(v string) bool {
	px, ok := Pixels(v)
	return ok && (!isBare(v) || px == 0) || unreckoned(v)
}

// isBox takes a length, or a number that leaves nothing to read if it is one, as
// in quirks mode.
func isBox(v string) bool {
	px, ok := Pixels(v)
	return isLength(v) || ok && px <= minBox
}

// isFactor takes a length or a number.
func isFactor(v string) bool {
	_, ok := Pixels(v)
	return ok || unreckoned(v)
}

// isSize takes a size of letters: a number without a unit is one in quirks mode,
// which a reader's program may take.
func isSize(v string) bool {
	px, ok := Pixels(v)
	return ok && px >= 0 && (px < TinyFont || !isBare(v))
}

// isFill takes a colour or the address of what fills letters.
func isFill(v string) bool { return strings.HasPrefix(v, "url(") || isColor(v) }

// IsImage reports whether a value is a picture.
func IsImage(v string) bool {
	name, _, called := strings.Cut(v, "(")
	return called && (dom.HasWord("url image image-set -webkit-image-set element cross-fade paint", name) || strings.HasSuffix(name, "gradient"))
}

// isCall takes functions, unlike the alpha(opacity=50) of old browsers.
func isCall(v string) bool { return strings.Contains(v, "(") && !strings.Contains(v, "=") }

// isText takes a string or a function.
func isText(v string) bool { return strings.Contains(v, "(") || v[0] == '"' || v[0] == '\'' }
