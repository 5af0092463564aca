package openclaw_test

import (
	"testing"

	"github.com/seed353dc258/backstory/exchange/exchangetest"
	"github.com/seed353dc258/backstory/exchange/openclaw"
)

func TestImport(t *testing.T) { exchangetest.Run(t, openclaw.New()) }
