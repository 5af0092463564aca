package odp_test

import (
	"testing"

	"github.com/seed353dc258/backstory/converters/internal/odftest"
	"github.com/seed353dc258/backstory/converters/odp"
)

func FuzzParts(f *testing.F) { odftest.FuzzParts(f, odp.New(), "in.odp") }
