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
	Animation
)

// table has the names of each property, and which values it may have.
var table = [...]struct {
	names, words string
	kind         kind
}{
	Display:            {names: "display", kind: words, words: displayWords},
	Visibility:         {names: "visibility", kind: words, words: "visible hidden collapse"},
	ContentVisibility:  {names: "content-visibility", kind: words, words: "visible auto hidden"},
	Content:            {names: "content", kind: text, words: "none normal"},
	Opacity:            {names: "opacity", kind: number},
	Filter:             {names: "filter -webkit-filter", kind: call, words: "none"},
	FontSize:           {names: "font-size", kind: size, words: sizeWords},
	FontSizeAdjust:     {names: "font-size-adjust"},
	FontWeight:         {names: "font-weight"},
	FontStyle:          {names: "font-style"},
	Position:           {names: "position", kind: words, words: "static relative absolute fixed sticky -webkit-sticky"},
	Left:               {names: "left inset-inline-start", kind: length, words: "auto"},
	Right:              {names: "right inset-inline-end", kind: length, words: "auto"},
	Top:                {names: "top inset-block-start", kind: length, words: "auto"},
	Bottom:             {names: "bottom inset-block-end", kind: length, words: "auto"},
	MarginLeft:         {names: "margin-left margin-inline-start", kind: length, words: "auto"},
	MarginTop:          {names: "margin-top margin-block-start", kind: length, words: "auto"},
	TextIndent:         {names: "text-indent", kind: length},
	LetterSpacing:      {names: "letter-spacing", kind: length, words: "normal"},
	LineHeight:         {names: "line-height", kind: factor, words: "normal"},
	Width:              {names: "width inline-size", kind: length, words: "auto " + boxWords},
	Height:             {names: "height block-size", kind: length, words: "auto " + boxWords},
	MaxWidth:           {names: "max-width max-inline-size", kind: length, words: "none " + boxWords},
	MaxHeight:          {names: "max-height max-block-size", kind: length, words: "none " + boxWords},
	MinWidth:           {names: "min-width min-inline-size", kind: length, words: "auto " + boxWords},
	MinHeight:          {names: "min-height min-block-size", kind: length, words: "auto " + boxWords},
	PaddingX:           {names: "padding-left padding-right padding-inline padding-inline-start padding-inline-end", kind: length},
	PaddingY:           {names: "padding-top padding-bottom padding-block padding-block-start padding-block-end", kind: length},
	Flex:               {names: "flex flex-grow -webkit-flex"},
	TextOverflow:       {names: "text-overflow", kind: text, words: "clip ellipsis"},
	Contain:            {names: "contain"},
	OverflowX:          {names: "overflow-x overflow-inline", kind: words, words: "visible hidden clip scroll auto overlay"},
	OverflowY:          {names: "overflow-y overflow-block", kind: words, words: "visible hidden clip scroll auto overlay"},
	Clip:               {names: "clip"},
	ClipPath:           {names: "clip-path -webkit-clip-path", kind: call, words: "none"},
	Transform:          {names: "transform -webkit-transform -ms-transform", kind: call, words: "none"},
	Translate:          {names: "translate"},
	Scale:              {names: "scale"},
	Rotate:             {names: "rotate"},
	Zoom:               {names: "zoom", kind: factor, words: "normal"},
	ZIndex:             {names: "z-index"},
	MaskImage:          {names: "mask-image -webkit-mask-image mask -webkit-mask"},
	Color:              {names: "color", kind: color},
	TextFill:           {names: "-webkit-text-fill-color", kind: color},
	ColorScheme:        {names: "color-scheme"},
	Fill:               {names: "fill", kind: paint, words: "none"},
	FillOpacity:        {names: "fill-opacity", kind: number},
	StrokePaint:        {names: "stroke", kind: paint, words: "none"},
	TextShadow:         {names: "text-shadow"},
	StrokeWidth:        {names: "-webkit-text-stroke-width -webkit-text-stroke"},
	BackgroundColor:    {names: "background-color", kind: color},
	BackgroundImage:    {names: "background-image", kind: image, words: "none"},
	BackgroundClip:     {names: "background-clip -webkit-background-clip"},
	TextDecoration:     {names: "text-decoration"},
	TextDecorationLine: {names: "text-decoration-line"},
	VerticalAlign:      {names: "vertical-align"},
	WhiteSpace:         {names: "white-space"},
	ListStyleType:      {names: "list-style-type"},
	ListStyle:          {names: "list-style"},
	TextAlign:          {names: "text-align"},
	MsoHide:            {names: "mso-hide"},
	MsoList:            {names: "mso-list"},
	MsoOutlineLevel:    {names: "mso-outline-level"},
	AnimationName:      {names: "animation-name -webkit-animation-name"},
	AnimationFill:      {names: "animation-fill-mode -webkit-animation-fill-mode"},
	Margin:             {names: "margin"},
	MarginInline:       {names: "margin-inline"},
	MarginBlock:        {names: "margin-block"},
	Inset:              {names: "inset"},
	InsetInline:        {names: "inset-inline"},
	InsetBlock:         {names: "inset-block"},
	Overflow:           {names: "overflow"},
	Font:               {names: "font"},
	Background:         {names: "background"},
	Padding:            {names: "padding"},
	Animation:          {names: "animation -webkit-animation"},
}

// kind is what a property may be besides its words.
type kind uint8

const (
	anything kind = iota // what is not judged by its value
	words
	number
	length
	factor // a length, or a number
	size   // of letters
	color
	paint // a colour, or an address
	image
	call // a function
	text // a string, or a function
)

const (
	displayWords = "none contents inline block inline-block flow flow-root flex inline-flex grid inline-grid table inline-table list-item run-in " +
		"table-row table-cell table-column table-caption table-row-group table-header-group table-footer-group table-column-group " +
		"ruby ruby-base ruby-text ruby-base-container ruby-text-container math grid-lanes inline-grid-lanes " +
		"-webkit-box -webkit-inline-box -webkit-flex -webkit-inline-flex -ms-flexbox -moz-box"
	sizeWords = "xx-small x-small small medium large x-large xx-large xxx-large smaller larger math"
	boxWords  = "min-content max-content fit-content stretch -webkit-fill-available -moz-available -webkit-min-content -webkit-max-content -webkit-fit-content"
	wideWords = "inherit initial unset revert revert-layer"
)

// properties gives each name its property.
var properties = func() map[string]Property {
	m := make(map[string]Property, 2*len(table))
	for p := range table {
		for name := range strings.FieldsSeq(table[p].names) {
			m[name] = Property(p)
		}
	}
	return m
}()
