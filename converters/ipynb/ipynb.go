// Package ipynb reads Jupyter notebooks (nbformat 3 and 4).
//
//		[x] Markdown cells, as a Markdown file each; footnotes of two cells do not mix
//		[x] code cells, with the language of the kernel, of the cell or of a cell magic such as %%bash
//		[x] raw cells, with the language of their format; headings of nbformat 3
//		[x] outputs: streams (one after another joined, progress lines as they end), results, errors with their trace
//		[x] of a result in several forms, the one that reads best: Markdown, mathematics, text, JSON, HTML for what it shows
//		[-] long outputs: head and tail, with how many lines are left out (warning)
//		[-] images: named by what is said beside them, else by their type
//		[-] widgets, scripts and other forms that have no text: counted
//		[ ] execution counts, cell metadata, tags, attachments' bytes
//
//	  - ipynb.go: the converter, and going through the cells
//	  - cell.go: a cell
//	  - output.go: what a cell gave, and how it is cut
//	  - note.go: keeping footnotes of cells apart
package ipynb

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/document"
)

// The warnings of this format.
const (
	warnCell   = "ipynb-cell-unread"
	warnOutput = "ipynb-output-dropped"
	warnCut    = "ipynb-output-cut"
)

// New returns the converter.
func New() converters.Converter { return converter{} }

type converter struct{}

// Format describes the format.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "ipynb",
		Title:      "Jupyter notebook",
		Version:    3,
		Extensions: []string{"ipynb"},
		MediaTypes: []string{"application/x-ipynb+json"},
		Limits: append(plain.Limits(), converters.LimitNodes, converters.LimitNesting,
			converters.LimitCells, converters.LimitColumns),
		Warnings: []converters.WarningInfo{
			{Code: warnCell, Title: "cells of a notebook that are not as nbformat says were left out"},
			{Code: warnOutput, Title: "outputs of a notebook that have no text, such as widgets, were left out"},
			{Code: warnCut, Title: "long outputs of a notebook were cut to their head and tail"},
		},
		Calls: []string{"html", "markdown"},
	}
}

// Convert reads the notebook's metadata, then its cells one by one.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	text, err := plain.Decode(ctx, in, env, "")
	if err != nil {
		return nil, err
	}
	var head notebook
	if err := json.Unmarshal([]byte(text), &head); err != nil {
		return nil, corrupt(text, err)
	}
	r := &reader{ctx: ctx, env: env, text: text, lang: head.language(), line: 1}
	if err := r.notebook(); err != nil {
		return nil, err
	}
	if !r.found {
		return nil, &converters.CorruptError{What: "Invalid notebook: it has no cells"}
	}
	return &document.Document{Meta: document.Meta{Title: head.title()}, Blocks: r.blocks}, nil
}

// corrupt returns the error for text that is not the JSON of a notebook.
func corrupt(text string, err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		line, _ := plain.Place(text, int(max(syntax.Offset-1, 0)))
		return converters.Corrupt(document.LineSpan(line, line), "Invalid notebook: not JSON: %s", oneLine(err))
	}
	var other *json.UnmarshalTypeError
	if errors.As(err, &other) {
		return &converters.CorruptError{What: "Invalid notebook: it is no JSON object"}
	}
	return &converters.CorruptError{What: "Invalid notebook: " + oneLine(err)}
}

func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }

// notebook is what is read before the cells. Every part may have another type
// than it should.
type notebook struct {
	Metadata json.RawMessage `json:"metadata"`
}

type metadata struct {
	Title        json.RawMessage `json:"title"`
	KernelSpec   json.RawMessage `json:"kernelspec"`
	LanguageInfo json.RawMessage `json:"language_info"`
}

// metadata returns what the notebook says of itself.
func (n notebook) metadata() metadata {
	var m metadata
	_ = json.Unmarshal(n.Metadata, &m) // another type says nothing
	return m
}

func (n notebook) title() string { return str(n.metadata().Title) }

// language returns the hint for code cells, or "".
func (n notebook) language() string {
	m := n.metadata()
	var info struct {
		Name     json.RawMessage `json:"name"`
		Language json.RawMessage `json:"language"`
	}
	_ = json.Unmarshal(m.LanguageInfo, &info)
	name := str(info.Name)
	if name == "" {
		_ = json.Unmarshal(m.KernelSpec, &info)
		if name = str(info.Language); name == "" && strings.HasPrefix(str(info.Name), "python") {
			name = "python"
		}
	}
	return hint(name)
}

// reader goes through the cells of a notebook.
type reader struct {
	ctx    context.Context
	env    *converters.Env
	text   string
	lang   string // of the kernel
	blocks []document.Block
	found  bool // a list of cells

	count   int // cells so far
	results int // Markdown texts so far
	line    int // of the byte at lined, from 1
	lined   int
	pos     document.Pos // of the current cell
}

// notebook goes through the object of the file: "cells", or in nbformat 3 the
// cells of "worksheets".
func (r *reader) notebook() error {
	d := json.NewDecoder(strings.NewReader(r.text))
	return r.object(d, 0)
}

// object goes through an object that holds cells, or worksheets that do.
func (r *reader) object(d *json.Decoder, depth int) error {
	if token, err := d.Token(); err != nil || token != json.Delim('{') {
		return corrupt(r.text, errors.New("it is no JSON object"))
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return corrupt(r.text, err)
		}
		switch {
		case key == "cells" && begins(r.text, d, '['):
			r.found = true
			err = r.list(d, r.cell)
		case key == "worksheets" && depth == 0 && begins(r.text, d, '['):
			err = r.list(d, func(d *json.Decoder) error {
				if !begins(r.text, d, '{') {
					return skip(d)
				}
				return r.object(d, depth+1)
			})
		default:
			err = skip(d)
		}
		if err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// list calls visit in front of each element of an array.
func (r *reader) list(d *json.Decoder, visit func(*json.Decoder) error) error {
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		if err := visit(d); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// begins reports whether the next value begins with a byte.
func begins(text string, d *json.Decoder, b byte) bool {
	rest := text[d.InputOffset():]
	rest = rest[:min(len(rest), 64<<10)]
	rest = strings.TrimLeft(rest, " \t\r\n:,")
	return rest != "" && rest[0] == b
}

// skip reads a value that says nothing.
func skip(d *json.Decoder) error {
	var ignored json.RawMessage
	return d.Decode(&ignored)
}

// at returns the line of an offset. Offsets do not go back.
func (r *reader) at(offset int) int {
	r.line += strings.Count(r.text[r.lined:offset], "\n")
	r.lined = offset
	return r.line
}

// cell reads the next cell. What is wrong with one costs that one.
func (r *reader) cell(d *json.Decoder) error {
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil {
		return corrupt(r.text, err)
	}
	r.count++
	end := int(d.InputOffset())
	r.pos = document.LineSpan(r.at(end-len(raw)), r.at(end))
	if err := r.env.Step(r.ctx, int64(len(raw)), r.pos); err != nil {
		return err
	}
	if err := r.env.Spend(converters.LimitNodes, 1, r.pos); err != nil {
		return err
	}
	var c cell
	if json.Unmarshal(raw, &c) != nil || !c.valid() {
		r.env.Warn(document.Warning{Code: warnCell, Pos: r.pos, Message: "a cell that is not as nbformat says was left out"})
		return nil
	}
	return r.read(&c)
}
