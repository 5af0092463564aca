package pdfium

import (
	"testing"
)

// caller opens a document of a page, and returns how to call any function of the module.
func caller(t *testing.T, content string) (*Document, func(name string, args ...uint64) uint64) {
	t.Helper()
	d, err := open(t, engine(t), page(content))
	if err != nil {
		t.Fatal(err)
	}
	return d, func(name string, args ...uint64) uint64 {
		t.Helper()
		out, err := d.machine.known.module.ExportedFunction(name).Call(d.machine.ctx, args...)
		if err != nil {
			t.Fatal(err)
		}
		return out[0]
	}
}

// TestCharactersAreWhatFunctionsSay also says whether the module is the one whose memory is
// known.
func TestCharactersAreWhatFunctionsSay(t *testing.T) {
	d, call := caller(t, "BT /F1 12 Tf 50 150 Td (Hi  you) Tj 0 -20 Td (two\\001) Tj ET")
	p := d.open(1)
	float := func(at uint32) float64 {
		v, _ := d.machine.memory.ReadFloat64Le(d.machine.scratch + at)
		return v
	}
	text := d.machine.ptr(fnTextLoad, p.handle)
	kept := d.machine.vector(text+charsAt, memoryLimit)
	if n := call("FPDFText_CountChars", text); n < 9 || len(kept) != int(n)*charSize {
		t.Fatalf("%d bytes are kept of %d characters", len(kept), n)
	}
	kinds := map[byte]int{}
	for i := range uint64(len(kept) / charSize) {
		c := keptChar(kept[i*charSize:])
		kinds[c.kind()]++
		if r := call("FPDFText_GetUnicode", text, i); c.rune() != rune(r) {
			t.Errorf("character %d is %q, want %q", i, c.rune(), rune(r))
		}
		if o := call("FPDFText_GetTextObject", text, i); c.object() != o {
			t.Errorf("character %d is of %d, want %d", i, c.object(), o)
		}
		if inferred := call("FPDFText_IsGenerated", text, i) == 1; inferred != (c.kind() == charInferred) {
			t.Errorf("character %d is of kind %d, and inferred: %v", i, c.kind(), inferred)
		}
		if unmapped := call("FPDFText_HasUnicodeMapError", text, i) == 1; unmapped != (c.kind() == charUnmapped) {
			t.Errorf("character %d is of kind %d, and unmapped: %v", i, c.kind(), unmapped)
		}
		call("FPDFText_GetCharOrigin", text, i, d.machine.at(0), d.machine.at(8))
		if x, y := c.origin(); x != float(0) || y != float(8) {
			t.Errorf("character %d is at %g, %g, want %g, %g", i, x, y, float(0), float(8))
		}
		call("FPDFText_GetCharBox", text, i, d.machine.at(0), d.machine.at(8), d.machine.at(16), d.machine.at(24))
		if left, bottom, right, top := c.box(); left != float(0) || right != float(8) || bottom != float(16) || top != float(24) {
			t.Errorf("character %d has the box %g, %g, %g, %g, want %g, %g, %g, %g", i, left, right, bottom, top, float(0), float(8), float(16), float(24))
		}
	}
	if kinds[charInferred] == 0 || kinds[charUnmapped] == 0 {
		t.Errorf("the characters are of the kinds %v", kinds)
	}
}

func TestSegmentsAreWhatFunctionsSay(t *testing.T) {
	d, call := caller(t, "20 20 m 60 30 l 70 40 80 50 90 20 c h f")
	p := d.open(1)
	path := d.machine.ptr(fnObject, p.handle, 0)
	n := d.machine.int(fnPathCount, path)
	if n < 6 {
		t.Fatalf("the path has %d segments", n)
	}
	segments := d.machine.segments(d.machine.ptr(fnPathSegment, path, 0), n)
	for i := range uint64(n) {
		s := d.machine.ptr(fnPathSegment, path, i)
		call("FPDFPathSegment_GetPoint", s, d.machine.at(0), d.machine.at(4))
		x, y, kind := firstOf(segments[i*segmentSize:])
		if want := call("FPDFPathSegment_GetType", s); x != d.machine.f32(0) || y != d.machine.f32(4) || uint64(kind) != want {
			t.Errorf("segment %d is %d at %g, %g, want %d at %g, %g", i, kind, x, y, want, d.machine.f32(0), d.machine.f32(4))
		}
	}
	if x, _, _ := firstOf(segments); x != 20 {
		t.Errorf("the path begins at %g", x)
	}
}
