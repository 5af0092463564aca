package main

// A language is one that the table knows or that is judged.
type language struct {
	tag       string   // BCP 47, with underscore
	udhr      string   // its file among the declarations
	encodings []string // the legacy encodings that its texts are found in
}

var (
	western    = []string{"windows-1252", "ISO-8859-15", "IBM850", "macintosh"}
	central    = []string{"windows-1250", "ISO-8859-2", "IBM852"}
	baltic     = []string{"windows-1257", "ISO-8859-13", "ISO-8859-4"}
	slavic     = []string{"windows-1251", "ISO-8859-5", "IBM855", "IBM866", "x-mac-cyrillic"}
	russian    = append([]string{"KOI8-R"}, slavic...)
	ukrainian  = []string{"windows-1251", "KOI8-U", "ISO-8859-5", "IBM855", "x-mac-cyrillic"}
	southSlav  = []string{"windows-1251", "ISO-8859-5", "IBM855", "x-mac-cyrillic"}
	turkish    = []string{"windows-1254"}
	simplified = []string{"GB18030"}
	sparse     []string
)

var languages = []language{
	{"en", "eng", []string{"windows-1252", "macintosh"}},
	{"de", "deu_1996", append([]string{"IBM437"}, western...)},
	{"fr", "fra", western},
	{"es", "spa", append([]string{"IBM437"}, western...)},
	{"pt", "por_PT", western},
	{"it", "ita", append([]string{"IBM437"}, western...)},
	{"nl", "nld", western},
	{"sv", "swe", append([]string{"IBM437"}, western...)},
	{"da", "dan", western},
	{"nb", "nob", western},
	{"nn", "nno", western},
	{"fi", "fin", append([]string{"IBM437"}, western...)},
	{"is", "isl", western},
	{"fo", "fao", western},
	{"ga", "gle", append([]string{"ISO-8859-14"}, western...)},
	{"gd", "gla", western},
	{"cy", "cym", []string{"ISO-8859-14"}},
	{"br", "bre", western},
	{"ca", "cat", western},
	{"gl", "glg", western},
	{"eu", "eus", western},
	{"ast", "ast", western},
	{"oc", "lnc", western},
	{"rm", "roh_rumgr", western},
	{"lb", "ltz", western},
	{"fy", "fri", western},
	{"af", "afr", western},
	{"id", "ind", sparse},
	{"ms", "mly_latn", sparse},
	{"fil", "tgl", []string{"windows-1252"}},
	{"sw", "swh", sparse},
	{"sq", "als", append([]string{"windows-1250", "ISO-8859-16", "IBM852"}, western...)},
	{"et", "est", []string{"windows-1257", "ISO-8859-13", "ISO-8859-4", "ISO-8859-15", "windows-1252", "ISO-8859-10"}},
	{"lv", "lav", append([]string{"ISO-8859-10"}, baltic...)},
	{"lt", "lit", append([]string{"ISO-8859-10"}, baltic...)},
	{"se", "sme", []string{"ISO-8859-10", "ISO-8859-4"}},
	{"mi", "mri", []string{"windows-1257", "ISO-8859-13", "ISO-8859-4"}},
	{"pl", "pol", append([]string{"ISO-8859-16"}, central...)},
	{"cs", "ces", central},
	{"sk", "slk", central},
	{"hu", "hun", append([]string{"ISO-8859-16"}, central...)},
	{"ro", "ron_2006", append([]string{"ISO-8859-16"}, central...)},
	{"hr", "hrv", append([]string{"ISO-8859-16"}, central...)},
	{"sl", "slv", append([]string{"ISO-8859-16"}, central...)},
	{"bs", "bos_latn", central},
	{"sr_Latn", "srp_latn", central},
	{"hsb", "hsb", central},
	{"dsb", "", central},
	{"tr", "tur", append([]string{"ISO-8859-3"}, turkish...)},
	{"az", "azj_latn", sparse},
	{"ku", "kmr", turkish},
	{"uz", "uzn_latn", sparse},
	{"eo", "epo", []string{"ISO-8859-3"}},
	{"mt", "mlt", []string{"ISO-8859-3"}},
	{"vi", "vie", []string{"windows-1258"}},
	{"ru", "rus", russian},
	{"uk", "ukr", ukrainian},
	{"be", "bel", southSlav},
	{"bg", "bul", russian},
	{"mk", "mkd", southSlav},
	{"sr", "srp_cyrl", southSlav},
	{"el", "ell_monotonic", []string{"windows-1253", "ISO-8859-7"}},
	{"he", "heb", []string{"windows-1255", "ISO-8859-8"}},
	{"ar", "arb", []string{"windows-1256", "ISO-8859-6"}},
	{"fa", "pes_1", []string{"windows-1256"}},
	{"ur", "urd", []string{"windows-1256"}},
	{"th", "tha", []string{"windows-874"}},
	{"ja", "jpn", []string{"Shift_JIS", "EUC-JP", "ISO-2022-JP"}},
	{"ko", "kor", []string{"EUC-KR"}},
	{"zh_Hans", "cmn_hans", simplified},
	{"zh_Hant", "cmn_hant", []string{"Big5", "GB18030"}},
	// Written in no legacy encoding that we read; judged in UTF-16 and UTF-32.
	{"hi", "hin", sparse},
	{"bn", "ben", sparse},
	{"ta", "tam", sparse},
	{"te", "tel", sparse},
	{"ml", "mal", sparse},
	{"gu", "guj", sparse},
	{"kn", "kan", sparse},
	{"pa", "pan", sparse},
	{"si", "sin", sparse},
	{"ka", "kat", sparse},
	{"hy", "hye", sparse},
	{"am", "amh", sparse},
	{"my", "mya", sparse},
	{"km", "khm", sparse},
	{"lo", "lao", sparse},
	{"bo", "bod", sparse},
}

// aliases are the tags of packages that differ from ours. A tag with _* stands for every region.
var aliases = map[string]string{
	"en_AU": "", "eng": "en",
	"es_*": "es", "pt_*": "pt", "pt_BR": "pt", "de_*": "de", "fr_*": "fr",
	"zh_CN": "zh_Hans", "zh_TW": "zh_Hant", "zh_HK": "zh_Hant", "zh_SG": "zh_Hans", "zh": "zh_Hans", "zh_cn": "zh_Hans", "zh_tw": "zh_Hant",
	"zh_MO": "zh_Hant", "zh_Hant_HK": "zh_Hant", "zh_Hans_CN": "zh_Hans", "zh_Hant_TW": "zh_Hant",
	"sr@latin": "sr_Latn", "sr_Latn": "sr_Latn", "sr@Latn": "sr_Latn",
	"no": "nb", "nb_NO": "nb", "no_NO": "nb", "iw": "he", "in": "id", "tl": "fil",
	"kmr_Latn": "ku", "kmr@latin": "ku", "kmr": "ku", "ku_*": "", "uz@cyrillic": "", "uz_Cyrl": "", "az_Cyrl": "", "bs_Cyrl": "", "be@latin": "", "be@tarask": "be",
	"ca@valencia": "ca", "ca_valencia": "ca", "ms_Arab": "", "ur_*": "ur", "ms_*": "ms", "sq_*": "sq", "pa_Arab": "", "uz_Arab": "", "ga_IE": "ga",
	"deu_1996": "de", "ell_monotonic": "el", "lnc": "oc", "roh_rumgr": "rm", "tr_*": "tr", "ru_*": "ru", "fa_*": "fa", "ar_*": "ar",
}
