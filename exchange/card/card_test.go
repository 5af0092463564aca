package card_test

import (
	"testing"

	"github.com/seed353dc258/backstory/exchange/card"
	"github.com/seed353dc258/backstory/exchange/exchangetest"
)

func TestCards(t *testing.T)     { exchangetest.Run(t, card.New(), "card") }
func TestLorebooks(t *testing.T) { exchangetest.Run(t, card.NewLore(), "lorebook") }
