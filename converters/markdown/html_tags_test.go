package markdown_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html"
	"github.com/seed353dc258/backstory/converters/markdown"
)

// What is taken for tags without text is nothing to the HTML format either, and
// loses nothing that it would warn of.
func TestTagsWithoutText(t *testing.T) {
	reg, err := converters.NewRegistry(html.New())
	if err != nil {
		t.Fatal(err)
	}
	names := strings.Fields("a b br center code details div em font h1 hr i img input li ol p pre q section span strong style sub summary sup table td tr ul A DIV x-y")
	attributes := []string{"", "", ` align="center"`, ` class="a b"`, ` id="c"`, ` name="d"`, ` hidden`, ` style="x"`, ` href="#e"`, ` title=f`, ` alt="g"`, ` id="`, ` role="note"`}
	r := rand.New(rand.NewPCG(1, 1))
	silent := 0
	for range 20_000 {
		var b strings.Builder
		for range 1 + r.IntN(4) {
			b.WriteString("<" + []string{"", "", "/"}[r.IntN(3)] + names[r.IntN(len(names))] + attributes[r.IntN(len(attributes))] + ">")
			b.WriteString([]string{"", "\n", " ", "\t"}[r.IntN(4)])
		}
		text := b.String()
		if !markdown.SaysNothing(text) {
			continue
		}
		silent++
		env := converters.NewEnv(reg, converters.Limits{}, converters.Options{})
		_, err := reg.Convert(context.Background(), converters.Fragment("block.html", text), env)
		if corrupt := (*converters.CorruptError)(nil); !errors.As(err, &corrupt) || len(env.Warnings()) > 0 {
			t.Fatalf("%q: error %v, warnings %v", text, err, env.Warnings())
		}
	}
	if silent < 1000 {
		t.Errorf("%d cases had tags without text", silent)
	}
}

// A block of HTML costs steps of its own, however short it is.
func TestBlocksOfHTMLCost(t *testing.T) {
	reg, err := converters.NewRegistry(markdown.New(), html.New())
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range []string{"<p>a</p>\n\n", "<b>\n\n", "<!-- a -->\n\n"} {
		env := converters.NewEnv(reg, converters.Limits{Steps: 400_000}, converters.Options{})
		_, err := reg.Convert(context.Background(), converters.TextInput("a.md", "a\n\n"+strings.Repeat(block, 1000)), env)
		if limit := (*converters.LimitError)(nil); !errors.As(err, &limit) || limit.Limit != converters.LimitSteps {
			t.Errorf("%q: %v", block, err)
		}
	}
}

// Rules that are too many to be kept may hide what is in HTML, and what they hide is
// said to be so.
func TestRulesThatAreTooManyMayHide(t *testing.T) {
	said := dumped(t, markdown.New(), "<style>/*"+strings.Repeat("a", 20_000)+"*/ .x{display:none}</style>\n\nShown\n\n<p class=x>hidden</p>\n\nmore <b class=x>of it</b>\n")
	for _, want := range []string{"Shown", "[may be hidden: hidden]", "[may be hidden: of it]"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in\n%s", want, said)
		}
	}
}
