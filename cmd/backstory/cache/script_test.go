package cache_test

import (
	"testing"

	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
)

func TestMain(m *testing.M) { cmdtest.Main(m, nil) }

func TestScripts(t *testing.T) { cmdtest.Scripts(t) }
