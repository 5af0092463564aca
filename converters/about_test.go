package converters_test

import (
	"context"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/documenttest"
)

// TestMetadataStandsAtTheHeadWhereItIsAskedFor asks for what a source says of
// itself, and for nothing of a source that is inside.
func TestMetadataStandsAtTheHeadWhereItIsAskedFor(t *testing.T) {
	f := named("text", "txt")
	f.convert = func(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
		doc := &document.Document{
			Meta: document.Meta{
				Title: " The\n log ", Author: "A \u202eKeeper", Keywords: "sea, lamp", Language: "nb",
				Created: "D:20260131093000+01'00'", Modified: "2026-02-01T00:00:00Z",
			},
			Blocks: []document.Block{document.PlainParagraph(document.Pos{}, "text")},
		}
		if in.Name == "outer.txt" {
			inner, err := env.Convert(ctx, input("inner.txt", ""))
			if err != nil {
				return nil, err
			}
			doc.Blocks = append(doc.Blocks, inner.Blocks...)
		}
		return doc, nil
	}
	head := "list @metadata\n  item \"\"\n    paragraph @metadata\n      text \"Title: The log\"\n  item \"\"\n    paragraph @metadata\n      text \"Author: A Keeper\"\n" +
		"  item \"\"\n    paragraph @metadata\n      text \"Keywords: sea, lamp\"\n  item \"\"\n    paragraph @metadata\n      text \"Created: 2026-01-31 09:30:00+01:00\"\n" +
		"  item \"\"\n    paragraph @metadata\n      text \"Modified: 2026-02-01T00:00:00Z\"\n"
	body := "paragraph\n  text \"text\"\n"
	for _, tt := range []struct{ metadata, want string }{{"keep", head + body + body}, {"", body + body}, {"off", body + body}} {
		r := registry(t, f)
		env := converters.NewEnv(r, converters.Limits{}, converters.Options{Metadata: tt.metadata})
		doc, err := r.Convert(t.Context(), input("outer.txt", ""), env)
		if err != nil {
			t.Fatal(err)
		}
		got := documenttest.Dump(&document.Document{Blocks: doc.Blocks})
		if got != tt.want {
			t.Errorf("%q gives\n%swant\n%s", tt.metadata, got, tt.want)
		}
	}
}

func TestDatesOfPDFAreWrittenAsReadersWriteThem(t *testing.T) {
	for date, want := range map[string]string{
		"D:20260131093000+01'00'": "2026-01-31 09:30:00+01:00", "D:20260131093000Z": "2026-01-31 09:30:00Z", "D:202601310930": "2026-01-31 09:30",
		"D:20260131": "2026-01-31", "D:2026": "2026", "D:20260131Z00'00'": "2026-01-31", "D:x": "D:x", "D:202601311": "D:202601311",
		"January": "January", "": "",
	} {
		if got := converters.PlainDate(date); got != want {
			t.Errorf("%s is written as %s, not %s", date, got, want)
		}
	}
}
