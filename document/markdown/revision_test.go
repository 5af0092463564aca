package markdown_test

import (
	"flag"
	"testing"

	"github.com/seed353dc258/backstory/internal/codesum"
)

var updateRevision = flag.Bool("update", false, "write the revision of the gate and the writer")

// TestRevisionIsFresh fails when the code of the gate or the writer changed
// and the revision did not: chapters of the old code would be taken for new.
func TestRevisionIsFresh(t *testing.T) {
	codesum.Check(t, *updateRevision, "Revision", nil, "../*.go", "../gate/*.go", "*.go", "inline/*.go", "chattoken/*.go", "label/*.go", "scan/*.go", "scan/lexical/*.go", "../../internal/tokens/*.go", "../../internal/lint/secrets/*.go", "../../internal/lint/secrets/rules.json")
}
