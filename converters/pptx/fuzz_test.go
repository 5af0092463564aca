package pptx_test

import (
	"testing"

	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/pptx"
)

func FuzzParts(f *testing.F) { convtest.FuzzParts(f, pptx.New()) }
