package coqui_test

import (
	"testing"

	"github.com/seed353dc258/backstory/exchange/coqui"
	"github.com/seed353dc258/backstory/exchange/exchangetest"
)

func TestImport(t *testing.T) { exchangetest.Run(t, coqui.New()) }
