package ipynb

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// cell is a cell of a notebook. Parts whose type may be wrong are read when
// they are needed.
type cell struct {
	kind     string
	source   value
	outputs  value
	metadata value
	input    value // nbformat 3: source of a code cell
	language value // nbformat 3
	level    value // nbformat 3: of a heading
}

func newCell(v value) cell {
	var c cell
	var kind value
	v.into(map[string]*value{
		"cell_type": &kind, "source": &c.source, "outputs": &c.outputs, "metadata": &c.metadata, "input": &c.input, "language": &c.language, "level": &c.level,
	})
	c.kind = kind.str()
	return c
}

// valid reports whether a cell has a known type.
func (c *cell) valid() bool {
	switch c.kind {
	case "markdown", "code", "raw", "heading", "html":
		return true
	}
	return false
}

// read adds what a cell says.
func (r *reader) read(c *cell) error {
	source := c.source.multiline()
	switch c.kind {
	case "markdown":
		return r.markdown(source)
	case "heading":
		level, _ := strconv.Atoi(c.level.text) // what is not a number is not a level
		r.add(converters.Make(r.env, &document.Heading{Pos: r.pos, Level: min(max(level, 1), 6), Inlines: converters.Make(r.env, document.Plain(strings.Join(strings.Fields(source), " ")))}))
		return nil
	case "raw", "html":
		return r.raw(c, source)
	}
	if source == "" {
		source = c.input.multiline()
	}
	lang := hint(c.names())
	if lang == "" {
		lang = r.lang
	}
	r.code(magic(source, lang), source)
	return r.outputs(c.outputs)
}

// names returns the language that a cell names: in nbformat 3, in Visual Studio
// Code, in Polyglot Notebooks.
func (c *cell) names() string {
	if name := c.language.str(); name != "" {
		return name
	}
	if name := c.metadata.field("vscode").field("languageId").str(); name != "" {
		return name
	}
	return c.metadata.field("polyglot_notebook").field("kernelName").str()
}

// raw adds a cell that is meant for another program.
func (r *reader) raw(c *cell, source string) error {
	mime := c.metadata.field("raw_mimetype").str()
	if mime == "" {
		mime = c.metadata.field("format").str()
	}
	if c.kind == "html" {
		mime = "text/html"
	}
	switch mime {
	case "text/markdown":
		return r.markdown(source)
	case "text/latex":
		r.code("latex", source)
	case "text/html":
		r.code("html", source)
	case "text/restructuredtext", "text/x-rst":
		r.code("rst", source)
	case "text/asciidoc":
		r.code("asciidoc", source)
	case "text/x-python":
		r.code("python", source)
	default:
		r.code("", source)
	}
	return nil
}

// magic returns the language of a code cell whose first line says that it is
// in another one than the kernel's.
func magic(source, lang string) string {
	line, _, _ := strings.Cut(strings.TrimLeft(source, "\n "), "\n")
	name, ok := strings.CutPrefix(line, "%%")
	if !ok {
		return lang
	}
	name, _, _ = strings.Cut(strings.TrimSpace(name), " ")
	switch strings.ToLower(name) {
	case "bash", "sh", "html", "javascript", "latex", "markdown", "perl", "ruby", "r", "sql", "cython", "julia":
		return strings.ToLower(name)
	case "js":
		return "javascript"
	case "svg":
		return "xml"
	case "script", "cmd", "writefile", "file":
		return ""
	}
	return lang
}

// hint returns the info string for a kernel's language.
func hint(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	switch {
	case strings.HasPrefix(name, "ipython"):
		return "python"
	case strings.HasPrefix(name, "c++"):
		return "cpp"
	case name == "c#":
		return "csharp"
	case name == "f#":
		return "fsharp"
	}
	return name
}
