package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/seed353dc258/backstory/converters"
)

// conversionFlags are the options and limits of a conversion as flags, for
// trying things out. What a build uses stands in backstory/.backstory.json.
type conversionFlags struct {
	options  converters.Options
	password string
	limits   []string
}

func (c *conversionFlags) add(flags *pflag.FlagSet) {
	o := &c.options
	flags.StringVar(&o.Tables, "tables", "", "pipe (default), or html to keep merged cells")
	flags.IntVar(&o.Rows, "rows", 0, "cut longer tables to head and tail of `N` rows")
	flags.StringVar(&o.Hidden, "hidden", "", "hidden content: drop (default), mark or keep")
	flags.StringVar(&o.Comments, "comments", "", "comments and annotations: keep (default) or off")
	flags.StringVar(&o.FrontMatter, "front-matter", "", "front matter of Markdown: drop (default) or keep")
	flags.StringVar(&o.Metadata, "metadata", "", "title, author and dates: off (default) or keep")
	flags.StringVar(&o.HTML, "html", "", "web pages: page (default), the whole of it, or article, its main content")
	flags.StringVar(&o.Formulas, "formulas", "", "formulas of spreadsheets: off (default) or keep, beside their values")
	flags.Lookup("formulas").NoOptDefVal = "keep"
	flags.StringVar(&o.Pages, "pages", "", "the pages of a PDF to read, such as 1-3,7 (`RANGES`)")
	flags.StringVar(&o.OCR, "ocr", "", "pages of a PDF that are pictures: off (default), or tesseract to have that program read them")
	flags.StringVar(&o.OCRLanguages, "ocr-languages", "", "what such pages are written in, such as eng+deu (default eng)")
	flags.StringVar(&o.Attachments, "attachments", "", "files attached to a PDF: named (default) in a warning, or convert")
	flags.Lookup("attachments").NoOptDefVal = "convert"
	flags.StringVar(&c.password, "password", "", "what opens an encrypted PDF")
	flags.StringVar(&o.Compat, "compat", "", "coqui: the layout of the Coqui generator")
	flags.StringArrayVar(&c.limits, "limit", nil, "set a limit, such as text=20000000; see docs/limits.md (`NAME=N`)")
}

// joinValues returns arguments in which the flags whose value may be left out
// have theirs with a sign of equality: --formulas keep is --formulas=keep. A file
// that is called like one of the values is ./keep.
func joinValues(args []string) []string {
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

// isOptionalValue reports whether a flag may stand without a value, and this is
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
	var limits converters.Limits
	if err := c.options.Validate(); err != nil {
		return c.options, limits, fmt.Errorf("--%w", err)
	}
	for _, setting := range c.limits {
		name, value, _ := strings.Cut(setting, "=")
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil || n < 1 {
			return c.options, limits, fmt.Errorf("--limit %s: give NAME=N with a positive number", setting)
		}
		limit, ok := limitNamed(name)
		if !ok {
			return c.options, limits, fmt.Errorf("--limit %s: there is no limit %q; docs/limits.md lists them", setting, name)
		}
		limits = limits.With(limit, n)
	}
	return c.options, limits, nil
}

func limitNamed(name string) (converters.Limit, bool) {
	for _, info := range converters.LimitTable() {
		if info.Name == name {
			return info.Limit, true
		}
	}
	return 0, false
}
