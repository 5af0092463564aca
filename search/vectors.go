package search

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Model makes vectors of texts. Those of texts that mean the same are near each
// other, whatever words they have.
type Model struct {
	Name string // what its vectors depend on; vectors of another name are made anew
	// Embed returns a vector for each text, all of one length.
	Embed func(ctx context.Context, texts []string) ([][]float32, error)
}

// Vectors are those of the passages of an [Index]. Several goroutines may use them.
type Vectors struct {
	size int       // numbers of a vector
	data []int8    // of each passage
	norm []float32 // the length of each vector; 0 where it is missing
}

// The bounds of what a model is asked for.
const (
	maxEmbedded  = 100_000   // passages of a library
	maxVector    = 4096      // numbers of a vector
	maxBatch     = 64        // texts of a request
	maxBatchSize = 48 << 10  // and their bytes, but for the first
	maxContext   = 200       // bytes of the headings over a passage that are part of its text
	vectorsMagic = "BSXV2\n" // other texts or numbers of the same passages have another one
)

// ErrTooLarge is of a library that has too many passages for vectors.
var ErrTooLarge = errors.New("the library is too large for vectors")

// Embed returns the vectors of the passages. Those that the cache has are not asked
// for; it may be nil. With an error there are the vectors that could be had, which
// may be none, and the cache has them.
func (x *Index) Embed(ctx context.Context, m *Model, c *Cache) (*Vectors, error) {
	v := &Vectors{norm: make([]float32, len(x.in))}
	if len(x.in) > maxEmbedded {
		return v, fmt.Errorf("%w: it has %d passages, and there may be %d", ErrTooLarge, len(x.in), maxEmbedded)
	}
	c = c.vectors()
	kept, keys := c.read(), make([]Key, len(x.chapters))
	for i := range x.chapters {
		at := &x.chapters[i]
		keys[i] = sha256.Sum256(append([]byte(vectorsMagic+m.Name+"\n"), at.text[:]...))
		v.load(at.first, at.last-at.first, kept[keys[i]])
	}
	missing := []int{}
	for p, norm := range v.norm {
		if norm == 0 {
			missing = append(missing, p)
		}
	}
	if len(missing) == 0 {
		return v, nil
	}
	err := v.ask(ctx, x, m, missing)
	if c != nil && v.size > 0 {
		blocks := make([][]byte, len(x.chapters))
		for i := range x.chapters {
			blocks[i] = v.block(x.chapters[i].first, x.chapters[i].last)
		}
		c.write(keys, blocks)
	}
	return v, err
}

// ask asks the model for the vectors of some passages.
func (v *Vectors) ask(ctx context.Context, x *Index, m *Model, passages []int) error {
	for len(passages) > 0 {
		var texts []string
		size := 0
		for _, p := range passages[:min(len(passages), maxBatch)] {
			text := x.meant(p)
			if size += len(text); size > maxBatchSize && len(texts) > 0 {
				break
			}
			texts = append(texts, text)
		}
		list, err := m.embed(ctx, texts)
		if err != nil {
			return err
		}
		for i, one := range list {
			if err := v.put(passages[i], one); err != nil {
				return err
			}
		}
		passages = passages[len(texts):]
	}
	return nil
}

// embed asks for the vectors of texts, and looks at whether they are all there.
func (m *Model) embed(ctx context.Context, texts []string) ([][]float32, error) {
	list, err := m.Embed(ctx, texts)
	if err == nil && len(list) != len(texts) {
		err = fmt.Errorf("the model gave %d vectors for %d texts", len(list), len(texts))
	}
	return list, err
}

// meant returns the text of a passage as a model is given it: with the headings
// over it, the rows of tables with the header.
func (x *Index) meant(p int) string {
	number, one := x.in[p], &x.passages[p]
	text := x.slice(number, one.from, one.to)
	above := ""
	for i := range x.above(p) {
		up := &x.headings[i]
		title := x.slice(number, up.from, up.to)
		if up.kind == kindHeader {
			title, _, _ = strings.Cut(title, "\n") // without the rule under it
			text = shorten(title, maxHeader) + "\n" + text
		} else if len(above)+len(title) < maxContext {
			above = title + ". " + above
		}
	}
	return strings.TrimSpace(above + strings.ReplaceAll(text, "|", " "))
}

// put keeps the vector of a passage, in a byte for each number.
func (v *Vectors) put(p int, vector []float32) error {
	if v.size == 0 && len(vector) > 0 && len(vector) <= maxVector {
		v.size = len(vector)
		v.data = make([]int8, v.size*len(v.norm))
	}
	if len(vector) != v.size || v.size == 0 {
		return fmt.Errorf("the model gave a vector of %d numbers, and the others have %d", len(vector), v.size)
	}
	into := v.data[p*v.size:][:v.size]
	small(into, vector)
	v.norm[p] = float32(math.Sqrt(float64(dot(into, into))))
	return nil
}

// small writes a vector in a byte for each number, the largest as 127. Only its
// direction is kept.
func small(into []int8, vector []float32) {
	largest := float32(0)
	for _, f := range vector {
		if f == f && !math.IsInf(float64(f), 0) {
			largest = max(largest, f, -f)
		}
	}
	for i, f := range vector {
		into[i] = 0
		if r := math.RoundToEven(float64(f) / float64(largest) * 127); r >= -127 && r <= 127 {
			into[i] = int8(r)
		}
	}
}

// dot is the product of two vectors, exactly, so that all machines agree on it.
func dot(a, b []int8) int32 {
	sum := int32(0)
	b = b[:len(a)]
	for i, n := range a {
		sum += int32(n) * int32(b[i])
	}
	return sum
}

// block returns the vectors of the passages of a chapter for the cache: those that
// are missing have zeros alone.
func (v *Vectors) block(first, last int) []byte {
	out := binary.LittleEndian.AppendUint32(nil, uint32(v.size))
	for _, n := range v.data[first*v.size : last*v.size] {
		out = append(out, byte(n))
	}
	return out
}

// load takes the vectors of some passages from the cache, as far as they are there.
func (v *Vectors) load(first, passages int, block []byte) {
	if passages == 0 || len(block) < 4 {
		return
	}
	size := int(binary.LittleEndian.Uint32(block))
	if size == 0 || size > maxVector || v.size > 0 && v.size != size || len(block) != 4+size*passages {
		return
	}
	if v.size == 0 {
		v.size, v.data = size, make([]int8, size*len(v.norm))
	}
	for i, b := range block[4:] {
		v.data[first*size+i] = int8(b)
	}
	for p := first; p < first+passages; p++ {
		one := v.data[p*size:][:size]
		v.norm[p] = float32(math.Sqrt(float64(dot(one, one))))
	}
}

// Ask asks the model that made vectors for that of a query.
func (v *Vectors) Ask(ctx context.Context, m *Model, query string) (*Asked, error) {
	list, err := m.embed(ctx, []string{query[:min(len(query), maxQuery)]})
	if err != nil {
		return nil, err
	}
	if len(list[0]) != v.size {
		return nil, fmt.Errorf("the model gave a vector of %d numbers, and the others have %d", len(list[0]), v.size)
	}
	a := &Asked{of: v, vector: make([]int8, v.size)}
	small(a.vector, list[0])
	return a, nil
}

// Asked is a query as a model reads it.
type Asked struct {
	of     *Vectors
	vector []int8
}

// How the two ranks of a passage are joined: the score by words, as a share of the best one,
// says how much better a passage is than the next. That of vectors says less, and their
// places count.
const (
	maxRanked = 300 // passages of each rank that count
	sureNear  = 5   // and from where on it answers
	nearShare = 0.5 // of the nearest passage beside the best one by words
	nearFalls = 4   // places on, it is half of that
	minNear   = 3   // how far above the mean the nearness of a passage is, in standard deviations
)

// nearest returns the passages whose vectors are nearest to a query's, and which
// a function takes, the nearest first.
func (a *Asked) nearest(order func(a, b score) int, takes func(p int) bool) []score {
	v := a.of
	length := math.Sqrt(float64(dot(a.vector, a.vector)))
	if length == 0 {
		return nil
	}
	var list []score
	var sum, squares int64 // in millionths: sums of whole numbers are the same in any order
	for p, norm := range v.norm {
		if norm == 0 {
			continue
		}
		near := float64(dot(a.vector, v.data[p*v.size:][:v.size])) / (length * float64(norm))
		sum, squares = sum+int64(near*1e6), squares+int64(near*near*1e6)
		list = append(list, score{passage: p, value: near, own: true})
	}
	n := 1e6 * float64(max(1, len(list)))
	mean := float64(sum) / n
	least := mean + minNear*math.Sqrt(max(0, float64(squares)/n-mean*mean))
	answers := mean + (least-mean)*sureNear/minNear
	list = slices.DeleteFunc(list, func(s score) bool { return s.value < least || !takes(s.passage) })
	for i := range list {
		list[i].answers = list[i].value >= answers
	}
	slices.SortFunc(list, order)
	return list[:min(len(list), maxRanked)]
}

// join makes one rank of that by words and that by vectors.
func (x *Index) join(words, near []score) []score {
	values, covers, own, answers := map[int]float64{}, map[int]float64{}, map[int]bool{}, map[int]bool{}
	add := func(s score, value float64) {
		values[s.passage] += value
		covers[s.passage] = max(covers[s.passage], s.covers)
		own[s.passage] = own[s.passage] || s.own
		answers[s.passage] = answers[s.passage] || s.answers
	}
	for _, s := range words {
		add(s, s.value/words[0].value)
	}
	for i, s := range near {
		add(s, nearShare*nearFalls/float64(nearFalls+i))
	}
	var list []score
	for p, value := range values {
		if x.passages[p].marks&markStuffed != 0 {
			value *= stuffedScore
		}
		list = append(list, score{passage: p, value: value, own: own[p], answers: answers[p], covers: covers[p]})
	}
	slices.SortFunc(list, x.order)
	return list
}
