package lid

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	odfstyle "github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// what is what a style can say.
type what uint8

// Lengths are in points.
const (
	size   what = iota // of letters
	line               // the height of a line as a multiple
	exact              // in points
	least              // at least
	before             // the room around a paragraph
	after
	left
	right
	first   // the indent of the first line
	align   // a [document.Align]
	newPage // 1 for a page break before
	nextPage
	hidden
	wrap   // one of those below
	front  // 1 for the foreground
	across // a place
	down   // a place
	acrossOf
	downOf
	fill    // 1 for none, 2 for one
	opacity // in per cent, and 1
	ground  // 1 for none, 2 for one
	stroke  // 1 for none, 2 for a line
	thick   // of a line
	border  // of a frame
	width   // of a table, or a column
	height  // of a row
	padding // of a cell
	pooled  // 1 for a style that every program has, by which frames have no fill
	whats
)

// How text is at a shape.
const (
	around float64 = iota + 1
	through
	apart // above and below it
)

// Places of shapes.
const (
	atStart float64 = iota + 1
	atMiddle
	atEnd
	below
)

// What a place counts from.
const (
	ofPage float64 = iota + 1
	ofContent
	ofStart // the margin of the page
	ofEnd
	ofChar
	ofLine
	ofText // the paragraph
)

// look is all that holds of styles.
type look [whats]float64

// said is one thing that a style says.
type said struct {
	what what
	n    float64
}

type name struct {
	space xmlread.Space
	local string
}

// property reads the value of an attribute.
type property struct {
	what what
	read func(value string) (float64, bool)
}

// properties are the attributes of styles that matter here.
var properties = map[name]property{
	{ns.Fo, "font-size"}:               {size, readSize},
	{ns.Fo, "line-height"}:             {line, readLine},
	{ns.Style, "line-height-at-least"}: {least, readLength},
	{ns.Fo, "margin-top"}:              {before, readLength},
	{ns.Fo, "margin-bottom"}:           {after, readLength},
	{ns.Fo, "margin-left"}:             {left, readLength},
	{ns.Fo, "margin-right"}:            {right, readLength},
	{ns.Fo, "text-indent"}:             {first, readLength},
	{ns.Fo, "text-align"}:              {align, words(map[string]float64{"center": float64(document.AlignCenter), "end": float64(document.AlignRight), "right": float64(document.AlignRight)})},
	{ns.Fo, "break-before"}:            {newPage, words(map[string]float64{"page": 1})},
	{ns.Fo, "break-after"}:             {nextPage, words(map[string]float64{"page": 1})},
	{ns.Text, "display"}:               {hidden, words(map[string]float64{"none": 1})},
	{ns.Style, "wrap"}:                 {wrap, words(map[string]float64{"run-through": through, "none": apart, "left": around, "right": around, "parallel": around, "dynamic": around, "biggest": around})},
	{ns.Style, "run-through"}:          {front, words(map[string]float64{"foreground": 1})},
	{ns.Style, "horizontal-pos"}:       {across, words(map[string]float64{"left": atStart, "inside": atStart, "center": atMiddle, "right": atEnd, "outside": atEnd})},
	{ns.Style, "vertical-pos"}:         {down, words(map[string]float64{"top": atStart, "middle": atMiddle, "bottom": atEnd, "below": below})},
	{ns.Style, "horizontal-rel"}:       {acrossOf, words(counted)},
	{ns.Style, "vertical-rel"}:         {downOf, words(counted)},
	{ns.Draw, "fill"}:                  {fill, words(map[string]float64{"none": 1, "": 2})},
	{ns.Draw, "opacity"}:               {opacity, readShare},
	{ns.Style, "background-transparency"}: {opacity, func(v string) (float64, bool) {
		n, ok := readShare(v)
		return 102 - n, ok
	}},
	{ns.Fo, "background-color"}:  {ground, words(map[string]float64{"transparent": 1, "": 2})},
	{ns.Draw, "stroke"}:          {stroke, words(map[string]float64{"none": 1, "": 2})},
	{ns.Svg, "stroke-width"}:     {thick, readLength},
	{ns.Fo, "border"}:            {border, readBorder},
	{ns.Style, "width"}:          {width, readLength},
	{ns.Style, "column-width"}:   {width, readLength},
	{ns.Style, "row-height"}:     {height, readLength},
	{ns.Style, "min-row-height"}: {height, readLength},
	{ns.Fo, "padding"}:           {padding, readLength},
}

// counted are the words for what a place counts from (ODF 1.3 part 3, 20.303 and 20.400).
var counted = map[string]float64{
	"page": ofPage, "page-content": ofContent, "page-start-margin": ofStart, "page-end-margin": ofEnd,
	"char": ofChar, "line": ofLine, "baseline": ofChar, "": ofText,
}

// words returns the reader of a word; "" is for all others.
func words(known map[string]float64) func(string) (float64, bool) {
	return func(value string) (float64, bool) {
		if n, ok := known[value]; ok {
			return n, true
		}
		return known[""], true
	}
}

func readLength(value string) (float64, bool) {
	return float64(odfstyle.Length(value)) / 100, !strings.HasSuffix(value, "%")
}

// readShare reads a percentage, and adds 1.
func readShare(value string) (float64, bool) {
	digits, ok := strings.CutSuffix(value, "%")
	n, err := strconv.ParseFloat(digits, 64)
	return min(max(n, 0), 100) + 1, ok && err == nil
}

// readSize reads a size; what is less than 0 is a part of the one around.
func readSize(value string) (float64, bool) {
	if digits, ok := strings.CutSuffix(value, "%"); ok {
		n, err := strconv.ParseFloat(digits, 64)
		return -n / 100, err == nil && n > 0 && n < 1000
	}
	n, ok := readLength(value)
	return n, ok && n > 0
}

// readLine reads the height of a line; what is less than 0 is one in points.
func readLine(value string) (float64, bool) {
	if digits, ok := strings.CutSuffix(value, "%"); ok {
		n, err := strconv.ParseFloat(digits, 64)
		return n / 100, err == nil && n > 0
	}
	n, _ := readLength(value)
	return -n, true
}

// readBorder reads how wide a border is.
func readBorder(value string) (float64, bool) {
	for part := range strings.FieldsSeq(value) {
		if n, ok := readLength(part); ok && n > 0 {
			return n, true
		}
	}
	return 0, true
}
