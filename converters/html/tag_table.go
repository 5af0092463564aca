package html

// tag is an element that the reader treats apart. Every other name is tagNone
// and keeps its name in the node.
type tag uint8

const (
	tagNone tag = iota
	tagA
	tagAbbr
	tagAcronym
	tagAddress
	tagApplet
	tagArea
	tagArticle
	tagAside
	tagAudio
	tagB
	tagBase
	tagBasefont
	tagBgsound
	tagBig
	tagBlockquote
	tagBody
	tagBr
	tagButton
	tagCanvas
	tagCaption
	tagCenter
	tagCite
	tagCode
	tagCol
	tagColgroup
	tagData
	tagDatalist
	tagDd
	tagDel
	tagDetails
	tagDfn
	tagDialog
	tagDir
	tagDiv
	tagDl
	tagDt
	tagEm
	tagEmbed
	tagFieldset
	tagFigcaption
	tagFigure
	tagFont
	tagFooter
	tagForm
	tagFrame
	tagFrameset
	tagH1
	tagH2
	tagH3
	tagH4
	tagH5
	tagH6
	tagHead
	tagHeader
	tagHgroup
	tagHr
	tagHtml
	tagI
	tagIframe
	tagImg
	tagInput
	tagIns
	tagKbd
	tagKeygen
	tagLabel
	tagLegend
	tagLi
	tagLink
	tagListing
	tagMain
	tagMap
	tagMark
	tagMarquee
	tagMath
	tagMenu
	tagMeta
	tagMeter
	tagNav
	tagNobr
	tagNoembed
	tagNoframes
	tagNoscript
	tagObject
	tagOl
	tagOptgroup
	tagOption
	tagOutput
	tagP
	tagParam
	tagPicture
	tagPlaintext
	tagPre
	tagProgress
	tagQ
	tagRb
	tagRp
	tagRt
	tagRtc
	tagRuby
	tagS
	tagSamp
	tagScript
	tagSearch
	tagSection
	tagSelect
	tagSmall
	tagSource
	tagSpan
	tagStrike
	tagStrong
	tagStyle
	tagSub
	tagSummary
	tagSup
	tagSvg
	tagTable
	tagTbody
	tagTd
	tagTemplate
	tagTextarea
	tagTfoot
	tagTh
	tagThead
	tagTime
	tagTitle
	tagTr
	tagTrack
	tagTt
	tagU
	tagUl
	tagVar
	tagVideo
	tagWbr
	tagXmp
	tagAnnotation
	tagAnnotationXml
	tagDesc
	tagForeignobject
	tagMi
	tagMn
	tagMo
	tagMs
	tagMtext
	tagText
	tagCount
)

// tags gives each tag its name and its classes.
var tags = [tagCount]struct {
	name    string
	classes class
}{
	tagA:             {"a", formatting},
	tagAbbr:          {"abbr", 0},
	tagAcronym:       {"acronym", 0},
	tagAddress:       {"address", special | block},
	tagApplet:        {"applet", special | scope},
	tagArea:          {"area", special | void},
	tagArticle:       {"article", special | block},
	tagAside:         {"aside", special | block},
	tagAudio:         {"audio", 0},
	tagB:             {"b", formatting},
	tagBase:          {"base", special | void},
	tagBasefont:      {"basefont", special | void},
	tagBgsound:       {"bgsound", special | void},
	tagBig:           {"big", formatting},
	tagBlockquote:    {"blockquote", special | block},
	tagBody:          {"body", special},
	tagBr:            {"br", special | void},
	tagButton:        {"button", special},
	tagCanvas:        {"canvas", 0},
	tagCaption:       {"caption", special | scope | block},
	tagCenter:        {"center", special | block},
	tagCite:          {"cite", 0},
	tagCode:          {"code", formatting},
	tagCol:           {"col", special | void},
	tagColgroup:      {"colgroup", special},
	tagData:          {"data", 0},
	tagDatalist:      {"datalist", 0},
	tagDd:            {"dd", special | block},
	tagDel:           {"del", 0},
	tagDetails:       {"details", special | block},
	tagDfn:           {"dfn", 0},
	tagDialog:        {"dialog", special | block},
	tagDir:           {"dir", special | block},
	tagDiv:           {"div", special | block},
	tagDl:            {"dl", special | block},
	tagDt:            {"dt", special | block},
	tagEm:            {"em", formatting},
	tagEmbed:         {"embed", special | void},
	tagFieldset:      {"fieldset", special | block},
	tagFigcaption:    {"figcaption", special | block},
	tagFigure:        {"figure", special | block},
	tagFont:          {"font", formatting},
	tagFooter:        {"footer", special | block},
	tagForm:          {"form", special | block},
	tagFrame:         {"frame", special | void},
	tagFrameset:      {"frameset", special},
	tagH1:            {"h1", special | block},
	tagH2:            {"h2", special | block},
	tagH3:            {"h3", special | block},
	tagH4:            {"h4", special | block},
	tagH5:            {"h5", special | block},
	tagH6:            {"h6", special | block},
	tagHead:          {"head", special},
	tagHeader:        {"header", special | block},
	tagHgroup:        {"hgroup", special | block},
	tagHr:            {"hr", special | void | block},
	tagHtml:          {"html", special | scope},
	tagI:             {"i", formatting},
	tagIframe:        {"iframe", special | rawContent},
	tagImg:           {"img", special | void},
	tagInput:         {"input", special | void},
	tagIns:           {"ins", 0},
	tagKbd:           {"kbd", 0},
	tagKeygen:        {"keygen", special | void},
	tagLabel:         {"label", 0},
	tagLegend:        {"legend", block},
	tagLi:            {"li", special | block},
	tagLink:          {"link", special | void},
	tagListing:       {"listing", special | block},
	tagMain:          {"main", special | block},
	tagMap:           {"map", 0},
	tagMark:          {"mark", 0},
	tagMarquee:       {"marquee", special | scope},
	tagMath:          {"math", 0},
	tagMenu:          {"menu", special | block},
	tagMeta:          {"meta", special | void},
	tagMeter:         {"meter", 0},
	tagNav:           {"nav", special | block},
	tagNobr:          {"nobr", formatting},
	tagNoembed:       {"noembed", special | rawContent},
	tagNoframes:      {"noframes", special | rawContent},
	tagNoscript:      {"noscript", special | rawContent},
	tagObject:        {"object", special | scope},
	tagOl:            {"ol", special | block},
	tagOptgroup:      {"optgroup", block},
	tagOption:        {"option", block},
	tagOutput:        {"output", 0},
	tagP:             {"p", special | block},
	tagParam:         {"param", special | void},
	tagPicture:       {"picture", 0},
	tagPlaintext:     {"plaintext", special | block | rawContent},
	tagPre:           {"pre", special | block},
	tagProgress:      {"progress", 0},
	tagQ:             {"q", 0},
	tagRb:            {"rb", 0},
	tagRp:            {"rp", 0},
	tagRt:            {"rt", 0},
	tagRtc:           {"rtc", 0},
	tagRuby:          {"ruby", 0},
	tagS:             {"s", formatting},
	tagSamp:          {"samp", 0},
	tagScript:        {"script", special | rawContent},
	tagSearch:        {"search", special | block},
	tagSection:       {"section", special | block},
	tagSelect:        {"select", special},
	tagSmall:         {"small", formatting},
	tagSource:        {"source", special | void},
	tagSpan:          {"span", 0},
	tagStrike:        {"strike", formatting},
	tagStrong:        {"strong", formatting},
	tagStyle:         {"style", special | rawContent},
	tagSub:           {"sub", 0},
	tagSummary:       {"summary", special | block},
	tagSup:           {"sup", 0},
	tagSvg:           {"svg", 0},
	tagTable:         {"table", special | scope | block},
	tagTbody:         {"tbody", special},
	tagTd:            {"td", special | scope},
	tagTemplate:      {"template", special | scope},
	tagTextarea:      {"textarea", special | rawContent | escapable},
	tagTfoot:         {"tfoot", special},
	tagTh:            {"th", special | scope},
	tagThead:         {"thead", special},
	tagTime:          {"time", 0},
	tagTitle:         {"title", special | rawContent | escapable},
	tagTr:            {"tr", special},
	tagTrack:         {"track", special | void},
	tagTt:            {"tt", formatting},
	tagU:             {"u", formatting},
	tagUl:            {"ul", special | block},
	tagVar:           {"var", 0},
	tagVideo:         {"video", 0},
	tagWbr:           {"wbr", special | void},
	tagXmp:           {"xmp", special | rawContent | block},
	tagAnnotation:    {"annotation", 0},
	tagAnnotationXml: {"annotation-xml", scope},
	tagDesc:          {"desc", scope},
	tagForeignobject: {"foreignobject", scope},
	tagMi:            {"mi", scope},
	tagMn:            {"mn", scope},
	tagMo:            {"mo", scope},
	tagMs:            {"ms", scope},
	tagMtext:         {"mtext", scope},
	tagText:          {"text", 0},
}
