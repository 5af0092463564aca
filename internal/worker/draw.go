package worker

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/pdf"
	"github.com/seed353dc258/backstory/ingest"
)

const (
	drawTime    = 5 * time.Second
	maxDrawing  = 32 << 20 // bytes
	drawingHead = 16       // two numbers: the page's width and height, in points
	longestSide = 1 << 20  // points
)

// pngMark is how every PNG begins.
const pngMark = "\x89PNG\r\n\x1a\n"

// Draw has a page of a PDF drawn in a child, within some seconds. The errors are those
// of [pdf.Draw], [ingest.ErrTimeout] and [converters.ErrMachine].
func (p *Pool) Draw(ctx context.Context, content *io.SectionReader, passwords converters.Passwords, page int) (*pdf.Drawing, error) {
	p.alone.RLock()
	defer p.alone.RUnlock()
	if size, most := content.Size(), (converters.Limits{}).Get(converters.LimitInput); size > most {
		return nil, &converters.LimitError{Limit: converters.LimitInput, Value: size, Max: most}
	}
	c, err := p.take(ctx, true)
	if err != nil {
		return nil, err
	}
	d, err := c.draw(ctx, request{Size: content.Size(), Draw: page, Passwords: passwords, Seconds: uint64(drawTime/time.Second) + 1}, content)
	var known *told
	switch {
	case err == nil:
		p.give(c)
		return d, nil
	case errors.As(err, &known):
		p.give(c)
		return nil, known.err
	}
	c.end()
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return nil, fmt.Errorf("%w: drawing a page takes more than %s", ingest.ErrTimeout, drawTime)
	}
	return nil, fmt.Errorf("drawing a page: %w", err)
}

// draw has the child draw a page.
func (c *child) draw(ctx context.Context, q request, content io.Reader) (*pdf.Drawing, error) {
	ctx, cancel := context.WithTimeout(ctx, drawTime)
	defer cancel()
	if err := c.during(ctx, func() error { return writeRequest(c.in, q, content) }); err != nil {
		return nil, err
	}
	kind, payload, err := c.read(ctx, func(kind byte) uint64 {
		switch kind {
		case frameDrawing:
			return maxDrawing
		case frameError:
			return maxError
		}
		return 0
	})
	c.jobs++
	switch {
	case err != nil:
		return nil, err
	case kind == frameError:
		return nil, &told{decodeError(payload)}
	case kind != frameDrawing:
		return nil, errFrame
	}
	return decodeDrawing(payload)
}

// draw is the child's side of [Pool.Draw].
func draw(ctx context.Context, engine *Engine, q request, content []byte) (byte, []byte) {
	if engine == nil {
		return frameEngine, nil
	}
	e, err := engine.PDFium(ctx)
	if err != nil {
		return frameError, encodeError(err)
	}
	d, err := pdf.Draw(ctx, e, io.NewSectionReader(bytes.NewReader(content), 0, q.Size), q.Passwords, q.Draw)
	if err != nil {
		return frameError, encodeError(err)
	}
	head := make([]byte, drawingHead, drawingHead+len(d.PNG))
	binary.LittleEndian.PutUint64(head, math.Float64bits(d.Width))
	binary.LittleEndian.PutUint64(head[8:], math.Float64bits(d.Height))
	return frameDrawing, append(head, d.PNG...)
}

// decodeDrawing returns the drawing of a child, which is checked as far as the parent
// looks at it: nobody but a browser reads its pixels.
func decodeDrawing(b []byte) (*pdf.Drawing, error) {
	if len(b) < drawingHead || !bytes.HasPrefix(b[drawingHead:], []byte(pngMark)) {
		return nil, errFrame
	}
	side := func(i int) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b[i:])) }
	d := &pdf.Drawing{Width: side(0), Height: side(8), PNG: b[drawingHead:]}
	if !(d.Width > 0 && d.Width < longestSide && d.Height > 0 && d.Height < longestSide) {
		return nil, errFrame
	}
	return d, nil
}
