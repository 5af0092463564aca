package word

import "github.com/seed353dc258/backstory/converters/internal/visible"

// toggle returns a property that may be that of the style, or the contrary of it
// (2.9.328).
func toggle(b byte, ofStyle bool) bool {
	switch b {
	case 0x80:
		return ofStyle
	case 0x81:
		return !ofStyle
	}
	return b != 0
}

// set applies a change to characters whose style has some properties.
func (c *Chars) set(x change, style *Chars) {
	switch x.op {
	case opBold:
		c.Bold = toggle(x.byteArg(), style.Bold)
	case opItalic:
		c.Italic = toggle(x.byteArg(), style.Italic)
	case opStrike, opTwoStrike:
		c.Strike = toggle(x.byteArg(), style.Strike)
	case opHidden:
		c.Hidden = toggle(x.byteArg(), style.Hidden)
	case opOutline, opShadow, opEmboss, opImprint:
		c.Outlined = toggle(x.byteArg(), style.Outlined)
	case opDeleted:
		c.Deleted = x.byteArg() != 0
	case opSpecial:
		c.Sign.Special = x.byteArg() != 0
	case opData:
		c.Sign.Data = x.byteArg() != 0
	case opOle, opObject:
		c.Sign.Object = c.Sign.Object || x.byteArg() != 0
	case opPicture:
		c.Sign.Picture, c.Sign.Special = x.longArg(), true
	case opSymbol:
		c.setSymbol(x.arg)
	default:
		c.setLook(x)
	}
}

// setLook applies a change of how characters look.
func (c *Chars) setLook(x change) {
	switch x.op {
	case opScript:
		c.Script = 0
		switch x.byteArg() {
		case 1:
			c.Script = 1
		case 2:
			c.Script = -1
		}
	case opFont:
		c.Font = x.shortArg()
	case opSize:
		c.Letters.Size = int32(x.shortArg())
	case opRaise:
		c.Letters.Raise = x.twips()
	case opScale:
		c.Letters.Scale = int32(x.shortArg())
	case opSpacing:
		c.Letters.Spacing = x.twips()
	case opInk:
		c.Ink = numbered(int(x.byteArg()))
	case opInkRGB:
		c.Ink = colorRef(x.longArg())
	case opHighlight:
		if c.Ground = numbered(int(x.byteArg())); c.Ground == visible.Auto {
			c.Ground = visible.Unset
		}
	case opShadeOld:
		c.Ground = oldShade(x.shortArg())
	case opShade:
		c.Ground = shade(x.arg)
	}
}

// setSymbol sets a symbol: its font, and its code, of one byte in Word 6.
func (c *Chars) setSymbol(b []byte) {
	switch {
	case len(b) >= 4:
		c.Sign.Symbol = Symbol{uint16(b[0]) | uint16(b[1])<<8, uint16(b[2]) | uint16(b[3])<<8}
	case len(b) == 3:
		c.Sign.Symbol = Symbol{uint16(b[0]) | uint16(b[1])<<8, uint16(b[2])}
	}
	c.Sign.Special = true
}
