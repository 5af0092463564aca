package dom

// Extras are the attributes that style rules of a page ask for and that are not
// read otherwise. Those that an element has get a number of their own.
type Extras map[string]Attr

const (
	maxExtra     = 128 // attributes that get a number
	LongestExtra = 64  // bytes of their names

	AttrTooMany = AttrCount + maxExtra // an element has it, but too many came before
)

// number returns the number of an attribute that an element has, and gives it
// one if it has none; AttrNone if no rule asks for it, or too many came before.
func (a Extras) number(name string, given *Attr) Attr {
	key, ok := a[name]
	switch {
	case !ok || key == AttrTooMany:
		return AttrNone
	case key != AttrNone:
		return key
	case *given >= maxExtra:
		a[name] = AttrTooMany
		return AttrNone
	}
	a[name] = AttrCount + *given
	*given++
	return a[name]
}
