package find_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/find"
	"github.com/seed353dc258/backstory/agent/tool"
)

func TestDateOf(t *testing.T) {
	for _, c := range []struct{ path, text, want string }{
		{"/a/fees-2019-05-03.pdf", "# Fees of 2020", "2019-05-03"},
		{"/2018/fees.pdf", "# Fees\n\nAs of 3 May 2019\n", "2019-05-03"},
		{"/fees.pdf", "# Fees 2019\n", "2019"},
		{"/fees.pdf", "Fees of 2019\n", ""},
		{"/bridge.md", "# Bridge\n\nIt was opened on 3 May 1911.\n", ""},
		{"/bridge.md", strings.Repeat("A line\n", 20) + "3 May 2019\n", ""},
	} {
		if got := find.DateOf(tool.Found{Path: c.path}, c.text); got != c.want {
			t.Errorf("%s: %q, want %q", c.path, got, c.want)
		}
	}
}
