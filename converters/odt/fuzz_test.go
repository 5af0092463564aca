package odt_test

import (
	"testing"

	"github.com/seed353dc258/backstory/converters/internal/odftest"
	"github.com/seed353dc258/backstory/converters/odt"
)

func FuzzParts(f *testing.F) { odftest.FuzzParts(f, odt.New(), "in.odt") }
