package rtf

// wordFactor and wordSlots make the hash table of control words.
const (
	wordFactor = 31
	wordSlots  = 2048
)

type wordSlot struct {
	name string
	word word
}

// wordIndex finds the control words by a hash that is made while they are
// read. A word stands in its slot, or in one of the next without a gap.
var wordIndex = func() *[wordSlots]wordSlot {
	var index [wordSlots]wordSlot
	for name, w := range words {
		hash := uint32(0)
		for i := range len(name) {
			hash = hash*wordFactor + uint32(name[i])
		}
		slot := hash % wordSlots
		for index[slot].name != "" {
			slot = (slot + 1) % wordSlots
		}
		index[slot] = wordSlot{name, w}
	}
	return &index
}()

// wordOf returns what a control word means.
func wordOf(hash uint32, name []byte) word {
	for slot := hash % wordSlots; wordIndex[slot].name != ""; slot = (slot + 1) % wordSlots {
		if wordIndex[slot].name == string(name) {
			return wordIndex[slot].word
		}
	}
	return wUnknown
}
