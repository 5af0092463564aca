package drawing_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/documenttest"
)

const (
	nsA   = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"`
	nsC   = `xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" ` + nsA
	nsDGM = `xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" ` + nsA
	nsMC  = `xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ` + nsA
)

func newEnv(limits converters.Limits) *converters.Env {
	return converters.NewEnv(nil, limits, converters.Options{})
}

// tree reads the content of a root element with all namespaces.
func tree(t testing.TB, content string) *xmlread.Tree {
	t.Helper()
	tr, err := xmlread.ReadTree(context.Background(), newEnv(converters.Limits{}), xmlread.Source{
		Text: `<root ` + nsMC + `>` + content + `</root>`, Spaces: drawing.Spaces(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func dump(blocks []document.Block) string {
	return documenttest.Dump(&document.Document{Blocks: blocks})
}

func TestGroupsMapTheirShapesToThePage(t *testing.T) {
	tr := tree(t, `<g><a:off x="100" y="200"/><a:ext cx="50" cy="10"/><a:chOff x="1000" y="1000"/><a:chExt cx="100" cy="100"/></g>`+
		`<s><a:off x="1050" y="1100"/><a:ext cx="10" cy="50"/></s><none><a:off x="1" y="2"/></none>`)
	g := tr.First(xmlread.Root)
	s := tr.Next(g)
	space := drawing.Space{}.Group(tr, g)
	want := drawing.Frame{X: 125, Y: 210, W: 5, H: 5, Known: true}
	if got := space.Map(drawing.ReadFrame(tr, s)); got != want {
		t.Errorf("%+v", got)
	}
	if got := space.Group(tr, tr.Next(s)); got != space {
		t.Errorf("a group without a place changes the space: %+v", got)
	}
	// A group in it: from (1000, 1000) to (100, 200), half and a tenth as long,
	// and again to the page.
	want = drawing.Frame{X: -338, Y: 121, W: 3, H: 1, Known: true}
	if got := space.Group(tr, g).Map(drawing.ReadFrame(tr, s)); got != want {
		t.Errorf("a group in a group: %+v", got)
	}
}

func TestLengthsMayHaveUnits(t *testing.T) {
	for value, want := range map[string]drawing.EMU{
		"914400": drawing.Inch, "1in": drawing.Inch, "72pt": drawing.Inch, "2.54cm": drawing.Inch, "25.4mm": drawing.Inch,
		"-5": -5, "": 0, "x": 0, "in": 0, "1e999in": 0, "NaNpt": 0, "5px": 0,
		"9223372036854775807": 1 << 40, "-9223372036854775808": -(1 << 40),
	} {
		if got := drawing.Length(value); got != want {
			t.Errorf("%q is %d, want %d", value, got, want)
		}
	}
}

func TestTurnedFramesLieOnTheirSide(t *testing.T) {
	f := drawing.Frame{X: 0, Y: 0, W: 100, H: 20, Known: true}
	on := drawing.Frame{X: 40, Y: -40, W: 20, H: 100, Known: true}
	for rot, want := range map[string]drawing.Frame{
		"": f, "0": f, "5400000": on, "16200000": on, "-5400000": on, "10800000": f, "2640000": f, "2760000": on, "x": f,
	} {
		if got := f.Turned(rot); got != want {
			t.Errorf("turned by %q: %+v", rot, got)
		}
	}
}

func TestOverlapIsOfWhatCouldLieOnThePage(t *testing.T) {
	page := drawing.Frame{W: 1000, H: 1000, Known: true}
	for _, c := range []struct {
		f    drawing.Frame
		want int64
	}{
		{drawing.Frame{X: 100, Y: 100, W: 10, H: 10}, 100},
		{drawing.Frame{X: 995, Y: 100, W: 10, H: 10}, 50},
		{drawing.Frame{X: -10, Y: 100, W: 10, H: 10}, 0},
		{drawing.Frame{X: 0, Y: 500, W: 10, H: 100_000}, 50},
		{drawing.Frame{X: 500, Y: 500}, 100},
		{drawing.Frame{X: 1500, Y: 500}, 0},
	} {
		if got := c.f.Overlap(page); got != c.want {
			t.Errorf("%+v: %d, want %d", c.f, got, c.want)
		}
	}
}

func TestAlternativeTextHasNoPath(t *testing.T) {
	for _, c := range []struct{ title, descr, want string }{
		{"", "A duck\n on a  pond", "A duck on a pond"},
		{"Title", "", "Title"},
		{"Title", "Text", "Text"},
		{"", `C:\Users\ann\logo.png`, "logo.png"},
		{"", `\\host\share\logo.png`, "logo.png"},
		{"", "/home/ann/logo.png", "logo.png"},
		{"", "https://e.example/a/logo.png?x", "logo.png?x"},
		{"", "and/or", "and/or"},
		{"", "/ a slash", "/ a slash"},
		{"", "", ""},
	} {
		if got := drawing.AltText(c.title, c.descr); got != c.want {
			t.Errorf("%q, %q: %q, want %q", c.title, c.descr, got, c.want)
		}
	}
}

func TestABranchIsTakenByWhatIsInIt(t *testing.T) {
	known := `<mc:Choice><p:sp/></mc:Choice>`
	for content, want := range map[string]string{
		known + `<mc:Fallback><p:pic/></mc:Fallback>`:                                                                            "sp",
		`<mc:Choice/><mc:Choice><x/></mc:Choice>` + known:                                                                        "sp",
		`<mc:Choice><x:y xmlns:x="urn:x"/></mc:Choice><mc:Fallback><p:pic/></mc:Fallback>`:                                       "pic",
		`<mc:Choice><p:contentPart/></mc:Choice><mc:Fallback><p:pic/></mc:Fallback>`:                                             "pic",
		`<mc:Choice><x:y xmlns:x="urn:x"/></mc:Choice>`:                                                                          "y",
		`<mc:Choice><p:graphicFrame/></mc:Choice><mc:Fallback><p:pic/></mc:Fallback>`:                                            "pic",
		`<mc:Choice><p:graphicFrame><a:graphic><a:graphicData><a:tbl/></a:graphicData></a:graphic></p:graphicFrame></mc:Choice>`: "graphicFrame",
	} {
		tr := tree(t, `<mc:AlternateContent>`+content+`</mc:AlternateContent>`)
		var got []string
		drawing.Each(tr, xmlread.Root, func(n xmlread.NodeID) { got = append(got, tr.Name(n).Local) })
		if d := cmp.Diff(strings.Fields(want), got); d != "" {
			t.Errorf("%s (-want +got):\n%s", content, d)
		}
	}
}

// readChart returns the blocks of a chart with a plot area.
func readChart(limits converters.Limits, text string) (string, error) {
	env := newEnv(limits)
	c, err := drawing.ReadChart(context.Background(), env, xmlread.Source{Part: "c.xml", Text: text}, document.Pos{Page: 1})
	if err != nil {
		return "", err
	}
	return dump(c.Blocks(env)), nil
}

func series(points string) string {
	return `<c:ser><c:val><c:numLit>` + points + `</c:numLit></c:val></c:ser>`
}

func plot(all string) string {
	return `<c:chartSpace ` + nsC + `><c:chart><c:plotArea><c:barChart>` + all + `</c:barChart></c:plotArea></c:chart></c:chartSpace>`
}

func TestPlacesMayHaveThePrefixOfTheirElement(t *testing.T) {
	plain, err := readChart(converters.Limits{}, plot(series(`<c:pt idx="0"><c:v>3</c:v></c:pt><c:pt idx="1"><c:v>2</c:v></c:pt>`)))
	if err != nil {
		t.Fatal(err)
	}
	prefixed, err := readChart(converters.Limits{}, plot(series(`<c:pt c:idx="0"><c:v>3</c:v></c:pt><c:pt c:idx="1"><c:v>2</c:v></c:pt>`)))
	if d := cmp.Diff(plain, prefixed); d != "" || err != nil || strings.Count(plain, "row") != 3 {
		t.Errorf("(-want +got):\n%s%v", d, err)
	}
}

func TestAChartHasARowForEachPlaceWithAValue(t *testing.T) {
	got, err := readChart(converters.Limits{}, plot(
		series(`<c:ptCount val="2147483647"/><c:pt idx="2000000000"><c:v>3</c:v></c:pt><c:pt idx="1"><c:v>2</c:v></c:pt><c:pt idx="1"><c:v>9</c:v></c:pt>`)+
			series(`<c:pt idx="1"><c:v>5</c:v></c:pt><c:pt idx="x"><c:v>text</c:v></c:pt>`)))
	want := `table columns=2 header=1 @page 1
  row @page 1
    cell ""
    cell ""
  row @page 1
    cell ""
    cell "text"
  row @page 1
    cell "9"
    cell "5"
  row @page 1
    cell "3"
    cell ""
`
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("(-want +got):\n%s%v", d, err)
	}
}

func TestAChartIsBoundedBeforeItIsMade(t *testing.T) {
	point := `<c:pt idx="#"><c:v>1</c:v></c:pt>`
	wide := strings.Repeat(series(strings.Replace(point, "#", "0", 1)), 5)
	for name, c := range map[string]struct {
		limits converters.Limits
		want   converters.Limit
	}{
		"cells":   {converters.Limits{Cells: 4}, converters.LimitCells},
		"columns": {converters.Limits{Columns: 4}, converters.LimitColumns},
		"nodes":   {converters.Limits{Nodes: 4}, converters.LimitNodes},
		"depth":   {converters.Limits{Depth: 4}, converters.LimitDepth},
	} {
		_, err := readChart(c.limits, plot(wide))
		var over *converters.LimitError
		if !errors.As(err, &over) || over.Limit != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// readDiagram returns the blocks of a diagram.
func readDiagram(text string, read drawing.DiagramReader) (string, error) {
	blocks, err := read(context.Background(), newEnv(converters.Limits{}), xmlread.Source{Part: "d.xml", Text: text}, drawing.Text{}, document.Pos{Page: 1})
	return dump(blocks), err
}

func TestADiagramDeeperThanItsLimitIsFlat(t *testing.T) {
	var points, links strings.Builder
	points.WriteString(`<dgm:pt modelId="0" type="doc"/>`)
	const count = 20_000
	for i := 1; i <= count; i++ {
		id, before := strconv.Itoa(i), strconv.Itoa(i-1)
		points.WriteString(`<dgm:pt modelId="` + id + `"><dgm:t><a:p><a:r><a:t>x</a:t></a:r></a:p></dgm:t></dgm:pt>`)
		links.WriteString(`<dgm:cxn srcId="` + before + `" destId="` + id + `" srcOrd="0"/>`)
	}
	got, err := readDiagram(`<dgm:dataModel `+nsDGM+`><dgm:ptLst>`+points.String()+`</dgm:ptLst><dgm:cxnLst>`+links.String()+`</dgm:cxnLst></dgm:dataModel>`, drawing.ReadDiagram)
	if n := strings.Count(got, `text "x"`); n != count || err != nil {
		t.Errorf("%d of %d points: %v", n, count, err)
	}
	deepest := 0
	for line := range strings.Lines(got) {
		deepest = max(deepest, len(line)-len(strings.TrimLeft(line, " ")))
	}
	if deepest > 400 {
		t.Errorf("items are nested %d deep", deepest/4)
	}
}

func FuzzReadChart(f *testing.F) {
	f.Add(plot(series(`<c:pt idx="1" formatCode="0%"><c:v>2</c:v></c:pt>`)))
	f.Add(`<cx:chartSpace xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex"><cx:chartData><cx:data id="0"><cx:numDim type="x"><cx:lvl formatCode="0"><cx:pt idx="0">3</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart><cx:plotArea><cx:plotAreaRegion><cx:series><cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>`)
	f.Fuzz(func(t *testing.T, text string) {
		limits := converters.Limits{Nodes: 1 << 12, Cells: 1 << 12, Columns: 64, Depth: 64}
		one, err := readChart(limits, text)
		two, again := readChart(limits, text)
		if one != two || (err == nil) != (again == nil) {
			t.Errorf("read twice: %q and %q, %v and %v", one, two, err, again)
		}
	})
}

func FuzzReadDiagram(f *testing.F) {
	f.Add(`<dgm:dataModel ` + nsDGM + `><dgm:ptLst><dgm:pt modelId="0" type="doc"/><dgm:pt modelId="1"><dgm:t><a:p><a:pPr lvl="2"><a:buAutoNum type="arabicPeriod"/></a:pPr><a:r><a:t>x</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst><dgm:cxnLst><dgm:cxn srcId="0" destId="1"/></dgm:cxnLst></dgm:dataModel>`)
	f.Add(`<dsp:drawing xmlns:dsp="http://schemas.microsoft.com/office/drawing/2008/diagram" ` + nsA + `><dsp:spTree><dsp:sp><dsp:txBody><a:p><a:r><a:t>y</a:t></a:r></a:p></dsp:txBody></dsp:sp></dsp:spTree></dsp:drawing>`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, read := range []drawing.DiagramReader{drawing.ReadDiagram, drawing.ReadDiagramDrawing} {
			one, err := readDiagram(text, read)
			two, again := readDiagram(text, read)
			if one != two || (err == nil) != (again == nil) {
				t.Errorf("read twice: %q and %q, %v and %v", one, two, err, again)
			}
		}
	})
}
