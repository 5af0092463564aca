package compile

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/seed353dc258/backstory/cmd/backstory/given"
	"github.com/seed353dc258/backstory/converters"
)

// conversionFlags are the options and limits of a conversion as flags, for
// trying things out. What a build uses is in backstory/.backstory.json.
type conversionFlags struct {
	options converters.Options
	keys    given.Keys
	limits  []string
}

func (c *conversionFlags) add(flags *pflag.FlagSet) {
	o := &c.options
	flags.StringVar(&o.Tables, "tables", "", "write tables as `FORM`: pipe (default), or html to keep merged cells")
	flags.IntVar(&o.Rows, "rows", 0, "cut longer tables to head and tail of `N` rows")
	flags.StringVar(&o.Hidden, "hidden", "", "`ACTION` for hidden content: drop (default), mark or keep")
	flags.StringVar(&o.Comments, "comments", "", "`ACTION` for comments and annotations: keep (default) or off")
	flags.StringVar(&o.FrontMatter, "front-matter", "", "`ACTION` for front matter of Markdown: drop (default) or keep")
	flags.StringVar(&o.Metadata, "metadata", "", "`ACTION` for title, author and dates: off (default) or keep")
	flags.StringVar(&o.HTML, "html", "", "`PART` of web pages that is read: page (default), the whole of it, or article, its main content")
	flags.StringVar(&o.Formulas, "formulas", "", "`ACTION` for formulas of spreadsheets: off (default) or keep, beside their values")
	flags.Lookup("formulas").NoOptDefVal = "keep"
	flags.StringVar(&o.Pages, "pages", "", "read these `PAGES` of a PDF, such as 1-3,7")
	flags.StringVar(&o.OCR, "ocr", "", "`PROGRAM` that reads pages of a PDF that are pictures: off (default) or tesseract")
	flags.StringVar(&o.OCRLanguages, "ocr-languages", "", "`LANGUAGES` of such pages, such as eng+deu (default eng)")
	flags.StringVar(&o.Attachments, "attachments", "", "`ACTION` for files attached to a PDF: named (default), which names them in a warning, or convert")
	flags.Lookup("attachments").NoOptDefVal = "convert"
	flags.StringVar(&c.keys.Open, "password", "", "`PASSWORD` of a locked file, which others on this machine can see: --password-file is better")
	c.keys.AddFile(flags)
	flags.StringVar(&o.Compat, "compat", "", "lay the backstory out as another `SYSTEM` does: coqui")
	given.AddLimit(flags, &c.limits)
}

// JoinValues returns arguments in which the flags whose value may be left out
// have theirs with a sign of equality: --formulas keep is --formulas=keep. A file
// that is called like one of the values is ./keep.
func JoinValues(args []string) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		if args[i] == "--" {
			return append(out, args[i:]...)
		}
		if name, ok := strings.CutPrefix(args[i], "--"); ok && i+1 < len(args) && isOptionalValue(name, args[i+1]) {
			out = append(out, args[i]+"="+args[i+1])
			i++
			continue
		}
		out = append(out, args[i])
	}
	return out
}

// isOptionalValue reports whether a flag may have no value, and this is
// one.
func isOptionalValue(flag, value string) bool {
	var c conversionFlags
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	c.add(flags)
	f := flags.Lookup(flag)
	return f != nil && f.NoOptDefVal != "" && f.Value.Type() == "string" && value != "" && f.Value.Set(value) == nil && c.options.Validate() == nil
}

// parse returns what the flags say.
func (c *conversionFlags) parse() (converters.Options, converters.Limits, error) {
	if err := c.options.Validate(); err != nil {
		return c.options, converters.Limits{}, fmt.Errorf("--%w", err)
	}
	limits, err := given.ParseLimits(c.limits)
	return c.options, limits, err
}
