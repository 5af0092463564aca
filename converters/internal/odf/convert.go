package odf

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/odf/lid"
	"github.com/seed353dc258/backstory/converters/internal/odf/pack"
	"github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// New returns the converter of documents of a kind, whose name, title and version are
// given. It reads documents of any kind, in a package or flat; one of another kind than
// its own is read as what it is, with a warning.
func New(kind pack.Kind, format converters.Format) converters.Converter {
	letter := format.Name[2:]
	format.Extensions = []string{"od" + letter, "ot" + letter, "fod" + letter}
	format.MediaTypes = []string{kind.MediaType(), kind.MediaType() + "-template", kind.MediaType() + "-flat-xml"}
	format.Limits = []converters.Limit{
		converters.LimitNodes, converters.LimitDepth, converters.LimitCells, converters.LimitColumns,
		converters.LimitNesting, converters.LimitEntries, converters.LimitPart, converters.LimitParts, converters.LimitRatio,
	}
	format.Warnings = append(visible.Warnings(visible.Text, visible.Deleted, visible.Section, visible.Sheet, visible.Row, visible.Column, visible.Slide, visible.Table, visible.Shape,
		visible.OffPage, visible.Size, visible.Opacity, visible.Color, visible.Cell, visible.Unsure, visible.StyleUnsure),
		lost.Warnings(lost.Object, lost.Part, lost.Furniture, lost.Repeat, lost.Filtered, lost.Collapsed, lost.Blank, lost.Merge, lost.Unsure, lost.Condition)...)
	return converter{kind, format}
}

// converter implements [converters.Converter].
type converter struct {
	kind   pack.Kind
	format converters.Format
}

func (c converter) Format() converters.Format { return c.format }

func (c converter) Sniff(content *io.SectionReader) bool { return pack.Sniff(content) == c.kind }

// Convert returns the document. The error is a [converters.EncryptedError] for one
// with a password, a [converters.CorruptError] for what is not a document of these, and a
// [converters.LimitError].
func (c converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	src, err := pack.Open(ctx, env, in)
	if err != nil {
		return nil, err
	}
	d := newDoc(ctx, env, src)
	blocks, err := d.readAll(c.kind)
	if err != nil {
		return nil, err
	}
	if len(blocks) == 0 {
		d.Warn(env)
		if c.kind == pack.Presentation {
			return nil, env.Empty("the presentation has no extractable slide text")
		}
		return nil, env.Empty("the document holds no text")
	}
	d.resolve()
	d.Warn(env)
	return &document.Document{Meta: d.meta.Meta, Blocks: d.build.Finish(blocks)}, nil
}

// readAll reads styles, the body, and what is around it.
func (d *doc) readAll(want pack.Kind) ([]document.Block, error) {
	part := "content.xml"
	if d.src.Archive == nil {
		part = ""
	}
	masters, shared, err := d.readStyles()
	if err != nil {
		return nil, err
	}
	r, err := d.readHead(part, shared)
	if err != nil {
		return nil, err
	}
	if part == "" {
		masters = r.styles
	}
	if d.common.Pages.Tinted {
		r.text.ground = visible.Unknown
	}
	d.build.Mono = r.styles.IsMono()
	f := r.newFlow(nil)
	kind, err := f.bodyOf(want)
	if err != nil {
		return nil, err
	}
	r.s = nil // rows that stream are stored; the part can go
	blocks := f.text.Blocks()
	if kind == pack.Text && masters != nil {
		more, err := d.furniture(masters)
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, more...)
	}
	if err := d.readMeta(); err != nil {
		return nil, err
	}
	return append(blocks, d.notes...), nil
}

// readHead reads what is in front of the body, with what lies under shapes of it, and
// returns the reader of the body.
func (d *doc) readHead(part, shared string) (*reader, error) {
	if part != "" && !d.src.Has(part) {
		return nil, &converters.CorruptError{What: "invalid OpenDocument file: the package has no content.xml", Remedy: "save it again, or rename it"}
	}
	text, err := d.src.Text(part)
	if err != nil {
		return nil, err
	}
	r := d.read(d.src.Scan(part, text), part)
	ok, err := r.styles.ReadHead(r.s, 1)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, &converters.CorruptError{What: "invalid OpenDocument file: there is no office:body", Remedy: "save it again, or rename it"}
	}
	r.seen.under, err = d.findLids(part, text, shared)
	return r, err
}

// stylesPart is the part of a package with the styles that all parts share.
const stylesPart = "styles.xml"

// readStyles reads the styles of a package, and returns the automatic ones of the
// part that has the headers, or nil, and the text of that part.
func (d *doc) readStyles() (masters *style.Sheet, text string, err error) {
	if d.src.Archive == nil || !d.src.Has(stylesPart) {
		return nil, "", nil
	}
	text, err = d.src.Text(stylesPart)
	if err == nil {
		masters = style.NewSheet(d.env, d.common)
		_, err = masters.ReadHead(d.src.Scan(stylesPart, text), 1)
	}
	return masters, text, d.Spare(err, document.Pos{Part: stylesPart})
}

// findLids finds the paragraphs of a text that lie under shapes. What is wrong with the
// part is told where it is read.
func (d *doc) findLids(part, text, shared string) (map[int]bool, error) {
	if !lid.MayCover(text) && !lid.MayCover(shared) {
		return nil, nil
	}
	p := lid.Part{Text: d.src.Scan(part, text)}
	if shared != "" {
		p.Styles = d.src.Scan(stylesPart, shared)
	}
	under, err := lid.Find(p)
	if errors.Is(err, converters.ErrCorrupt) {
		err = nil
	}
	return under, err
}

// bodyOf reads the body and says what it is; it warns where that is not what
// was expected.
func (f *flow) bodyOf(want pack.Kind) (pack.Kind, error) {
	kind := pack.Other
	err := f.r.s.Each(func() error {
		if kind = pack.KindNamed(f.r.s.Local()); kind != want {
			f.r.doc.env.Warn(document.Warning{
				Code:    converters.WarnContentDiffers,
				Message: fmt.Sprintf("the file is %s, not %s, and was read as what it is", kind, want),
			})
		}
		return f.bodyPart()
	})
	return kind, err
}
