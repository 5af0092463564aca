package dom

// Tag is an element that the reader treats apart. Every other name is TagNone
// and keeps its name in the node.
type Tag uint8

const (
	TagNone Tag = iota
	TagA
	TagAbbr
	TagAcronym
	TagAddress
	TagApplet
	TagArea
	TagArticle
	TagAside
	TagAudio
	TagB
	TagBase
	TagBasefont
	TagBgsound
	TagBig
	TagBlockquote
	TagBody
	TagBr
	TagButton
	TagCanvas
	TagCaption
	TagCenter
	TagCite
	TagCode
	TagCol
	TagColgroup
	TagData
	TagDatalist
	TagDd
	TagDel
	TagDetails
	TagDfn
	TagDialog
	TagDir
	TagDiv
	TagDl
	TagDt
	TagEm
	TagEmbed
	TagFieldset
	TagFigcaption
	TagFigure
	TagFont
	TagFooter
	TagForm
	TagFrame
	TagFrameset
	TagH1
	TagH2
	TagH3
	TagH4
	TagH5
	TagH6
	TagHead
	TagHeader
	TagHgroup
	TagHr
	TagHtml
	TagI
	TagIframe
	TagImg
	TagInput
	TagIns
	TagKbd
	TagKeygen
	TagLabel
	TagLegend
	TagLi
	TagLink
	TagListing
	TagMain
	TagMap
	TagMark
	TagMarquee
	TagMath
	TagMenu
	TagMeta
	TagMeter
	TagNav
	TagNobr
	TagNoembed
	TagNoframes
	TagNoscript
	TagObject
	TagOl
	TagOptgroup
	TagOption
	TagOutput
	TagP
	TagParam
	TagPicture
	TagPlaintext
	TagPre
	TagProgress
	TagQ
	TagRb
	TagRp
	TagRt
	TagRtc
	TagRuby
	TagS
	TagSamp
	TagScript
	TagSearch
	TagSection
	TagSelect
	TagSmall
	TagSource
	TagSpan
	TagStrike
	TagStrong
	TagStyle
	TagSub
	TagSummary
	TagSup
	TagSvg
	TagTable
	TagTbody
	TagTd
	TagTemplate
	TagTextarea
	TagTfoot
	TagTh
	TagThead
	TagTime
	TagTitle
	TagTr
	TagTrack
	TagTt
	TagU
	TagUl
	TagVar
	TagVideo
	TagWbr
	TagXmp
	TagAnnotation
	TagAnnotationXml
	TagDesc
	TagForeignobject
	TagMi
	TagMn
	TagMo
	TagMs
	TagMtext
	TagText
	TagCount
)

// tags gives each tag its name and its classes.
var tags = [TagCount]struct {
	name    string
	classes class
}{
	TagA:             {"a", Formatting},
	TagAbbr:          {"abbr", 0},
	TagAcronym:       {"acronym", 0},
	TagAddress:       {"address", special | Block},
	TagApplet:        {"applet", special | scope},
	TagArea:          {"area", special | Void},
	TagArticle:       {"article", special | Block},
	TagAside:         {"aside", special | Block},
	TagAudio:         {"audio", 0},
	TagB:             {"b", Formatting},
	TagBase:          {"base", special | Void},
	TagBasefont:      {"basefont", special | Void},
	TagBgsound:       {"bgsound", special | Void},
	TagBig:           {"big", Formatting},
	TagBlockquote:    {"blockquote", special | Block},
	TagBody:          {"body", special},
	TagBr:            {"br", special | Void},
	TagButton:        {"button", special},
	TagCanvas:        {"canvas", 0},
	TagCaption:       {"caption", special | scope | Block},
	TagCenter:        {"center", special | Block},
	TagCite:          {"cite", 0},
	TagCode:          {"code", Formatting},
	TagCol:           {"col", special | Void},
	TagColgroup:      {"colgroup", special},
	TagData:          {"data", 0},
	TagDatalist:      {"datalist", 0},
	TagDd:            {"dd", special | Block},
	TagDel:           {"del", 0},
	TagDetails:       {"details", special | Block},
	TagDfn:           {"dfn", 0},
	TagDialog:        {"dialog", special | Block},
	TagDir:           {"dir", special | Block},
	TagDiv:           {"div", special | Block},
	TagDl:            {"dl", special | Block},
	TagDt:            {"dt", special | Block},
	TagEm:            {"em", Formatting},
	TagEmbed:         {"embed", special | Void},
	TagFieldset:      {"fieldset", special | Block},
	TagFigcaption:    {"figcaption", special | Block},
	TagFigure:        {"figure", special | Block},
	TagFont:          {"font", Formatting},
	TagFooter:        {"footer", special | Block},
	TagForm:          {"form", special | Block},
	TagFrame:         {"frame", special | Void},
	TagFrameset:      {"frameset", special},
	TagH1:            {"h1", special | Block},
	TagH2:            {"h2", special | Block},
	TagH3:            {"h3", special | Block},
	TagH4:            {"h4", special | Block},
	TagH5:            {"h5", special | Block},
	TagH6:            {"h6", special | Block},
	TagHead:          {"head", special},
	TagHeader:        {"header", special | Block},
	TagHgroup:        {"hgroup", special | Block},
	TagHr:            {"hr", special | Void | Block},
	TagHtml:          {"html", special | scope},
	TagI:             {"i", Formatting},
	TagIframe:        {"iframe", special | rawContent},
	TagImg:           {"img", special | Void},
	TagInput:         {"input", special | Void},
	TagIns:           {"ins", 0},
	TagKbd:           {"kbd", 0},
	TagKeygen:        {"keygen", special | Void},
	TagLabel:         {"label", 0},
	TagLegend:        {"legend", Block},
	TagLi:            {"li", special | Block},
	TagLink:          {"link", special | Void},
	TagListing:       {"listing", special | Block},
	TagMain:          {"main", special | Block},
	TagMap:           {"map", 0},
	TagMark:          {"mark", 0},
	TagMarquee:       {"marquee", special | scope},
	TagMath:          {"math", 0},
	TagMenu:          {"menu", special | Block},
	TagMeta:          {"meta", special | Void},
	TagMeter:         {"meter", 0},
	TagNav:           {"nav", special | Block},
	TagNobr:          {"nobr", Formatting},
	TagNoembed:       {"noembed", special | rawContent},
	TagNoframes:      {"noframes", special | rawContent},
	TagNoscript:      {"noscript", special | rawContent},
	TagObject:        {"object", special | scope},
	TagOl:            {"ol", special | Block},
	TagOptgroup:      {"optgroup", Block},
	TagOption:        {"option", Block},
	TagOutput:        {"output", 0},
	TagP:             {"p", special | Block},
	TagParam:         {"param", special | Void},
	TagPicture:       {"picture", 0},
	TagPlaintext:     {"plaintext", special | Block | rawContent},
	TagPre:           {"pre", special | Block},
	TagProgress:      {"progress", 0},
	TagQ:             {"q", 0},
	TagRb:            {"rb", 0},
	TagRp:            {"rp", 0},
	TagRt:            {"rt", 0},
	TagRtc:           {"rtc", 0},
	TagRuby:          {"ruby", 0},
	TagS:             {"s", Formatting},
	TagSamp:          {"samp", 0},
	TagScript:        {"script", special | rawContent},
	TagSearch:        {"search", special | Block},
	TagSection:       {"section", special | Block},
	TagSelect:        {"select", special},
	TagSmall:         {"small", Formatting},
	TagSource:        {"source", special | Void},
	TagSpan:          {"span", 0},
	TagStrike:        {"strike", Formatting},
	TagStrong:        {"strong", Formatting},
	TagStyle:         {"style", special | rawContent},
	TagSub:           {"sub", 0},
	TagSummary:       {"summary", special | Block},
	TagSup:           {"sup", 0},
	TagSvg:           {"svg", 0},
	TagTable:         {"table", special | scope | Block},
	TagTbody:         {"tbody", special},
	TagTd:            {"td", special | scope},
	TagTemplate:      {"template", special | scope},
	TagTextarea:      {"textarea", special | rawContent | escapable},
	TagTfoot:         {"tfoot", special},
	TagTh:            {"th", special | scope},
	TagThead:         {"thead", special},
	TagTime:          {"time", 0},
	TagTitle:         {"title", special | rawContent | escapable},
	TagTr:            {"tr", special},
	TagTrack:         {"track", special | Void},
	TagTt:            {"tt", Formatting},
	TagU:             {"u", Formatting},
	TagUl:            {"ul", special | Block},
	TagVar:           {"var", 0},
	TagVideo:         {"video", 0},
	TagWbr:           {"wbr", special | Void},
	TagXmp:           {"xmp", special | rawContent | Block},
	TagAnnotation:    {"annotation", 0},
	TagAnnotationXml: {"annotation-xml", scope},
	TagDesc:          {"desc", scope},
	TagForeignobject: {"foreignobject", scope},
	TagMi:            {"mi", scope},
	TagMn:            {"mn", scope},
	TagMo:            {"mo", scope},
	TagMs:            {"ms", scope},
	TagMtext:         {"mtext", scope},
	TagText:          {"text", 0},
}
