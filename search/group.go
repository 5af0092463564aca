package search

import (
	"crypto/sha256"
	"encoding/binary"
)

// The bounds of what is in one group. Where it ends depends on the texts near its
// end alone, so that a chapter more has others still be in the same ones.
const (
	maxGroup   = 512 << 10 // bytes of texts, but for the first
	groupShare = 64        // of so many chapters one is the last of its group
)

// groups are those that chapters are indexed in.
type groups struct {
	keys  []Key
	first []int // of each, and behind the last one how many chapters there are
	texts []Key // the digest of each text
	sum   Key   // of all that an index has of the chapters
}

// group puts chapters into groups.
func group(list []Chapter) groups {
	g := groups{first: []int{0}, texts: make([]Key, len(list))}
	size := 0
	var sums []byte
	end := func(next int) {
		g.keys, g.first = append(g.keys, sha256.Sum256(sums)), append(g.first, next)
		sums, size = sums[:0], 0
	}
	all := sha256.New()
	for i := range list {
		c := &list[i]
		if len(sums) > 0 && size+len(c.Text) > maxGroup {
			end(i)
		}
		sum := sha256.Sum256([]byte(c.Text))
		g.texts[i] = sum
		sums, size = append(sums, sum[:]...), size+len(c.Text)
		all.Write(sum[:])
		for _, field := range []string{c.Path, c.Keys, c.Note} {
			all.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(field))))
			all.Write([]byte(field))
		}
		if sum[0] < 256/groupShare || i == len(list)-1 {
			end(i + 1)
		}
	}
	g.sum = Key(all.Sum(nil))
	return g
}
