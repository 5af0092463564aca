package ipynb

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/inner"
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/document"
)

// cell is a cell of a notebook. Parts whose type may be wrong are read when
// they are needed.
type cell struct {
	Type     json.RawMessage `json:"cell_type"`
	Source   json.RawMessage `json:"source"`
	Outputs  json.RawMessage `json:"outputs"`
	Metadata json.RawMessage `json:"metadata"`
	Input    json.RawMessage `json:"input"`    // nbformat 3: source of a code cell
	Language json.RawMessage `json:"language"` // nbformat 3
	Level    json.RawMessage `json:"level"`    // nbformat 3: of a heading
}

// valid reports whether a cell has a known type.
func (c *cell) valid() bool {
	switch str(c.Type) {
	case "markdown", "code", "raw", "heading", "html":
		return true
	}
	return false
}

// read adds what a cell says.
func (r *reader) read(c *cell) error {
	source := multiline(c.Source)
	switch str(c.Type) {
	case "markdown":
		return r.markdown(source)
	case "heading":
		var level int
		_ = json.Unmarshal(c.Level, &level)
		r.add(&document.Heading{Pos: r.pos, Level: min(max(level, 1), 6), Inlines: document.Plain(strings.Join(strings.Fields(source), " "))})
		return nil
	case "raw", "html":
		return r.raw(c, source)
	}
	if source == "" {
		source = multiline(c.Input)
	}
	lang := hint(c.language())
	if lang == "" {
		lang = r.lang
	}
	r.code(magic(source, lang), source)
	return r.outputs(c.Outputs)
}

// language returns the language that a cell names: in nbformat 3, in Visual
// Studio Code, in Polyglot Notebooks.
func (c *cell) language() string {
	if name := str(c.Language); name != "" {
		return name
	}
	var m struct {
		VSCode struct {
			ID json.RawMessage `json:"languageId"`
		} `json:"vscode"`
		Polyglot struct {
			Name json.RawMessage `json:"kernelName"`
		} `json:"polyglot_notebook"`
	}
	_ = json.Unmarshal(c.Metadata, &m) // another type says nothing
	if name := str(m.VSCode.ID); name != "" {
		return name
	}
	return str(m.Polyglot.Name)
}

func (r *reader) add(b document.Block) { r.blocks = append(r.blocks, b) }

// code adds literal text, unless there is none.
func (r *reader) code(lang, text string) {
	text = strings.TrimLeft(r.env.Gate.Code(text), "\n")
	if strings.TrimSpace(text) == "" {
		return
	}
	block := plain.Block(text, lang)
	block.Pos = r.pos
	r.add(block)
}

// markdown adds a Markdown cell. Text that a Markdown file could not hold is
// added as code.
func (r *reader) markdown(source string) error {
	if strings.TrimSpace(source) == "" {
		return nil
	}
	if strings.HasPrefix(source, "---") || strings.HasPrefix(source, "+++") {
		source = "\n" + source // a rule; only files have front matter
	}
	doc, err := r.env.Convert(r.ctx, converters.TextInput("cell.md", source))
	if errors.Is(err, converters.ErrCorrupt) {
		r.code("", source)
		return nil
	}
	if err != nil {
		return fmt.Errorf("reading cell %d: %w", r.count, err)
	}
	r.results++
	r.blocks = append(r.blocks, inner.Fit(doc.Blocks, fmt.Sprintf("cell%d-%d-", r.count, r.results), r.pos)...)
	return nil
}

// raw adds a cell that is meant for another program.
func (r *reader) raw(c *cell, source string) error {
	var m struct {
		MimeType json.RawMessage `json:"raw_mimetype"`
		Format   json.RawMessage `json:"format"`
	}
	_ = json.Unmarshal(c.Metadata, &m)
	mime := str(m.MimeType)
	if mime == "" {
		mime = str(m.Format)
	}
	if str(c.Type) == "html" {
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

// str returns a JSON string, or "" for what is none.
func str(raw json.RawMessage) string {
	var s string
	_ = json.Unmarshal(raw, &s)
	return s
}

// multiline returns a JSON string, or the strings of an array joined
// (nbformat, multiline_string). What is neither says nothing.
func multiline(raw json.RawMessage) string {
	if len(raw) == 0 || raw[0] != '[' {
		return str(raw)
	}
	var parts []json.RawMessage
	_ = json.Unmarshal(raw, &parts)
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(str(p))
	}
	return b.String()
}
