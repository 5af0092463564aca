package html

// attr is an attribute that the converter reads. Every other one is attrNone
// and is dropped by the scanner.
type attr uint8

const (
	attrNone attr = iota
	attrAcName
	attrAccent
	attrAccentunder
	attrAlign
	attrAlt
	attrAlttext
	attrAriaHidden
	attrAriaLabel
	attrAriaLevel
	attrBgcolor
	attrBorder
	attrCellpadding
	attrCharset
	attrChecked
	attrCite
	attrClass
	attrClipPath
	attrClose
	attrColor
	attrCols
	attrColspan
	attrColumnalign
	attrContent
	attrDataFootnoteBackref
	attrDataFootnoteRef
	attrDataLang
	attrDataLanguage
	attrDataSyntaxhighlighterParams
	attrDatetime
	attrDataInlineTaskId
	attrDir
	attrDisabled
	attrDisplay
	attrEncoding
	attrEpubType
	attrFence
	attrHeight
	attrHidden
	attrHref
	attrHttpEquiv
	attrId
	attrLabel
	attrLang
	attrLinethickness
	attrLspace
	attrMathvariant
	attrMedia
	attrMode
	attrName
	attrNotation
	attrOpacity
	attrOpen
	attrPlaceholder
	attrPopover
	attrProperty
	attrRel
	attrReversed
	attrRiContentTitle
	attrRiValue
	attrRole
	attrRows
	attrRowspan
	attrSelected
	attrSeparators
	attrShadowrootmode
	attrSize
	attrSpan
	attrSrc
	attrSrcdoc
	attrStart
	attrStretchy
	attrStroke
	attrStyle
	attrSummary
	attrTitle
	attrType
	attrValue
	attrVisibility
	attrFill
	attrFillOpacity
	attrFontSize
	attrMathcolor
	attrMathsize
	attrText
	attrAcAlt
	attrAcAnchor
	attrAcEmojiFallback
	attrAcTitle
	attrRiFilename
	attrWidth
	attrXlinkHref
	attrXmlLang
	attrCount
)

// attrs gives each attribute its name.
var attrs = [attrCount]string{
	attrAcName:                      "ac:name",
	attrAccent:                      "accent",
	attrAccentunder:                 "accentunder",
	attrAlign:                       "align",
	attrAlt:                         "alt",
	attrAlttext:                     "alttext",
	attrAriaHidden:                  "aria-hidden",
	attrAriaLabel:                   "aria-label",
	attrAriaLevel:                   "aria-level",
	attrBgcolor:                     "bgcolor",
	attrBorder:                      "border",
	attrCellpadding:                 "cellpadding",
	attrCharset:                     "charset",
	attrChecked:                     "checked",
	attrCite:                        "cite",
	attrClass:                       "class",
	attrClipPath:                    "clip-path",
	attrClose:                       "close",
	attrColor:                       "color",
	attrCols:                        "cols",
	attrColspan:                     "colspan",
	attrColumnalign:                 "columnalign",
	attrContent:                     "content",
	attrDataFootnoteBackref:         "data-footnote-backref",
	attrDataFootnoteRef:             "data-footnote-ref",
	attrDataLang:                    "data-lang",
	attrDataLanguage:                "data-language",
	attrDataSyntaxhighlighterParams: "data-syntaxhighlighter-params",
	attrDatetime:                    "datetime",
	attrDataInlineTaskId:            "data-inline-task-id",
	attrDir:                         "dir",
	attrDisabled:                    "disabled",
	attrDisplay:                     "display",
	attrEncoding:                    "encoding",
	attrEpubType:                    "epub:type",
	attrFence:                       "fence",
	attrHeight:                      "height",
	attrHidden:                      "hidden",
	attrHref:                        "href",
	attrHttpEquiv:                   "http-equiv",
	attrId:                          "id",
	attrLabel:                       "label",
	attrLang:                        "lang",
	attrLinethickness:               "linethickness",
	attrLspace:                      "lspace",
	attrMathvariant:                 "mathvariant",
	attrMedia:                       "media",
	attrMode:                        "mode",
	attrName:                        "name",
	attrNotation:                    "notation",
	attrOpacity:                     "opacity",
	attrOpen:                        "open",
	attrPlaceholder:                 "placeholder",
	attrPopover:                     "popover",
	attrProperty:                    "property",
	attrRel:                         "rel",
	attrReversed:                    "reversed",
	attrRiContentTitle:              "ri:content-title",
	attrRiValue:                     "ri:value",
	attrRole:                        "role",
	attrRows:                        "rows",
	attrRowspan:                     "rowspan",
	attrSelected:                    "selected",
	attrSeparators:                  "separators",
	attrShadowrootmode:              "shadowrootmode",
	attrSize:                        "size",
	attrSpan:                        "span",
	attrSrc:                         "src",
	attrSrcdoc:                      "srcdoc",
	attrStart:                       "start",
	attrStretchy:                    "stretchy",
	attrStroke:                      "stroke",
	attrStyle:                       "style",
	attrSummary:                     "summary",
	attrTitle:                       "title",
	attrType:                        "type",
	attrValue:                       "value",
	attrVisibility:                  "visibility",
	attrFill:                        "fill",
	attrFillOpacity:                 "fill-opacity",
	attrFontSize:                    "font-size",
	attrMathcolor:                   "mathcolor",
	attrMathsize:                    "mathsize",
	attrText:                        "text",
	attrAcAlt:                       "ac:alt",
	attrAcAnchor:                    "ac:anchor",
	attrAcEmojiFallback:             "ac:emoji-fallback",
	attrAcTitle:                     "ac:title",
	attrRiFilename:                  "ri:filename",
	attrWidth:                       "width",
	attrXlinkHref:                   "xlink:href",
	attrXmlLang:                     "xml:lang",
}
