package sqlstore_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/store/sqlite"
	"github.com/seed353dc258/backstory/agent/store/sqlstore"
)

