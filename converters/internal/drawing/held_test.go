package drawing_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// A presentation may have many charts, each of which is let go, but none that
// is too large by itself.
func TestTreesAreLetGo(t *testing.T) {
	chart := func(points int) xmlread.Source {
		return xmlread.Source{Part: "chart.xml", Text: `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:plotArea><c:barChart><c:ser><c:val><c:numLit>` +
			strings.Repeat(`<c:pt idx="0"><c:v>1</c:v></c:pt>`, points) + `</c:numLit></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`}
	}
	env := newEnv(converters.Limits{Nodes: 2000})
	for i := range 10 {
		if _, err := drawing.ReadChart(context.Background(), env, chart(100), document.Pos{}); err != nil {
			t.Fatalf("chart %d: %v", i, err)
		}
	}
	if _, err := drawing.ReadChart(context.Background(), newEnv(converters.Limits{Nodes: 2000}), chart(400), document.Pos{}); !errors.Is(err, converters.ErrLimit) {
		t.Errorf("a large chart: %v", err)
	}
}
