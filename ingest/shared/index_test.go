package shared

import (
	"encoding/json"
	"fmt"
	"testing"
)

// Whatever is added, what is written can be read, and the newest packs stay.
func TestAnIndexStaysReadable(t *testing.T) {
	x := &index{}
	var gone []string
	for n := range 70 {
		gone = append(gone, x.merge([]entry{{Digest: fmt.Sprintf("%064x", n), Size: 1, Formats: "csv 1", Signature: "s", Keys: make([]byte, 600_000)}}, nil)...)
	}
	content, err := json.Marshal(x)
	if err != nil || len(content) > maxIndex {
		t.Fatalf("%d bytes, %v", len(content), err)
	}
	read, err := parseIndex(content)
	if err != nil || len(read.Packs)+len(gone) != 70 || len(gone) == 0 || read.Packs[len(read.Packs)-1].Digest != fmt.Sprintf("%064x", 69) {
		t.Errorf("%d packs are listed, %d gone, %v", len(read.Packs), len(gone), err)
	}
}
