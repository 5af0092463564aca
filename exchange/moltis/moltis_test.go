package moltis_test

import (
	"testing"

	"github.com/seed353dc258/backstory/exchange/exchangetest"
	"github.com/seed353dc258/backstory/exchange/moltis"
)

func TestImport(t *testing.T) { exchangetest.Run(t, moltis.New()) }
