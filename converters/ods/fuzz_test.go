package ods_test

import (
	"testing"

	"github.com/seed353dc258/backstory/converters/internal/odftest"
	"github.com/seed353dc258/backstory/converters/ods"
)

func FuzzParts(f *testing.F) { odftest.FuzzParts(f, ods.New(), "in.ods") }
