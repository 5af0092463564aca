package word

// oldChange is a change of Word 6: how long its operand is, and which one of Word 97 it
// is, 0 for those that are not asked for. The list is that of Word 6; where a piece
// changes a property, Word 97 has the same numbers (2.9.214).
type oldChange struct {
	size int8
	op   uint16
}

// oldChanges are the changes of Word 6 by number; those that are not there have no
// operand that anybody knows, so that reading ends with them.
var oldChanges = map[byte]oldChange{
	2: {2, opParaStyle}, 3: {sizeByte, 0}, 4: {1, 0}, 5: {1, opAlign}, 6: {1, 0}, 7: {1, 0}, 8: {1, 0}, 9: {1, 0}, 10: {1, 0}, 11: {1, 0},
	12: {sizeByte, opOldList}, 13: {1, opOldLevel}, 14: {1, 0}, 15: {sizeByte, 0}, 16: {2, 0}, 17: {2, opLeft}, 18: {2, 0}, 19: {2, opFirst},
	20: {4, opLine}, 21: {2, 0}, 22: {2, 0}, 23: {sizeByte, 0}, 24: {1, opInTable}, 25: {1, opRowEnd}, 26: {2, opFrameX}, 27: {2, opFrameY}, 28: {2, opFrameWidth},
	29: {1, 0}, 30: {2, 0}, 31: {2, 0}, 32: {2, 0}, 33: {2, 0}, 34: {2, 0}, 35: {2, 0}, 36: {2, 0}, 37: {1, 0}, 38: {2, 0}, 39: {2, 0}, 40: {2, opOldBelow},
	41: {2, 0}, 42: {2, 0}, 43: {2, 0}, 44: {1, 0}, 45: {2, 0}, 46: {2, 0}, 47: {2, opParaShadeOld}, 48: {2, 0}, 49: {2, 0}, 50: {1, 0}, 51: {1, 0}, 52: {sizeByte, 0},
	65: {1, opDeleted}, 66: {1, opInserted}, 67: {1, 0}, 68: {sizeByte, opPicture}, 69: {2, 0}, 70: {4, 0}, 71: {1, opData}, 72: {2, 0}, 73: {3, 0},
	74: {sizeByte, opSymbol}, 75: {1, opOle}, 80: {2, opCharStyle}, 81: {sizeByte, 0}, 82: {sizeByte, 0}, 83: {0, opPlain}, 85: {1, opBold}, 86: {1, opItalic},
	87: {1, opStrike}, 88: {1, opOutline}, 89: {1, opShadow}, 90: {1, 0}, 91: {1, opCaps}, 92: {1, opHidden}, 93: {2, opFont}, 94: {1, 0}, 95: {3, 0},
	96: {2, opSpacing}, 97: {2, 0}, 98: {1, opInk}, 99: {2, opSize}, 100: {1, 0}, 101: {2, opRaise}, 102: {1, 0}, 103: {sizeByte, 0}, 104: {1, opScript},
	105: {sizeByte, 0}, 106: {sizeByte, 0}, 107: {2, 0}, 108: {1, 0}, 109: {sizeByte, 0}, 110: {2, 0}, 117: {1, opSpecial}, 118: {1, opObject},
	119: {1, 0}, 120: {sizeByte, 0}, 121: {2, 0}, 122: {2, 0}, 123: {2, 0}, 124: {2, 0},
	182: {2, 0}, 183: {2, 0}, 184: {2, 0}, 185: {1, 0}, 186: {1, opHeaderRow}, 187: {12, 0}, 188: {sizeShort, 0}, 189: {2, opRowHeight}, 190: {sizeShort, opDefTable},
	191: {sizeByte, opCellShadeOld}, 192: {4, 0}, 193: {5, 0}, 194: {4, 0}, 195: {2, 0}, 196: {4, 0}, 197: {2, 0}, 198: {2, 0}, 199: {5, 0}, 200: {4, 0},
}

// Changes of characters (2.6.1).
const (
	opDeleted   = 0x0800
	opInserted  = 0x0801
	opData      = 0x0806
	opOle       = 0x080A
	opBold      = 0x0835
	opItalic    = 0x0836
	opStrike    = 0x0837
	opOutline   = 0x0838
	opShadow    = 0x0839
	opCaps      = 0x083B
	opHidden    = 0x083C
	opSpecial   = 0x0855
	opObject    = 0x0856
	opImprint   = 0x0854
	opEmboss    = 0x0858
	opInk       = 0x2A42
	opScript    = 0x2A48
	opTwoStrike = 0x2A53
	opPlain     = 0x2A33
	opHighlight = 0x2A0C
	opCharStyle = 0x4A30
	opSize      = 0x4A43
	opRaise     = 0x4845
	opScale     = 0x4852
	opShadeOld  = 0x4866
	opFont      = 0x4A4F
	opPicture   = 0x6A03
	opSymbol    = 0x6A09
	opInkRGB    = 0x6870
	opSpacing   = 0x8840
	opShade     = 0xCA71
)

// Changes of paragraphs (2.6.2).
const (
	opParaStyle    = 0x4600
	opAlign        = 0x2403
	opAlignNew     = 0x2461
	opInTable      = 0x2416
	opRowEnd       = 0x2417
	opDepth        = 0x6649
	opDepthMore    = 0x664A
	opInnerCell    = 0x244B
	opInnerRow     = 0x244C
	opListLevel    = 0x260A
	opList         = 0x460B
	opOldList      = 0xC63E
	opOldLevel     = 0x2600 // of Word 6 alone: the number of Word 97 is another change's
	opLeft         = 0x840F
	opLeftNew      = 0x845E
	opFirst        = 0x8411
	opFirstNew     = 0x8460
	opOutlineLevel = 0x2640
	opParaShade    = 0xC64D
	opParaShadeOld = 0x442D
	opBelow        = 0xC650
	opBelowOld     = 0x6426
	opOldBelow     = 0x4400 // of Word 6 alone
	opLine         = 0x6412
	opFrameX       = 0x8418
	opFrameY       = 0x8419
	opFrameWidth   = 0x841A
	opHuge         = 0x6646
	opHugeOld      = 0x6645
)

// sgcTable says that a change is one of rows.
const sgcTable = 5

// Changes of rows (2.6.3).
const (
	opHeaderRow    = 0x3404
	opRowHeight    = 0x9407
	opCellShade    = 0xD612
	opCellShade2   = 0xD616
	opCellShade3   = 0xD60C
	opCellShadeOld = 0xD609
	opVertical     = 0xD62B
)

// The changes whose operand has a length of its own.
const (
	opDefTable = 0xD608
	opTabs     = 0xC615
)
