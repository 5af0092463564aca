package pdfium

// Font is a font of the document.
type Font struct {
	Name     string // without the tag of a subset
	Weight   int    // 400 is regular, 0 unknown
	Italic   bool
	Fixed    bool // all characters have one width
	Symbolic bool
	Embedded bool

	handle uint64 // 0 for one that is not known
}

// The flags of a font descriptor (PDF 32000-1, table 123).
const (
	flagFixed     = 1 << 0
	flagSymbolic  = 1 << 2
	flagItalic    = 1 << 6
	flagForceBold = 1 << 18
)

// font returns what is known of a font, which is read once.
func (c *machine) font(handle uint64) *Font {
	f, known := c.fonts[handle]
	switch {
	case known:
		return f
	case handle == 0:
		return &Font{}
	}
	flags := c.int(fnFontFlags, handle)
	f = &Font{
		handle:   handle,
		Name:     withoutTag(c.plain(fnFontName, handle)),
		Weight:   c.int(fnFontWeight, handle),
		Fixed:    flags&flagFixed != 0,
		Italic:   flags&flagItalic != 0,
		Symbolic: flags&flagSymbolic != 0,
		Embedded: c.int(fnFontEmbedded, handle) == 1,
	}
	if flags&flagForceBold != 0 && flags > 0 {
		f.Weight = max(f.Weight, 700)
	}
	if c.ok(fnFontItalic, handle, c.at(0)) && c.i32(0) != 0 {
		f.Italic = true
	}
	c.fonts[handle] = f
	return f
}

// withoutTag takes the tag of a subset off a font's name: "ABCDEF+Name".
func withoutTag(name string) string {
	const tag = 6
	if len(name) <= tag+1 || name[tag] != '+' {
		return name
	}
	for _, c := range []byte(name[:tag]) {
		if c < 'A' || c > 'Z' {
			return name
		}
	}
	return name[tag+1:]
}
