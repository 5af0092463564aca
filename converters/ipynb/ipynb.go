// Package ipynb reads Jupyter notebooks (nbformat 3 and 4).
//
//		[x] Markdown cells, as a Markdown file each; footnotes of two cells do not mix
//		[x] code cells, with the language of the kernel, of the cell or of a cell magic such as %%bash
//		[x] raw cells, with the language of their format; headings of nbformat 3
//		[x] outputs: streams (one after another joined, progress lines as they end), results, errors with their trace
//		[x] of a result in several forms, the one that Jupyter shows: HTML for what it shows, Markdown, mathematics, images, text, JSON
//		[-] long outputs: head and tail, with how many lines are left out (warning)
//		[-] images: named by what is said beside them, else by their type
//		[-] widgets, scripts and other forms that have no text: counted
//		[ ] execution counts, cell metadata, tags, attachments' bytes
//
//	  - ipynb.go: the converter, and going through the cells; reader.go: what is made of them
//	  - cell.go: a cell
//	  - output.go: what a cell gave, and how it is cut
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

// New returns the converter.
func New() converters.Converter { return converter{} }

type converter struct{}

// Format describes the format.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "ipynb",
		Title:      "Jupyter notebook",
		Version:    6,
		Text:       true,
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
	if err := json.Unmarshal([]byte(text), &struct{}{}); err != nil {
		return nil, corrupt(text, err)
	}
	from := strings.IndexByte(text, '{')
	book := value{text: text}.part(from, strings.LastIndexByte(text, '}')+1)
	about := book.field("metadata")
	r := &reader{ctx: ctx, env: env, text: text, lang: language(about), line: 1}
	if err := r.object(book, 0); err != nil {
		return nil, err
	}
	if !r.found {
		return nil, &converters.CorruptError{What: "Invalid notebook: it has no cells", Empty: true}
	}
	return &document.Document{Meta: document.Meta{Title: about.field("title").str()}, Blocks: r.blocks}, nil
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

// language returns the hint for code cells that a notebook's metadata give, or
// "".
func language(about value) string {
	name := about.field("language_info").field("name").str()
	if name == "" {
		kernel := about.field("kernelspec")
		if name = kernel.field("language").str(); name == "" && strings.HasPrefix(kernel.field("name").str(), "python") {
			name = "python"
		}
	}
	return hint(name)
}

// object goes through an object that holds cells, or in nbformat 3 worksheets
// that do.
func (r *reader) object(book value, depth int) error {
	for name, v := range book.fields() {
		switch {
		case name == "cells" && v.begins('['):
			r.found = true
			for c := range v.elements() {
				if err := r.cell(c); err != nil {
					return err
				}
			}
		case name == "worksheets" && depth == 0:
			for sheet := range v.elements() {
				if err := r.object(sheet, depth+1); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// cell reads the next cell. What is wrong with one costs that one.
func (r *reader) cell(v value) error {
	r.count++
	r.pos = document.LineSpan(r.lineAt(v.at), r.lineAt(v.at+len(v.text)))
	if err := r.env.Step(r.ctx, int64(len(v.text)), r.pos); err != nil {
		return err
	}
	if err := r.env.Spend(converters.LimitNodes, cellNodes, r.pos); err != nil {
		return err
	}
	c := newCell(v)
	if !c.valid() {
		r.env.Warn(document.Warning{Code: warnCell, Pos: r.pos, Message: "a cell that is not as nbformat says was left out"})
		return nil
	}
	return r.read(&c)
}
