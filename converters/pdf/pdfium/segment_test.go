package pdfium

import (
	"errors"
	"testing"
)

func TestSegmentsAreReadAsTheyAreWritten(t *testing.T) {
	got, err := segmentsIn([]byte("\x02\x00\x41\x80\x08\x0b\x02ab\x00\x41\x7f\x0b\x00"))
	if err != nil || len(got) != 2 || got[0].address != 1024 || string(got[0].content) != "ab" || got[1].address != 1<<32-1 || len(got[1].content) != 0 {
		t.Errorf("%+v, %v", got, err)
	}
	for _, section := range []string{"", "\x01", "\x01\x01\x00", "\x01\x00\x23\x00\x0b\x00", "\x01\x00\x41\x80", "\x01\x00\x41\x80\x80\x80\x80\x80\x00\x0b\x00", "\x01\x00\x41\x00\x0c\x00", "\x01\x00\x41\x00\x0b\x05ab"} {
		if got, err := segmentsIn([]byte(section)); !errors.Is(err, errModule) {
			t.Errorf("%q: %v, %v", section, got, err)
		}
	}
}

func TestModulesWithoutTheMetersPlaceAreRefused(t *testing.T) {
	for _, module := range []string{"\x00asm\x01\x00\x00\x00\x02\x01\x00", "\x00asm\x01\x00\x00\x00\x0a\x05\x01\x03\x00\x00\x0b"} {
		if _, err := metered([]byte(module)); !errors.Is(err, errModule) {
			t.Errorf("%q: %v", module, err)
		}
	}
}
