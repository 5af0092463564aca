package rtf_test

import (
	"fmt"
	"strings"
	"testing"
)

// Cells of plain text are made in another way than those with more in them. A
// table says the same in one order, whichever its rows are.
func TestRowsKeepTheirOrderAndText(t *testing.T) {
	edges := `\trowd\cellx1000\cellx2000`
	odd := map[int]struct{ rtf, md string }{
		10: {edges + `\pard\intbl {\b bold}\cell\cell\row`, "|**bold**||"},
		12: {edges + `\pard\intbl one\par two\cell b\cell\row`, "|one<br>two|b|"},
		14: {edges + `\pard\intbl\~ near \cell\pard\intbl\cell\row`, "|near||"},
		16: {edges + `\pard\intbl{\v gone}\cell {\v no}x\cell\row`, "||x|"},
	}
	merged := `\trowd\clmgf\cellx1000\clmrg\cellx2000\pard\intbl wide\cell\cell\row`
	for _, c := range []struct {
		name, last string
		rows       int
	}{{"short", "", 24}, {"merged", merged, 24}, {"long", "", 600}, {"long and merged", merged, 600}} {
		name, last := c.name, c.last
		var in, want strings.Builder
		for i := range c.rows {
			if o, ok := odd[i%100]; ok {
				in.WriteString(o.rtf)
				want.WriteString(o.md + "\n")
				continue
			}
			fmt.Fprintf(&in, `%s\pard\intbl a%d\cell 1%d\cell\row`, edges, i, i)
			fmt.Fprintf(&want, "|a%d|1%d|\n", i, i)
		}
		if last != "" {
			in.WriteString(last)
			want.WriteString("|wide||\n")
		}
		content := `{\rtf1\ansi ` + in.String() + `}`
		if got := written(t, content); got != "|||\n|-|-|\n"+want.String() {
			t.Errorf("%s: %s", name, got)
		}
	}
}
