package tinyclaw_test

import (
	"testing"

	"github.com/seed353dc258/backstory/exchange/exchangetest"
	"github.com/seed353dc258/backstory/exchange/tinyclaw"
)

func TestImport(t *testing.T) { exchangetest.Run(t, tinyclaw.New()) }
