package dom

// Attr is an attribute that the converter reads. Every other one is AttrNone
// and is dropped by the scanner.
type Attr uint8

const (
	AttrNone Attr = iota
	AttrAcName
	attrAccent
	AttrAccentunder
	AttrAlign
	AttrAlt
	AttrAlttext
	AttrAriaHidden
	AttrAriaLabel
	AttrAriaLevel
	AttrBgcolor
	AttrBorder
	AttrCellpadding
	AttrCharset
	AttrChecked
	AttrCite
	AttrClass
	AttrClipPath
	AttrClose
	AttrColor
	AttrCols
	AttrColspan
	AttrColumnalign
	AttrContent
	AttrDataFootnoteBackref
	AttrDataFootnoteRef
	AttrDataLang
	AttrDataLanguage
	AttrDataSyntaxhighlighterParams
	AttrDatetime
	AttrDataInlineTaskId
	AttrDir
	AttrDisabled
	AttrDisplay
	AttrEncoding
	AttrEpubType
	AttrFence
	AttrHeight
	AttrHidden
	AttrHref
	AttrHttpEquiv
	AttrId
	AttrLabel
	AttrLang
	AttrLinethickness
	AttrLspace
	AttrMathvariant
	AttrMedia
	AttrMode
	AttrName
	AttrNotation
	AttrOpacity
	AttrOpen
	AttrPlaceholder
	AttrPopover
	AttrProperty
	AttrRel
	AttrReversed
	AttrRiContentTitle
	AttrRiValue
	AttrRole
	AttrRows
	AttrRowspan
	AttrSelected
	AttrSeparators
	AttrShadowrootmode
	AttrSize
	AttrSlot
	AttrSpan
	AttrSrc
	AttrSrcdoc
	AttrStart
	AttrStretchy
	AttrStroke
	AttrStyle
	AttrSummary
	AttrTitle
	AttrType
	AttrValue
	AttrVisibility
	AttrFace
	AttrFill
	AttrFillOpacity
	AttrFontSize
	AttrMathcolor
	AttrMathsize
	AttrText
	AttrAcAlt
	AttrAcAnchor
	AttrAcEmojiFallback
	AttrAcTitle
	AttrRiFilename
	AttrWidth
	AttrXlinkHref
	AttrXmlLang
	AttrCount
)

// Attrs gives each attribute its name.
var Attrs = [AttrCount]string{
	AttrAcName:                      "ac:name",
	attrAccent:                      "accent",
	AttrAccentunder:                 "accentunder",
	AttrAlign:                       "align",
	AttrAlt:                         "alt",
	AttrAlttext:                     "alttext",
	AttrAriaHidden:                  "aria-hidden",
	AttrAriaLabel:                   "aria-label",
	AttrAriaLevel:                   "aria-level",
	AttrBgcolor:                     "bgcolor",
	AttrBorder:                      "border",
	AttrCellpadding:                 "cellpadding",
	AttrCharset:                     "charset",
	AttrChecked:                     "checked",
	AttrCite:                        "cite",
	AttrClass:                       "class",
	AttrClipPath:                    "clip-path",
	AttrClose:                       "close",
	AttrColor:                       "color",
	AttrCols:                        "cols",
	AttrColspan:                     "colspan",
	AttrColumnalign:                 "columnalign",
	AttrContent:                     "content",
	AttrDataFootnoteBackref:         "data-footnote-backref",
	AttrDataFootnoteRef:             "data-footnote-ref",
	AttrDataLang:                    "data-lang",
	AttrDataLanguage:                "data-language",
	AttrDataSyntaxhighlighterParams: "data-syntaxhighlighter-params",
	AttrDatetime:                    "datetime",
	AttrDataInlineTaskId:            "data-inline-task-id",
	AttrDir:                         "dir",
	AttrDisabled:                    "disabled",
	AttrDisplay:                     "display",
	AttrEncoding:                    "encoding",
	AttrEpubType:                    "epub:type",
	AttrFence:                       "fence",
	AttrHeight:                      "height",
	AttrHidden:                      "hidden",
	AttrHref:                        "href",
	AttrHttpEquiv:                   "http-equiv",
	AttrId:                          "id",
	AttrLabel:                       "label",
	AttrLang:                        "lang",
	AttrLinethickness:               "linethickness",
	AttrLspace:                      "lspace",
	AttrMathvariant:                 "mathvariant",
	AttrMedia:                       "media",
	AttrMode:                        "mode",
	AttrName:                        "name",
	AttrNotation:                    "notation",
	AttrOpacity:                     "opacity",
	AttrOpen:                        "open",
	AttrPlaceholder:                 "placeholder",
	AttrPopover:                     "popover",
	AttrProperty:                    "property",
	AttrRel:                         "rel",
	AttrReversed:                    "reversed",
	AttrRiContentTitle:              "ri:content-title",
	AttrRiValue:                     "ri:value",
	AttrRole:                        "role",
	AttrRows:                        "rows",
	AttrRowspan:                     "rowspan",
	AttrSelected:                    "selected",
	AttrSeparators:                  "separators",
	AttrShadowrootmode:              "shadowrootmode",
	AttrSize:                        "size",
	AttrSlot:                        "slot",
	AttrSpan:                        "span",
	AttrSrc:                         "src",
	AttrSrcdoc:                      "srcdoc",
	AttrStart:                       "start",
	AttrStretchy:                    "stretchy",
	AttrStroke:                      "stroke",
	AttrStyle:                       "style",
	AttrSummary:                     "summary",
	AttrTitle:                       "title",
	AttrType:                        "type",
	AttrValue:                       "value",
	AttrVisibility:                  "visibility",
	AttrFace:                        "face",
	AttrFill:                        "fill",
	AttrFillOpacity:                 "fill-opacity",
	AttrFontSize:                    "font-size",
	AttrMathcolor:                   "mathcolor",
	AttrMathsize:                    "mathsize",
	AttrText:                        "text",
	AttrAcAlt:                       "ac:alt",
	AttrAcAnchor:                    "ac:anchor",
	AttrAcEmojiFallback:             "ac:emoji-fallback",
	AttrAcTitle:                     "ac:title",
	AttrRiFilename:                  "ri:filename",
	AttrWidth:                       "width",
	AttrXlinkHref:                   "xlink:href",
	AttrXmlLang:                     "xml:lang",
}
