package document

import "github.com/seed353dc258/backstory/internal/slab"

// Styles is a set of [Style] values that hold for one run of text.
type Styles uint8

// With returns the set with a style added.
func (s Styles) With(style Style) Styles { return s | 1<<style }

// Without returns the set without a style.
func (s Styles) Without(style Style) Styles { return s &^ (1 << style) }

// Has reports whether the set holds a style.
func (s Styles) Has(style Style) bool { return s&(1<<style) != 0 }

// Runs builds the inlines of one paragraph after the other from runs of text, as
// formats with character properties give them. Neighbouring runs with the same
// styles become one, so that a word which a word processor split stays a word.
type Runs struct {
	Spend func(nodes int) // hears of each node that is made

	nodes   []Inline // of the frames that are open, the outermost first
	open    []frame
	link    int    // how many frames there are up to the open link; 0 where none is open
	shared  string // text that has no node yet: one run that is not copied
	pending []byte // or many that are
	styles  Styles // of that text

	lists  slab.Slab[Inline]
	texts  slab.Slab[Text]
	styled slab.Slab[Styled]
}

// frame is a style or a link that is open.
type frame struct {
	style Style
	link  *Link // nil for a style
	from  int   // where its nodes begin
}

// styleOrder is the order in which styles nest, outermost first: what spans
// longer stretches in practice is outside. Labels are around all.
var styleOrder = [...]Style{Hidden, MayBeHidden, Strong, Emphasis, Strike, Superscript, Subscript}

// Text adds a run of text in the given styles.
func (r *Runs) Text(text string, styles Styles) {
	r.restyle(styles)
	r.pending = append(append(r.pending, r.shared...), text...)
	r.shared = ""
}

// Share adds a run of text that need not be copied: where it is all of a node,
// the node shares its memory, and whatever that memory is part of stays.
func (r *Runs) Share(text string, styles Styles) {
	r.restyle(styles)
	if r.shared != "" || len(r.pending) > 0 {
		r.Text(text, styles)
		return
	}
	r.shared = text
}

func (r *Runs) restyle(styles Styles) {
	if styles != r.styles {
		r.flush()
		r.styles = styles
	}
}

// Inline adds a node in the given styles.
func (r *Runs) Inline(node Inline, styles Styles) {
	r.flush()
	r.enter(styles)
	r.nodes = append(r.nodes, node)
}

// BeginLink opens a link in the given styles. What is added up to [Runs.EndLink] is
// inside of it, in styles besides those. Links do not nest.
func (r *Runs) BeginLink(link *Link, styles Styles) {
	r.flush()
	r.enter(styles)
	r.open = append(r.open, frame{link: link, from: len(r.nodes)})
	r.link = len(r.open)
}

// EndLink closes the open link and returns it, or nil where nothing is in it, or
// none is open: then there is no link. The styles around it stay open.
func (r *Runs) EndLink() *Link {
	if r.link == 0 {
		return nil
	}
	r.flush()
	link := r.open[r.link-1].link
	r.closeTo(r.link - 1)
	r.link = 0
	if len(link.Inlines) == 0 {
		return nil
	}
	return link
}

// Inlines returns what was added and empties the builder, which keeps memory
// for the next paragraph.
func (r *Runs) Inlines() []Inline {
	r.flush()
	r.closeTo(0)
	out := r.lists.Clone(r.nodes)
	clear(r.nodes)
	r.nodes, r.link, r.styles = r.nodes[:0], 0, 0
	return out
}

// flush makes a node of the pending text.
func (r *Runs) flush() {
	text := r.shared
	if text == "" {
		text = string(r.pending)
	}
	if text == "" {
		return
	}
	r.shared, r.pending = "", r.pending[:0]
	r.enter(r.styles)
	r.Spend(1)
	node := r.texts.New()
	node.Value = text
	r.nodes = append(r.nodes, node)
}

// enter closes the styles that do not hold any more, and opens those that are
// missing.
func (r *Runs) enter(styles Styles) {
	keep := r.link
	for keep < len(r.open) && styles.Has(r.open[keep].style) {
		styles = styles.Without(r.open[keep].style)
		keep++
	}
	r.closeTo(keep)
	if styles == 0 {
		return
	}
	for _, style := range styleOrder {
		if styles.Has(style) {
			r.open = append(r.open, frame{style: style, from: len(r.nodes)})
		}
	}
}

// closeTo makes nodes of the frames behind the first few.
func (r *Runs) closeTo(keep int) {
	for n := len(r.open); n > keep; n-- {
		f := r.open[n-1]
		r.open = r.open[:n-1]
		inside := r.lists.Clone(r.nodes[f.from:])
		r.nodes = r.nodes[:f.from]
		switch {
		case len(inside) == 0:
		case f.link != nil:
			f.link.Inlines = inside
			r.nodes = append(r.nodes, f.link)
		default:
			r.Spend(1)
			styled := r.styled.New()
			styled.Style, styled.Inlines = f.style, inside
			r.nodes = append(r.nodes, styled)
		}
	}
}
