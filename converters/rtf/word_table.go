package rtf

// word is a control word that means something to the reader.
type word uint16

// The words, destinations first.
const (
	wUnknown word = iota

	// Destinations whose text is collected.
	wListText
	wPnText
	wPnTextBefore
	wPnTextAfter
	wFieldInst
	wFormItem
	wBookmark
	wTitle
	wAuthor
	wSubject
	wKeywords
	wCreated
	wRevised
	wAnnotAuthor
	wAnnotDate
	wAnnotID
	wLevelText
	wShapeName
	wShapeValue
	wUnicodePair // \ud
	lastCollect

	// Destinations with a story of their own.
	wFootnote
	wAnnotation
	wHeader
	wFooter
	wShapeText
	lastStory

	// Other destinations that are read.
	wFontTable
	wColorTable
	wStyleSheet
	wListTable
	wOverrideTable
	wInfo
	wField
	wFieldResult
	wFormField
	wPict
	wPictProp
	wShapePict
	wObject
	wResult
	wShape
	wShapeInst
	wShapeProp
	wPn
	wUpr
	wMath
	wMathPart
	wMathText
	wNestProps
	wDrawing
	lastDest

	wSkip // a destination that is not read
	lastSkip

	// Text.
	wPar
	wLine
	wTab
	wNoBreakSpace
	wNoBreakHyphen
	wSoftHyphen
	wUnicode
	wChar // a character, see chars
	wEmDash
	wEnDash
	wBullet
	wLeftQuote
	wRightQuote
	wLeftDouble
	wRightDouble
	wEmSpace
	wEnSpace
	wQmSpace
	wZwj
	wZwnj
	wZwsp
	wLtrMark
	wRtlMark
	lastChar
	wPage
	wSection
	wPageNumber
	wNoteMark
	wCell
	wNestCell
	wRow
	wNestRow
	lastText

	// Characters.
	wPlain
	wBold
	wItalic
	wStrike
	wSuper
	wSub
	wNoSuperSub
	wUp
	wDown
	wUpDownSize
	wHidden
	wDeleted
	wFont
	wSize
	wInk
	wGround
	wHighlight
	wInkPattern
	wInkShare
	wInkGround
	wScale
	wSpacing
	wSpacingQuarter
	wUc
	wScriptPlain
	wScriptRTL
	wScriptWide
	wOtherBold
	wOtherItalic
	lastChars

	// Paragraphs.
	wPard
	wStyle
	wCharStyle
	wOtherStyle
	wLeft
	wFirst
	wListNumber
	wListLevel
	wOutline
	wInTable
	wNestLevel
	wAlignLeft
	wAlignCenter
	wAlignRight
	wParPattern
	wParShare
	wParGround
	wLineHeight
	wParBorder
	wFrameX
	wFrameY
	wFrameWide
	lastPars

	// Rows.
	wRowDef
	wCellEdge
	wRowHeader
	wRowLeft
	wMergeFirst
	wMergeNext
	wBelowFirst
	wBelowNext
	wCellPattern
	wCellShare
	wCellGround
	wRowHeight
	wCellBorder
	wBorderNone
	lastRows

	// The head.
	wRtf
	wAnsi
	wMac
	wPc
	wPca
	wCodePage
	wDefaultFont
	wHTMLTag
	wHTMLSkip
	wCharset
	wFontCodePage
	wPitch
	wModern
	wRed
	wGreen
	wBlue
	wList
	wListLevelDef
	wLevelKind
	wLevelStart
	wListID
	wOverride
	wOverrideLevel
	wOverrideStart
	wLevelFollow
	wPnBullet
	wPnNumber
	wPnStart
	wPnUpperRoman // in the order of \levelnfc from 1 on
	wPnLowerRoman
	wPnUpper
	wPnLower
	wPnOrdinal
	wEndnote
	wFieldAlt
	wYear
	wMonth
	wDay
	wHour
	wMinute
	wFormType
	wFormResult
	wFormDefault
	wShapeLeft
	wShapeTop
	wShapeRight
	wShapeBottom
	wBin
)

// words finds a control word by its name.
var words = map[string]word{
	"listtext": wListText, "pntext": wPnText, "pntxtb": wPnTextBefore, "pntxta": wPnTextAfter,
	"fldinst": wFieldInst, "ffl": wFormItem, "bkmkstart": wBookmark, "title": wTitle, "author": wAuthor, "subject": wSubject,
	"keywords": wKeywords, "creatim": wCreated, "revtim": wRevised, "atnauthor": wAnnotAuthor, "atndate": wAnnotDate,
	"atnid": wAnnotID, "leveltext": wLevelText, "sn": wShapeName, "sv": wShapeValue, "ud": wUnicodePair,

	"footnote": wFootnote, "annotation": wAnnotation, "shptxt": wShapeText, "dptxbxtext": wShapeText,
	"header": wHeader, "headerl": wHeader, "headerr": wHeader, "headerf": wHeader,
	"footer": wFooter, "footerl": wFooter, "footerr": wFooter, "footerf": wFooter,

	"fonttbl": wFontTable, "colortbl": wColorTable, "stylesheet": wStyleSheet, "listtable": wListTable,
	"listoverridetable": wOverrideTable, "info": wInfo, "field": wField, "fldrslt": wFieldResult, "formfield": wFormField,
	"pict": wPict, "picprop": wPictProp, "shppict": wShapePict, "object": wObject, "result": wResult, "shp": wShape,
	"shpinst": wShapeInst, "sp": wShapeProp, "pn": wPn, "upr": wUpr, "mmath": wMath, "nesttableprops": wNestProps,
	"moMath": wMath, "moMathPara": wMath, "mr": wMathText, "do": wDrawing, "shpgrp": wShape,
	"me": wMathPart, "mnaryPr": wMathPart, "mnum": wMathPart, "mden": wMathPart, "msup": wMathPart, "msub": wMathPart, "mdeg": wMathPart,
	"mlim": wMathPart, "mfName": wMathPart, "mf": wMathPart, "mrad": wMathPart, "mnary": wMathPart, "md": wMathPart,
	"msSup": wMathPart, "msSub": wMathPart, "msSubSup": wMathPart, "msPre": wMathPart, "mfunc": wMathPart,
	"macc": wMathPart, "mbar": wMathPart, "mbox": wMathPart, "mborderBox": wMathPart, "mm": wMathPart, "mmr": wMathPart,
	"meqArr": wMathPart, "mgroupChr": wMathPart, "mlimLow": wMathPart, "mlimUpp": wMathPart, "mphant": wMathPart,

	// What a reader does not show: data, definitions, and entries of an index.
	"bkmkend": wSkip, "xe": wSkip, "tc": wSkip, "tcn": wSkip, "rxe": wSkip, "nonshppict": wSkip, "nonesttables": wSkip,
	"shprslt": wSkip, "objdata": wSkip, "objclass": wSkip, "objname": wSkip, "objalias": wSkip, "objsect": wSkip,
	"atnref": wSkip, "atrfstart": wSkip, "atrfend": wSkip, "atntime": wSkip, "atnparent": wSkip, "atnicn": wSkip,
	"pnseclvl": wSkip, "datafield": wSkip, "themedata": wSkip, "colorschememapping": wSkip, "latentstyles": wSkip,
	"datastore": wSkip, "filetbl": wSkip, "revtbl": wSkip, "rsidtbl": wSkip, "generator": wSkip, "template": wSkip,
	"ftnsep": wSkip, "ftnsepc": wSkip, "ftncn": wSkip, "aftnsep": wSkip, "aftnsepc": wSkip, "aftncn": wSkip,
	"operator": wSkip, "category": wSkip, "manager": wSkip, "company": wSkip, "comment": wSkip, "doccomm": wSkip,
	"hlinkbase": wSkip, "printim": wSkip, "buptim": wSkip, "userprops": wSkip, "docvar": wSkip, "xmlnstbl": wSkip,
	"background": wSkip, "panose": wSkip, "falt": wSkip, "fname": wSkip, "fontemb": wSkip, "fontfile": wSkip,
	"keycode": wSkip, "listname": wSkip, "liststylename": wSkip, "levelnumbers": wSkip, "listpicture": wSkip,
	"blipuid": wSkip, "blipdef": wSkip, "pgptbl": wSkip, "mmathPr": wSkip, "mmathPict": wSkip, "mctrlPr": wSkip,
	"passwordhash": wSkip, "wgrffmtfilter": wSkip, "fchars": wSkip, "lchars": wSkip, "private": wSkip,
	"maccPr": wSkip, "mbarPr": wSkip, "mborderBoxPr": wSkip, "mboxPr": wSkip, "mdPr": wSkip, "meqArrPr": wSkip,
	"mfPr": wSkip, "mfuncPr": wSkip, "mgroupChrPr": wSkip, "mlimLowPr": wSkip, "mlimUppPr": wSkip, "mmPr": wSkip,
	"mlimLoc": wSkip, "mgrow": wSkip, "msubHide": wSkip, "msupHide": wSkip, "mphantPr": wSkip, "mradPr": wSkip, "msPrePr": wSkip, "msSubPr": wSkip, "msSubSupPr": wSkip,
	"msSupPr": wSkip, "moMathParaPr": wSkip, "margPr": wSkip, "mrPr": wSkip, "ffname": wSkip, "ffdeftext": wSkip,
	"ffformat": wSkip, "ffhelptext": wSkip, "ffstattext": wSkip, "ffentrymcr": wSkip, "ffexitmcr": wSkip,
	"mailmerge": wSkip, "oldcprops": wSkip, "oldpprops": wSkip, "oldtprops": wSkip, "oldsprops": wSkip, "pgdsctbl": wSkip,
	"protusertbl": wSkip, "factoidname": wSkip, "svb": wSkip, "wzDescription": wSkip, "expandedcolortbl": wSkip,
	"objtime": wSkip, "hsv": wSkip, "linkval": wSkip, "propname": wSkip, "staticval": wSkip, "g": wSkip,

	"par": wPar, "line": wLine, "lbr": wLine, "tab": wTab, "u": wUnicode, "emdash": wEmDash, "endash": wEnDash,
	"bullet": wBullet, "lquote": wLeftQuote, "rquote": wRightQuote, "ldblquote": wLeftDouble, "rdblquote": wRightDouble,
	"emspace": wEmSpace, "enspace": wEnSpace, "qmspace": wQmSpace, "zwj": wZwj, "zwnj": wZwnj, "zwbo": wZwsp,
	"ltrmark": wLtrMark, "rtlmark": wRtlMark, "page": wPage, "pagebb": wUnknown, "sect": wSection, "column": wPage,
	"chpgn": wPageNumber, "chftn": wNoteMark, "cell": wCell, "nestcell": wNestCell, "row": wRow, "nestrow": wNestRow,

	"plain": wPlain, "b": wBold, "i": wItalic, "strike": wStrike, "striked": wStrike, "super": wSuper, "sub": wSub,
	"nosupersub": wNoSuperSub, "up": wUp, "dn": wDown, "updnprop": wUpDownSize, "v": wHidden, "deleted": wDeleted, "mvf": wDeleted,
	"f": wFont, "fs": wSize, "cf": wInk, "cb": wGround, "highlight": wHighlight,
	"chcfpat": wInkPattern, "chshdng": wInkShare, "chcbpat": wInkGround, "charscalex": wScale, "expndtw": wSpacing, "expnd": wSpacingQuarter, "uc": wUc,
	"ltrch": wScriptPlain, "loch": wScriptPlain, "hich": wScriptPlain, "rtlch": wScriptRTL, "dbch": wScriptWide,
	"ab": wOtherBold, "ai": wOtherItalic,

	"pard": wPard, "s": wStyle, "cs": wCharStyle, "ds": wOtherStyle, "ts": wOtherStyle, "tsrowd": wOtherStyle,
	"li": wLeft, "lin": wLeft, "fi": wFirst, "ls": wListNumber, "ilvl": wListLevel, "outlinelevel": wOutline,
	"intbl": wInTable, "itap": wNestLevel, "ql": wAlignLeft, "qj": wAlignLeft, "qc": wAlignCenter, "qr": wAlignRight,
	"cfpat": wParPattern, "shading": wParShare, "cbpat": wParGround, "sl": wLineHeight, "brdrb": wParBorder, "brdrbtw": wUnknown,
	"posx": wFrameX, "posnegx": wFrameX, "posy": wFrameY, "posnegy": wFrameY, "absw": wFrameWide,

	"trowd": wRowDef, "cellx": wCellEdge, "trhdr": wRowHeader, "trleft": wRowLeft, "clmgf": wMergeFirst,
	"clmrg": wMergeNext, "clvmgf": wBelowFirst, "clvmrg": wBelowNext, "clcbpat": wCellGround, "clcbpatraw": wCellGround,
	"clcfpat": wCellPattern, "clcfpatraw": wCellPattern, "clshdng": wCellShare, "clshdngraw": wCellShare, "trrh": wRowHeight,
	"clbrdrb": wCellBorder, "brdrnone": wBorderNone, "brdrnil": wBorderNone,

	"rtf": wRtf, "ansi": wAnsi, "mac": wMac, "pc": wPc, "pca": wPca, "ansicpg": wCodePage, "deff": wDefaultFont,
	"htmltag": wHTMLTag, "htmlrtf": wHTMLSkip, "mhtmltag": wSkip,
	"fcharset": wCharset, "cpg": wFontCodePage, "fprq": wPitch, "fmodern": wModern, "red": wRed, "green": wGreen,
	"blue": wBlue, "list": wList, "listlevel": wListLevelDef, "levelnfc": wLevelKind, "levelnfcn": wLevelKind,
	"levelstartat": wLevelStart, "listid": wListID, "listoverride": wOverride, "lfolevel": wOverrideLevel,
	"listoverridestartat": wOverrideStart, "pnlvlblt": wPnBullet, "pnlvlbody": wPnNumber,
	"pnlvl": wPnNumber, "pnstart": wPnStart, "pnucrm": wPnUpperRoman, "pnlcrm": wPnLowerRoman,
	"pnucltr": wPnUpper, "pnlcltr": wPnLower, "pnord": wPnOrdinal, "ftnalt": wEndnote, "fldalt": wFieldAlt,
	"yr": wYear, "mo": wMonth, "dy": wDay, "hr": wHour, "min": wMinute, "fftype": wFormType, "ffres": wFormResult,
	"ffdefres": wFormDefault, "bin": wBin,
	"shpleft": wShapeLeft, "shptop": wShapeTop, "shpright": wShapeRight, "shpbottom": wShapeBottom,
}

// charOf lists the characters of the words from wEmDash to wRtlMark.
var charOf = [lastChar]rune{
	wNoBreakSpace: '\u00A0', wNoBreakHyphen: '\u2011', wSoftHyphen: '\u00AD', wTab: '\t',
	wEmDash: '—', wEnDash: '–', wBullet: '•', wLeftQuote: '‘', wRightQuote: '’', wLeftDouble: '“', wRightDouble: '”',
	wEmSpace: '\u2003', wEnSpace: '\u2002', wQmSpace: '\u2005', wZwj: '\u200D', wZwnj: '\u200C', wZwsp: '\u200B',
	wLtrMark: '\u200E', wRtlMark: '\u200F',
}
