// Package all is the list of formats that the program reads: one line for
// each folder beside it. Its test names a folder that the list forgets.
package all

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/code"
	"github.com/seed353dc258/backstory/converters/config"
	"github.com/seed353dc258/backstory/converters/csv"
	"github.com/seed353dc258/backstory/converters/doc"
	"github.com/seed353dc258/backstory/converters/docx"
	"github.com/seed353dc258/backstory/converters/eml"
	"github.com/seed353dc258/backstory/converters/epub"
	"github.com/seed353dc258/backstory/converters/html"
	"github.com/seed353dc258/backstory/converters/ical"
	"github.com/seed353dc258/backstory/converters/ipynb"
	"github.com/seed353dc258/backstory/converters/json"
	"github.com/seed353dc258/backstory/converters/markdown"
	"github.com/seed353dc258/backstory/converters/markup"
	"github.com/seed353dc258/backstory/converters/msg"
	"github.com/seed353dc258/backstory/converters/odp"
	"github.com/seed353dc258/backstory/converters/ods"
	"github.com/seed353dc258/backstory/converters/odt"
	"github.com/seed353dc258/backstory/converters/pdf"
	"github.com/seed353dc258/backstory/converters/ppt"
	"github.com/seed353dc258/backstory/converters/pptx"
	"github.com/seed353dc258/backstory/converters/rtf"
	"github.com/seed353dc258/backstory/converters/sql"
	"github.com/seed353dc258/backstory/converters/subtitle"
	"github.com/seed353dc258/backstory/converters/text"
	"github.com/seed353dc258/backstory/converters/xls"
	"github.com/seed353dc258/backstory/converters/xlsb"
	"github.com/seed353dc258/backstory/converters/xlsx"
	"github.com/seed353dc258/backstory/converters/xml"
	"github.com/seed353dc258/backstory/converters/yaml"
)

// Converters returns a converter for every format, in the order of their
// names.
func Converters() []converters.Converter {
	return []converters.Converter{
		code.New(),
		config.New(),
		csv.New(),
		doc.New(),
		docx.New(),
		eml.New(),
		epub.New(),
		html.New(),
		ical.New(),
		ipynb.New(),
		json.New(),
		markdown.New(),
		markup.New(),
		msg.New(),
		odp.New(),
		ods.New(),
		odt.New(),
		pdf.New(),
		ppt.New(),
		pptx.New(),
		rtf.New(),
		sql.New(),
		subtitle.New(),
		text.New(),
		xls.New(),
		xlsb.New(),
		xlsx.New(),
		xml.New(),
		yaml.New(),
	}
}

// Registry returns a registry of all formats. The error names two that claim
// one name, which the test of this package rules out.
func Registry() (*converters.Registry, error) {
	return converters.NewRegistry(Converters()...)
}
