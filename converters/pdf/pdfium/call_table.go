package pdfium

// function names a function of the module.
type function uint8

// The functions that are called, each as its name in functionNames.
const (
	fnMalloc function = iota
	fnFree
	fnInit
	fnLoadDocument
	fnCloseDocument
	fnLastError
	fnPageCount
	fnMeta
	fnLanguage
	fnIsTagged
	fnPermissions
	fnLoadPage
	fnClosePage
	fnPageBox
	fnPageRotation
	fnPageLabel
	fnTextLoad
	fnTextClose
	fnTextMatrix
	fnTextFill
	fnTextLooseBox
	fnObjFont
	fnObjSize
	fnObjMode
	fnFontName
	fnFontFlags
	fnFontWeight
	fnFontItalic
	fnFontEmbedded
	fnFontGlyph
	fnGlyphCount
	fnGlyphSegment
	fnLoadStandard
	fnObjectCount
	fnObject
	fnObjectType
	fnObjectBounds
	fnObjectMatrix
	fnObjectFill
	fnObjectStroke
	fnObjectStrokeWidth
	fnObjectMCID
	fnObjectTransparent
	fnObjectActive
	fnObjectMarks
	fnObjectMark
	fnMarkName
	fnMarkParamBlob
	fnMarkParamCount
	fnMarkParamType
	fnMarkParamRemove
	fnObjectClip
	fnClipPaths
	fnClipSegments
	fnClipSegment
	fnImagePixels
	fnImageRaw
	fnFormCount
	fnFormObject
	fnPathCount
	fnPathSegment
	fnPathMode
	fnLinkNext
	fnLinkRect
	fnLinkAction
	fnLinkDest
	fnActionType
	fnActionURI
	fnActionDest
	fnDestPage
	fnDestPlace
	fnDestView
	fnAnnotCount
	fnAnnot
	fnAnnotClose
	fnAnnotType
	fnAnnotRect
	fnAnnotFlags
	fnAnnotString
	fnAnnotHas
	fnAnnotNumber
	fnFormInit
	fnFieldType
	fnFieldFlags
	fnFieldName
	fnFieldValue
	fnFieldChecked
	fnFieldOptions
	fnFieldOption
	fnFieldSelected
	fnBookmarkChild
	fnBookmarkNext
	fnBookmarkTitle
	fnBookmarkDest
	fnBookmarkAction
	fnTreeLoad
	fnTreeClose
	fnTreeCount
	fnTreeChild
	fnElementType
	fnElementTitle
	fnElementAlt
	fnElementActual
	fnElementLang
	fnElementAttribute
	fnElementMCIDCount
	fnElementMCID
	fnElementCount
	fnElementChild
	fnElementChildMCID
	fnElementAttrCount
	fnElementAttr
	fnAttrCount
	fnAttrName
	fnAttrValue
	fnAttrType
	fnAttrNumber
	fnAttrString
	fnBitmapNew
	fnBitmapFill
	fnBitmapBuffer
	fnBitmapStride
	fnBitmapFree
	fnRender
	fnRenderFields
	fnAttachments
	fnAttachment
	fnAttachmentName
	fnAttachmentFile
	fnAnnotFile
	fnStackNow
	fnStackRestore
	fnSetThrew
	functionCount
)

// functionNames are the names that the module exports.
var functionNames = [functionCount]string{
	"malloc", "free", "FPDF_InitLibrary", "FPDF_LoadMemDocument", "FPDF_CloseDocument", "FPDF_GetLastError",
	"FPDF_GetPageCount", "FPDF_GetMetaText", "FPDFCatalog_GetLanguage", "FPDFCatalog_IsTagged", "FPDF_GetDocPermissions",
	"FPDF_LoadPage", "FPDF_ClosePage", "FPDF_GetPageBoundingBox", "FPDFPage_GetRotation", "FPDF_GetPageLabel",
	"FPDFText_LoadPage", "FPDFText_ClosePage",
	"FPDFText_GetMatrix",
	"FPDFText_GetFillColor", "FPDFText_GetLooseCharBox",
	"FPDFTextObj_GetFont", "FPDFTextObj_GetFontSize", "FPDFTextObj_GetTextRenderMode",
	"FPDFFont_GetBaseFontName", "FPDFFont_GetFlags", "FPDFFont_GetWeight", "FPDFFont_GetItalicAngle", "FPDFFont_GetIsEmbedded",
	"FPDFFont_GetGlyphPath", "FPDFGlyphPath_CountGlyphSegments", "FPDFGlyphPath_GetGlyphPathSegment", "FPDFText_LoadStandardFont",
	"FPDFPage_CountObjects", "FPDFPage_GetObject", "FPDFPageObj_GetType", "FPDFPageObj_GetBounds", "FPDFPageObj_GetMatrix",
	"FPDFPageObj_GetFillColor", "FPDFPageObj_GetStrokeColor", "FPDFPageObj_GetStrokeWidth", "FPDFPageObj_GetMarkedContentID", "FPDFPageObj_HasTransparency", "FPDFPageObj_SetIsActive",
	"FPDFPageObj_CountMarks", "FPDFPageObj_GetMark", "FPDFPageObjMark_GetName", "FPDFPageObjMark_GetParamBlobValue", "FPDFPageObjMark_CountParams", "FPDFPageObjMark_GetParamValueType", "FPDFPageObjMark_RemoveParam",
	"FPDFPageObj_GetClipPath", "FPDFClipPath_CountPaths", "FPDFClipPath_CountPathSegments", "FPDFClipPath_GetPathSegment",
	"FPDFImageObj_GetImagePixelSize", "FPDFImageObj_GetImageDataRaw",
	"FPDFFormObj_CountObjects", "FPDFFormObj_GetObject",
	"FPDFPath_CountSegments", "FPDFPath_GetPathSegment", "FPDFPath_GetDrawMode",
	"FPDFLink_Enumerate", "FPDFLink_GetAnnotRect", "FPDFLink_GetAction", "FPDFLink_GetDest",
	"FPDFAction_GetType", "FPDFAction_GetURIPath", "FPDFAction_GetDest", "FPDFDest_GetDestPageIndex", "FPDFDest_GetLocationInPage", "FPDFDest_GetView",
	"FPDFPage_GetAnnotCount", "FPDFPage_GetAnnot", "FPDFPage_CloseAnnot", "FPDFAnnot_GetSubtype", "FPDFAnnot_GetRect",
	"FPDFAnnot_GetFlags", "FPDFAnnot_GetStringValue", "FPDFAnnot_HasKey", "FPDFAnnot_GetNumberValue",
	"FPDFDOC_InitFormFillEnvironment", "FPDFAnnot_GetFormFieldType", "FPDFAnnot_GetFormFieldFlags", "FPDFAnnot_GetFormFieldName",
	"FPDFAnnot_GetFormFieldValue", "FPDFAnnot_IsChecked", "FPDFAnnot_GetOptionCount", "FPDFAnnot_GetOptionLabel", "FPDFAnnot_IsOptionSelected",
	"FPDFBookmark_GetFirstChild", "FPDFBookmark_GetNextSibling", "FPDFBookmark_GetTitle", "FPDFBookmark_GetDest", "FPDFBookmark_GetAction",
	"FPDF_StructTree_GetForPage", "FPDF_StructTree_Close", "FPDF_StructTree_CountChildren", "FPDF_StructTree_GetChildAtIndex",
	"FPDF_StructElement_GetType", "FPDF_StructElement_GetTitle", "FPDF_StructElement_GetAltText", "FPDF_StructElement_GetActualText",
	"FPDF_StructElement_GetLang", "FPDF_StructElement_GetStringAttribute",
	"FPDF_StructElement_GetMarkedContentIdCount", "FPDF_StructElement_GetMarkedContentIdAtIndex",
	"FPDF_StructElement_CountChildren", "FPDF_StructElement_GetChildAtIndex", "FPDF_StructElement_GetChildMarkedContentID",
	"FPDF_StructElement_GetAttributeCount", "FPDF_StructElement_GetAttributeAtIndex",
	"FPDF_StructElement_Attr_GetCount", "FPDF_StructElement_Attr_GetName", "FPDF_StructElement_Attr_GetValue",
	"FPDF_StructElement_Attr_GetType", "FPDF_StructElement_Attr_GetNumberValue", "FPDF_StructElement_Attr_GetStringValue",
	"FPDFBitmap_Create", "FPDFBitmap_FillRect", "FPDFBitmap_GetBuffer", "FPDFBitmap_GetStride", "FPDFBitmap_Destroy", "FPDF_RenderPageBitmap", "FPDF_FFLDraw",
	"FPDFDoc_GetAttachmentCount", "FPDFDoc_GetAttachment", "FPDFAttachment_GetName", "FPDFAttachment_GetFile", "FPDFAnnot_GetFileAttachment",
	"emscripten_stack_get_current", "_emscripten_stack_restore", "setThrew",
}
