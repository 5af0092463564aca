package main

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func TestRangesAreDecoded(t *testing.T) {
	for _, c := range []struct {
		text string
		want []int // first and last of each range
	}{
		{"", nil},
		{"AA", []int{0, 0}},
		{"BC", []int{1, 3}},
		{"AAAA", []int{0, 0, 2, 2}},        // a gap of one
		{"hBA", []int{65, 65}},             // two digits: 10 bits
		{"wBBA", []int{65, 65}},            // three digits: 15 bits
		{"4AQAA", []int{1 << 10, 1 << 10}}, // four digits: 21 bits
	} {
		s, err := decodeRanges(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		var got []int
		for r := 0; r < len(s); r++ {
			if s[r] && (r == 0 || !s[r-1]) {
				got = append(got, r)
			}
			if s[r] && (r+1 == len(s) || !s[r+1]) {
				got = append(got, r)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: ranges %v, want %v", c.text, got, c.want)
		}
	}
}

func TestBrokenRangesAreRefused(t *testing.T) {
	for _, text := range []string{"A", "w", "A!", "____A"} {
		if _, err := decodeRanges(text); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}

func TestClassesOfTheRulesAreKnown(t *testing.T) {
	last := rune(-1)
	for _, n := range named {
		if !slices.Contains(classes, n.class) {
			t.Errorf("U+%04X: no class %s", n.first, n.class)
		}
		if n.first <= last || n.last < n.first {
			t.Errorf("U+%04X–U+%04X: ranges must ascend", n.first, n.last)
		}
		last = n.last
	}
	if len(classes) > 1<<joinShift || len(joiningTypes) > 1<<(bitShift-joinShift) {
		t.Error("a number does not fit its bits")
	}
}

func TestTableFindsWhatWasPutIn(t *testing.T) {
	values := make([]uint32, lastRune+1)
	for r := range values {
		values[r] = uint32(r>>10%5) | uint32(r&3)<<bitShift
	}
	tab := &table{combos: combinations(values)}
	index := make(map[uint32]uint8)
	for i, c := range tab.combos {
		index[c] = uint8(i)
	}
	if err := tab.stages(values, index); err != nil {
		t.Fatal(err)
	}
	for r, want := range values {
		block := int(tab.mid[int(tab.top[r>>12])<<6|r>>6&63])
		if got := tab.combos[tab.leaf[block<<6|r&63]]; got != want {
			t.Fatalf("U+%04X: %x, want %x", r, got, want)
		}
	}
}

// TestTableIsFresh needs the data; see the package's documentation.
func TestTableIsFresh(t *testing.T) {
	folders := strings.Fields(os.Getenv("BACKSTORY_UNICODE_DATA"))
	if len(folders) != 2 {
		t.Skip("BACKSTORY_UNICODE_DATA does not name the two folders of the data")
	}
	err := run(options{properties: folders[0], variants: folders[1], out: "../../document/gate/unicode_table.go", check: true})
	if err != nil {
		t.Error(err)
	}
}
