package drawing

import "sync"

// presets are colours by their names (ISO/IEC 29500-1, 20.1.10.48): those that
// are usual, and those so light that they cannot be told from white.
var presets = sync.OnceValue(func() map[string]rgb {
	return map[string]rgb{
		"black": {}, "white": {255, 255, 255}, "red": {255, 0, 0}, "green": {0, 128, 0}, "blue": {0, 0, 255},
		"yellow": {255, 255, 0}, "cyan": {0, 255, 255}, "aqua": {0, 255, 255}, "magenta": {255, 0, 255}, "fuchsia": {255, 0, 255},
		"gray": {128, 128, 128}, "grey": {128, 128, 128}, "silver": {192, 192, 192}, "maroon": {128, 0, 0}, "navy": {0, 0, 128},
		"olive": {128, 128, 0}, "purple": {128, 0, 128}, "teal": {0, 128, 128}, "lime": {0, 255, 0}, "orange": {255, 165, 0},
		"dkBlue": {0, 0, 139}, "darkBlue": {0, 0, 139}, "dkGray": {169, 169, 169}, "darkGray": {169, 169, 169}, "dkGreen": {0, 100, 0},
		"darkGreen": {0, 100, 0}, "dkRed": {139, 0, 0}, "darkRed": {139, 0, 0}, "dimGray": {105, 105, 105},
		"ltGray": {211, 211, 211}, "lightGray": {211, 211, 211}, "gainsboro": {220, 220, 220}, "whiteSmoke": {245, 245, 245},
		"aliceBlue": {240, 248, 255}, "antiqueWhite": {250, 235, 215}, "azure": {240, 255, 255}, "beige": {245, 245, 220},
		"bisque": {255, 228, 196}, "blanchedAlmond": {255, 235, 205}, "cornsilk": {255, 248, 220}, "floralWhite": {255, 250, 240},
		"ghostWhite": {248, 248, 255}, "honeydew": {240, 255, 240}, "ivory": {255, 255, 240}, "lavender": {230, 230, 250},
		"lavenderBlush": {255, 240, 245}, "lemonChiffon": {255, 250, 205}, "ltCyan": {224, 255, 255}, "lightCyan": {224, 255, 255},
		"ltGoldenrodYellow": {250, 250, 210}, "lightGoldenrodYellow": {250, 250, 210}, "ltYellow": {255, 255, 224},
		"lightYellow": {255, 255, 224}, "linen": {250, 240, 230}, "mintCream": {245, 255, 250}, "mistyRose": {255, 228, 225},
		"moccasin": {255, 228, 181}, "navajoWhite": {255, 222, 173}, "oldLace": {253, 245, 230}, "papayaWhip": {255, 239, 213},
		"seaShell": {255, 245, 238}, "snow": {255, 250, 250},
	}
})
