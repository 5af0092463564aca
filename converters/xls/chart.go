package xls

import (
	"encoding/binary"
	"fmt"
	"html"
	"math"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/numfmt"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// The records of charts (2.3.1).
const (
	recChartSeries  = 0x1003
	recChartText    = 0x100D
	recChartScatter = 0x101B
	recChartAxis    = 0x101D
	recChartTitle   = 0x1025
	recChartTarget  = 0x1027
	recChartOpen    = 0x1033
	recChartClose   = 0x1034
	recChartTrend   = 0x104A
	recChartFormat  = 0x104E
	recChartKept    = 0x1065
)

// chart is a chart with the values that the file keeps of it.
type chart struct {
	*records
	book    *book
	sheet   string // its name
	series  []chartSeries
	text    string         // the last text
	titles  map[int]string // of the chart and of its axes, by what they are of
	part    int            // which values come: of the values, the categories, the sizes
	axis    chartAxis
	nested  int // records that are open
	scatter bool
}

// What kept values are of (2.4.257), and titles (2.4.182).
const (
	partValues     = 1
	partCategories = 2
	partSizes      = 3

	titleOfChart  = 1
	titleOfValues = 2
	titleOfNames  = 3
)

// chartAxis is the axis that is read, and the number format of that of the values.
type chartAxis struct {
	kind int
	show *numfmt.Format
}

// chartSeries is a series: its name, and its points by their part.
type chartSeries struct {
	name   string
	trend  bool // drawn through another one
	points [partSizes + 1][]chartPoint
}

// chartPoint is a value as it is shown.
type chartPoint struct {
	at   int
	text string
}

// readChart reads the records of a chart up to its end, and returns what the chart says.
func readChart(r *records, b *book, sheet string) ([]document.Block, error) {
	ch := &chart{records: r, book: b, sheet: sheet, titles: map[int]string{}}
	pos := document.Pos{Part: sheet}
	for depth := 0; r.next(); {
		if err := b.env.Step(b.ctx, int64(len(r.body))/16+1, pos); err != nil {
			return nil, err
		}
		switch {
		case r.kind == recBegin:
			depth++
		case r.kind == recEnd && depth == 0:
			return ch.blocks()
		case r.kind == recEnd:
			depth--
		case depth == 0:
			if err := ch.record(); err != nil {
				return nil, err
			}
		}
	}
	b.losses.Lose(lost.End, pos)
	return ch.blocks()
}

// record reads a record of the chart.
func (ch *chart) record() error {
	switch ch.kind {
	case recChartSeries:
		ch.text = ""
		ch.series = append(ch.series, chartSeries{})
		return ch.book.node(8)
	case recChartTitle:
		ch.text = ""
	case recChartTrend:
		if n := len(ch.series); n > 0 {
			ch.series[n-1].trend = true
		}
	case recChartText:
		ch.readText()
	case recChartTarget:
		if of := ch.short(0); of <= titleOfNames && ch.titles[of] == "" {
			ch.titles[of] = ch.text
		}
	case recChartOpen:
		ch.nested++
	case recChartClose:
		ch.nested--
	case recChartScatter:
		ch.scatter = true
	case recChartAxis, recChartFormat:
		ch.readAxis()
	case recChartKept:
		ch.part = ch.short(0)
	case recNumber, recText, recTruth:
		return ch.readPoint()
	}
	return nil
}

// readAxis reads which axis follows, or the number format of one (2.4.9, 2.4.146).
func (ch *chart) readAxis() {
	const ofValues = 1
	if ch.kind == recChartAxis {
		ch.axis.kind = ch.short(0)
	} else if ch.axis.kind == ofValues && ch.axis.show == nil {
		ch.axis.show = ch.book.styles.format(ch.short(0))
	}
}

// readText reads the name of a series or the text of a title (2.4.254).
func (ch *chart) readText() {
	if len(ch.body) < 4 {
		return
	}
	p := pieces{rest: [][]byte{ch.body[3:]}}
	ch.text = strings.TrimSpace(ch.book.plainText(&p, int(ch.body[2])))
	const inSeries = 2 // below the chart and the series
	if n := len(ch.series); n > 0 && ch.nested == inSeries && ch.series[n-1].name == "" {
		ch.series[n-1].name = ch.text
	}
}

// readPoint reads a value, whose row is its place and whose column its series.
func (ch *chart) readPoint() error {
	number := ch.short(2)
	if len(ch.body) < 8 || number >= len(ch.series) || ch.part < partValues || ch.part > partSizes {
		return nil
	}
	point := chartPoint{at: ch.short(0)}
	switch ch.kind {
	case recNumber:
		if len(ch.body) < 14 {
			return nil
		}
		n := numfmt.FromFloat(math.Float64frombits(binary.LittleEndian.Uint64(ch.body[6:])))
		show := ch.book.styles.at(ch.short(4)).show
		if ch.part == partValues && ch.axis.show != nil && show.IsGeneral() {
			show = ch.axis.show
		}
		point.text = string(show.Append(nil, &n, ch.book.epoch))
	case recText:
		p := pieces{rest: [][]byte{ch.body[6:]}}
		point.text = ch.book.plainText(&p, p.short())
	case recTruth:
		if ch.body[7] != 0 {
			point.text = numfmt.ErrorName(ch.body[6])
		} else if point.text = "FALSE"; ch.body[6] != 0 {
			point.text = "TRUE"
		}
	}
	s := &ch.series[number]
	s.points[ch.part] = append(s.points[ch.part], point)
	if err := ch.book.env.Spend(converters.LimitText, int64(len(point.text)), document.Pos{Part: ch.sheet}); err != nil {
		return err
	}
	return ch.book.node(2)
}

// blocks returns the chart, as one with the same parts in a newer document is read.
func (ch *chart) blocks() ([]document.Block, error) {
	pos := document.Pos{Part: ch.sheet}
	read, err := drawing.ReadChart(ch.book.ctx, ch.book.env, xmlread.Source{Part: ch.sheet, Text: ch.markup()}, pos)
	if err != nil {
		return nil, err
	}
	blocks := read.Blocks(ch.book.env)
	if len(blocks) == 0 {
		ch.book.losses.Lose(lost.ChartEmpty, pos)
	}
	return blocks, nil
}

// markup returns the chart in DrawingML (ISO/IEC 29500-1, 21.2).
func (ch *chart) markup() string {
	var out strings.Builder
	title := func(of int) {
		if text := ch.titles[of]; text != "" {
			fmt.Fprintf(&out, "<c:title><c:tx><c:rich><a:p><a:r><a:t>%s</a:t></a:r></a:p></c:rich></c:tx></c:title>", html.EscapeString(text))
		}
	}
	out.WriteString(`<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart>`)
	title(titleOfChart)
	names := [...]string{partValues: "val", partCategories: "cat", partSizes: "bubbleSize"}
	if ch.scatter {
		names[partValues], names[partCategories] = "yVal", "xVal"
	}
	out.WriteString("<c:plotArea><c:barChart>")
	for i := range ch.series {
		s := &ch.series[i]
		if s.trend {
			continue
		}
		fmt.Fprintf(&out, "<c:ser><c:tx><c:v>%s</c:v></c:tx>", html.EscapeString(s.name))
		for part := partValues; part <= partSizes; part++ {
			if len(s.points[part]) == 0 {
				continue
			}
			fmt.Fprintf(&out, "<c:%s><c:strLit>", names[part])
			for _, p := range s.points[part] {
				fmt.Fprintf(&out, `<c:pt idx="%d"><c:v>%s</c:v></c:pt>`, p.at, html.EscapeString(p.text))
			}
			fmt.Fprintf(&out, "</c:strLit></c:%s>", names[part])
		}
		out.WriteString("</c:ser>")
	}
	out.WriteString("</c:barChart><c:catAx>")
	title(titleOfNames)
	out.WriteString("</c:catAx><c:valAx>")
	title(titleOfValues)
	out.WriteString("</c:valAx></c:plotArea></c:chart></c:chartSpace>")
	return out.String()
}
