package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

const (
	drawnScale  = 2        // pixels a point
	drawnPixels = 20 << 20 // of a picture; more of a page are drawn more coarsely
)

// Drawing is a picture of a page, as a person sees it.
type Drawing struct {
	Width, Height float64 // of the page, in points
	PNG           []byte
}

// Draw draws a page of a file, which is numbered from 1, with what people wrote on it
// and into its forms. The errors are those of a conversion.
func Draw(ctx context.Context, e *pdfium.Engine, content *io.SectionReader, passwords []string, number int) (*Drawing, error) {
	s := pdfium.Source{Content: content}
	d, err := e.Open(ctx, s)
	for _, s.Password = range passwords {
		if !errors.Is(err, pdfium.ErrPassword) {
			break
		}
		d, err = e.Open(ctx, s)
	}
	if err != nil {
		return nil, drawingError(err)
	}
	defer d.Close()
	w, h := d.Size(number)
	if w <= 0 || h <= 0 {
		return nil, &converters.CorruptError{What: "the file has no such page, or it cannot be drawn"}
	}
	px, err := d.Render(number, min(drawnScale, math.Sqrt(drawnPixels/(w*h))), pdfium.Box{X1: w, Y1: h})
	switch {
	case err != nil:
		return nil, drawingError(err)
	case px == nil:
		return nil, &converters.CorruptError{What: "the file has no such page, or it cannot be drawn"}
	}
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&b, pictureOf(px)); err != nil {
		return nil, fmt.Errorf("drawing a page: %w", err)
	}
	return &Drawing{Width: w, Height: h, PNG: b.Bytes()}, nil
}

// pictureOf returns pixels in the order that pictures have in Go.
func pictureOf(px *pdfium.Pixels) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, px.Width, px.Height))
	for y := range px.Height {
		from, to := px.BGRX[y*px.Stride:], img.Pix[y*img.Stride:]
		for x := 0; x < 4*px.Width; x += 4 {
			to[x], to[x+1], to[x+2], to[x+3] = from[x+2], from[x+1], from[x], 255
		}
	}
	return img
}

// drawingError tells the fault of a file from that of the machine.
func drawingError(err error) error {
	switch {
	case errors.Is(err, pdfium.ErrPassword):
		return &converters.EncryptedError{What: "the file asks for a password"}
	case errors.Is(err, pdfium.ErrMemory):
		return &converters.MachineError{Err: err, Remedy: "give more memory"}
	case errors.Is(err, pdfium.ErrFormat), errors.Is(err, pdfium.ErrSecurity), errors.Is(err, pdfium.ErrTrap):
		return &converters.CorruptError{What: "the file cannot be opened, or a page of it not drawn"}
	}
	return err
}
