package gate_test

import (
	"testing"

	"github.com/seed353dc258/backstory/document/gate"
)

// honest is text that people write, which the gate must return as it is,
// without a finding. Language is an ISO 639 code, or "" for symbols.
type honest struct{ language, what, text string }

var honestTexts = []honest{
	// Latin, Greek, Cyrillic and their neighbours
	{"en", "plain", "The quick brown fox — “jumps” over the lazy dog…"},
	{"en", "tabs and lines", "name\tvalue\n\nnext\tline\n"},
	{"en", "no-break spaces and dashes", "10\u00A0km, 20\u202Fkm\u2011wide"},
	{"en", "all of printable ASCII", " !\"#$%&'()*+,-./0123456789:;<=>?@ABCXYZ[\\]^_`abcxyz{|}~"},
	{"de", "umlauts and sharp s", "Größe, Übermaß, STRAẞE, Fußgängerübergänge"},
	{"de", "decomposed umlauts", "Gro\u0308\u00DFe, U\u0308bung"},
	{"fr", "accents and narrow spaces", "« L’œuvre »\u202F: à Noël, ça coûte 5\u202F€ !"},
	{"es", "inverted marks", "¿Qué pasó, mañana? ¡Ándale!"},
	{"pt", "tildes", "Não há informações à disposição."},
	{"it", "accents", "Perché è così? Già, più in là."},
	{"nl", "digraph", "ĳsvrij, coördinatie, financiële"},
	{"sv", "ring", "Räksmörgås på Åland"},
	{"da", "ligature", "Rødgrød med fløde, æble"},
	{"is", "eth and thorn", "Það er eðlilegt, ýmislegt"},
	{"fi", "long vowels", "Hääyöaie, älä lyö"},
	{"pl", "ogonek", "Zażółć gęślą jaźń"},
	{"cs", "carons", "Příliš žluťoučký kůň úpěl ďábelské ódy"},
	{"hu", "double acute", "Árvíztűrő tükörfúrógép"},
	{"ro", "comma below", "Șase țări, în România, căței"},
	{"tr", "dotless i", "Iğdır’da ılık süt içti, İSTANBUL"},
	{"lt", "dot kept under accents", "Mi\u0307\u0301nkau ru\u0303\u0161ka\u0328"},
	{"lv", "cedillas", "Ģirts ķēra ļoti ņipru zaķi"},
	{"vi", "stacked accents", "Tiếng Việt: Nguyễn Ái Quốc, nghĩa vụ"},
	{"vi", "decomposed", "Tie\u0302\u0301ng Vie\u0323\u0302t"},
	{"yo", "tone and dot below", "Ọ̀rọ̀ Yorùbá, ẹ̀kọ́, ń̩kọ́"},
	{"cy", "circumflex", "Ŵy a dŵr yn y tŷ"},
	{"mt", "barred h", "Ħaġar Qim, għajn, żarbun"},
	{"haw", "okina", "Hawaiʻi, ʻōlelo, kānaka"},
	{"nv", "ogonek and acute", "Diné bizaad, łį́į́ʼ, tsįįh"},
	{"", "phonetic alphabet", "[ˈfoʊ̯.nɛ.tɪks] k͡p ŋ͡m ɔ̃ː ʈ͡ʂʰ t̪̚"},
	{"el", "tonos", "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία"},
	{"grc", "polytonic", "Μῆνιν ἄειδε θεὰ Πηληϊάδεω Ἀχιλῆος ᾧ ᾗ ᾳ̂"},
	{"ru", "plain", "Съешь же ещё этих мягких французских булок"},
	{"ru", "stress marks", "За́мок на замо́к, молоко́"},
	{"uk", "apostrophe", "Подвір’я, ґанок, їжак, є"},
	{"sr", "Cyrillic", "Љубав, њива, ћирилица, џеп, ђак"},
	{"cu", "titlo and letters above", "гⷭ҇дь бг҃ъ сло́во ꙗ҆́кѡ"},
	{"kk", "Cyrillic extended", "Қазақстан Республикасы, өңір, ұлт, һәм"},
	{"hy", "plain", "Հայաստան, ողջույն՛ աշխարհ։"},
	{"ka", "plain", "გამარჯობა მსოფლიო, ᲡᲐᲥᲐᲠᲗᲕᲔᲚᲝ"},
	{"chr", "plain", "ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ ꮳꮃꭹ"},
	{"am", "plain", "አማርኛ፡ ሰላም ዓለም፤ እንዴት ነህ?"},
	{"zgh", "consonant joiner", "ⵜⴰⵎⴰⵣⵉⵖⵜ ⵜ⵿ⵜ"},
	{"got", "beyond the first plane", "𐌰𐍄𐍄𐌰 𐌿𐌽𐍃𐌰𐍂"},
	{"cop", "overline", "ⲡⲛⲟⲩⲧⲉ ⲓ̅ⲥ̅ ⲡⲉⲭ̅ⲥ̅"},

	// Right-to-left
	{"he", "plain", "שלום עולם! מה שלומך?"},
	{"he", "points", "בְּרֵאשִׁית בָּרָא אֱלֹהִים"},
	{"he", "points and accents", "בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים אֵ֥ת הַשָּׁמַ֖יִם"},
	{"he", "grapheme joiner in the name of Jerusalem", "יְרוּשָׁלִַ\u034Fם"},
	{"he", "grapheme joiner beside the first and last points and letters", "א\u0591\u034Fא א\u05C7\u034Fת א\u05B4\u034F\u0591 א\u05B4\u034F\u05C7"},
	{"he", "presentation forms", "שׁלום אﬞ בּית"},
	{"he", "isolated English", "אני כותב \u2066C++\u2069 כל יום"},
	{"he", "isolate of unknown direction", "המשתמש \u2068user_42\u2069 התחבר"},
	{"he", "nested isolates", "הוא אמר: \u2067\"ראיתי את \u2066Go 1.26\u2069 היום\"\u2069."},
	{"he", "mark after a sign", "מחיר: 100$\u200F, בערך"},
	{"he", "mark after a bracket", "\u200F(ראה עמוד 5)\u200F"},
	{"he", "mark that ends a line with English", "אני אוהב את C++\u200F"},
	{"he", "mark in an English sentence", "The word שלום!\u200E means peace."},
	{"yi", "digraphs", "ייִדיש, װאָס מאַכסטו?"},
	{"ar", "plain", "مرحبا بالعالم، كيف حالك؟"},
	{"ar", "vowel signs", "بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ ٱلرَّحِيمِ"},
	{"ar", "presentation forms and ligatures", "ﷺ ﷽ ﻻ ﻣﺮﺣﺒﺎ"},
	{"ar", "elongation", "سلام عليـــــكم"},
	{"ar", "letter mark before a number", "من \u061C-5 إلى 10"},
	{"ar", "isolated English", "استخدم \u2066Ctrl+C\u2069 للنسخ"},
	{"ar", "initial form by a joiner", "عام 1445 ه\u200D الموافق"},
	{"ar", "final form by a joiner", "حرف \u200Dه المتصل"},
	{"ar", "Quran signs", "إِنَّآ أَعۡطَيۡنَٰكَ ٱلۡكَوۡثَرَ \u06DD١"},
	{"fa", "non-joiner", "می\u200Cخواهم کتاب\u200Cها را بخوانم"},
	{"fa", "non-joiner after a letter that does not join", "کار\u200Cها و جزء\u200Cها"},
	{"fa", "non-joiner after a Latin word", "فایل\u200Cهای PDF\u200Cها"},
	{"fa", "non-joiner after digits", "کودک ۵\u200Cساله"},
	{"fa", "non-joiner before a vowel sign", "نامه\u200Cِ من، خانه\u200Cی ما"},
	{"fa", "non-joiner and vowel sign after a Latin word", "PDF\u200C\u064Eها"},
	{"fa", "digits and mark", "قیمت ۱۲۳٬۴۵۶\u200F ریال"},
	{"ur", "plain", "یہ اردو ہے، کیا حال ہے؟"},
	{"ur", "non-joiner", "بے\u200Cشک، خوش\u200Cآمدید"},
	{"ckb", "non-joiner at the end of a word", "ئه\u200Cوه\u200C له\u200C کوردستان"},
	{"ps", "plain", "پښتو ژبه، ډېر ښه، ځای"},
	{"ug", "plain", "ئۇيغۇر تىلى، ياخشىمۇسىز"},
	{"sd", "plain", "سنڌي ٻولي، ڪيئن آهيو"},
	{"syr", "points", "ܫܠܵܡܵܐ ܠܟ݂ܘܿܢ"},
	{"dv", "thaana", "ދިވެހިރާއްޖެ"},
	{"nqo", "N’Ko", "ߒߞߏ ߞߊ߲ ߘߐ߫"},
	{"ff", "Adlam", "𞤀𞤣𞤤𞤢𞤥 𞤆𞤵𞤤𞤢𞤪"},

	// India
	{"hi", "plain", "नमस्ते दुनिया, आप कैसे हैं?"},
	{"hi", "nukta letters, both ways", "ज़रूर क़लम, \u0958\u0932\u092E \u095B\u0930\u0942\u0930"},
	{"hi", "half form by a joiner", "क्\u200Dष, विद्\u200Dया"},
	{"hi", "visible virama by a non-joiner", "क्\u200Cष, उद्\u200Cभव"},
	{"mr", "eyelash ra", "दर्\u200Dया, सुर्\u200Dया, ऱ्हास"},
	{"ne", "plain", "नेपाली भाषा, गर्\u200Dयो"},
	{"sa", "accents", "अ॒ग्निमी॑ळे पु॒रोहि॑तं य॒ज्ञस्य॑"},
	{"bn", "plain", "আমার সোনার বাংলা, আমি তোমায় ভালোবাসি"},
	{"bn", "ra with ya-phalaa", "র\u200D\u09CD\u09AFাব, র\u200D\u09CD\u09AFাম"},
	{"bn", "khanda ta as it used to be", "হঠাত্\u200D"},
	{"bn", "nukta letters, both ways", "\u09DC \u09A1\u09BC \u09DF \u09AF\u09BC"},
	{"as", "plain", "অসমীয়া ভাষা, ৰাজ্য"},
	{"pa", "tippi and addak", "ਪੰਜਾਬੀ ਬੋਲੀ, ਸੱਤ ਸ੍ਰੀ ਅਕਾਲ"},
	{"gu", "plain", "ગુજરાતી ભાષા, કેમ છો?"},
	{"gu", "joiner", "ક્\u200Dષ"},
	{"or", "plain", "ଓଡ଼ିଆ ଭାଷା, ନମସ୍କାର"},
	{"ta", "plain", "தமிழ் மொழி, க்\u200Cஷ, ஸ்ரீ"},
	{"te", "plain", "తెలుగు భాష, న్\u200Cయూస్"},
	{"kn", "ra before a consonant", "ಕನ್ನಡ, ರ\u200D\u0CCDಕ, ಸೂರ್ಯ"},
	{"ml", "chillu as it used to be", "അവന്\u200D, അവള്\u200D, മലയാളം"},
	{"ml", "non-joiner", "സോഫ്റ്റ്\u200Cവെയർ"},
	{"si", "joined letters", "ශ්\u200Dරී ලංකා, ක්\u200Dෂ, ප්\u200Dරශ්නය"},
	{"si", "touching letters", "බුද\u200D\u0DCAධ"},
	{"mni", "plain", "ꯃꯩꯇꯩꯂꯣꯟ, ꯍꯥꯏꯔꯤ"},
	{"sat", "plain", "ᱥᱟᱱᱛᱟᱲᱤ ᱯᱟᱹᱨᱥᱤ"},

	// South-east Asia
	{"th", "plain", "ภาษาไทย ที่นี่ น้ำ กตัญญู"},
	{"th", "break between words", "ประเทศ\u200Bไทย\u200Bสวย"},
	{"lo", "break between words", "ພາສາ\u200Bລາວ ສະບາຍດີ"},
	{"my", "plain", "မြန်မာဘာသာ မင်္ဂလာပါ ကျွန်ုပ်"},
	{"my", "break between words", "မြန်မာ\u200Bစာ\u200Bဖတ်"},
	{"my", "dotted letters", "ယ\uFE00 မ\uFE00"},
	{"shn", "plain", "လိၵ်ႈတႆး မႂ်ႇသုင်"},
	{"km", "plain", "ភាសាខ្មែរ កម្ពុជា ស្រ្តី"},
	{"km", "breaks between words", "ខ្ញុំ\u200Bចង់\u200Bទៅ\u200Bផ្ទះ។"},
	{"km", "breaks beside a Latin word, a digit and a space", "ក្រុមហ៊ុន\u200BGoogle\u200Bបាន\u200B២០\u200B ។"},
	{"km", "register shifter", "ប\u200C៊ី ស៊\u200Cី"},
	{"nod", "Tai Tham", "ᨲᩫ᩠ᩅᨾᩮᩬᩥᨦ ᨣᩤᩴᨾᩮᩬᩥᨦ"},
	{"jv", "Javanese", "ꦧꦱꦗꦮ ꦱꦸꦒꦼꦁ"},
	{"jv", "Javanese with a non-joiner", "ꦏ꧀\u200Cꦏ"},
	{"ban", "Balinese", "ᬪᬵᬱᬩᬮᬶ"},
	{"su", "Sundanese", "ᮘᮞ ᮞᮥᮔ᮪ᮓ"},

	// Central and East Asia
	{"bo", "stacks", "བོད་སྐད། བཀྲ་ཤིས་བདེ་ལེགས།"},
	{"bo", "monogram of ten", "ཧ\u0F90\u0FB5\u0FA8\u0FB3\u0FBA\u0FBC\u0FBB\u0F82"},
	{"mn", "selectors and separator", "ᠮᠣᠩᠭᠣᠯ\u202Fᠤᠨ ᠬᠠᠭᠠ\u180Eᠨ ᠠ\u180B ᠭ\u180Cᠠ\u180D ᠬᠠᠷ\u180Eᠠ"},
	{"mn", "selector before the separator", "ᠰᠠᠶᠢᠨ\u180B\u180Eᠠ"},
	{"mn", "Cyrillic", "Монгол хэл, Өвөрхангай, үг"},
	{"zh", "simplified", "你好，世界！这是“测试”。"},
	{"zh", "traditional", "臺灣、香港：繁體中文「測試」"},
	{"zh", "beyond the first plane", "𠮷野家 𡃁 𨋢 𪚥 𰻝 𲎯"},
	{"zh", "compatibility ideographs", "豈更車 﨑 神 福"},
	{"zh", "standardised selectors", "神\uFE00 福\uFE00 𠔜\uFE00"},
	{"zh", "fullwidth", "ＡＢＣ１２３　！"},
	{"zh", "placed punctuation", "，\uFE00。\uFE01"},
	{"ja", "plain", "こんにちは、世界。カタカナ・ｶﾀｶﾅ ー〜"},
	{"ja", "ideographic selectors", "葛\U000E0100飾区 辻\U000E0101 邉\U000E0104"},
	{"ja", "voiced marks apart", "か\u3099 は\u309A"},
	{"ja", "names in compatibility ideographs", "髙﨑 塚\uFA10 羽\uFA1E 﨟"},
	{"ja", "historic kana", "𛀁 𛄢 𛅐"},
	{"ko", "plain", "안녕하세요 세계! 대한민국"},
	{"ko", "jamo", "\u1112\u1161\u11AB\u1100\u1173\u11AF"},
	{"ko", "old syllables", "ㅿ ᄯᅡᇂ ᄒᆞᆫ글"},
	{"ko", "syllable without a vowel", "\u1100\u1160 \u1100\u1160\u11A8"},
	{"ko", "syllable without a consonant", "\u115F\u1161 \u115F\u1161\u11A8"},
	{"ko", "final alone", "\u115F\u1160\u11A8"},
	{"ko", "first and last of the consonants", "\u1100\u1160 \u115E\u1160 \uA960\u1160 \uA97C\u1160"},
	{"ko", "first and last of the vowels", "\u115F\u1161 \u115F\u11A7 \u115F\uD7B0 \u115F\uD7C6"},
	{"ko", "first and last of the finals", "\u115F\u1160\u11A8 \u115F\u1160\u11FF \u115F\u1160\uD7CB \u115F\u1160\uD7FB"},
	{"ii", "Yi", "ꆈꌠꁱꂷ ꉢ"},
	{"zh", "Bopomofo", "ㄅㄆㄇ ㄋㄧˇ ㄏㄠˇ"},
	{"txg", "Tangut", "𗼇𘟙 𗋽"},
	{"", "phags-pa with selectors", "ꡖ\uFE00 ꡜ\uFE00"},

	// Symbols
	{"", "emoji", "😀🎉 ☕ ✨ 🫩"},
	{"", "emoji and text style", "❤\uFE0F ☎\uFE0E ©\uFE0F ↔\uFE0F ㊗\uFE0F"},
	{"", "skin tones", "👍🏽 ☝🏿 🫱🏻\u200D🫲🏾"},
	{"", "every skin tone", "👩🏻\u200D🚀👩🏼\u200D🚀👩🏽\u200D🚀👩🏾\u200D🚀👩🏿\u200D🚀"},
	{"", "family", "👨\u200D👩\u200D👧\u200D👦"},
	{"", "kiss with tones", "👩🏻\u200D❤\uFE0F\u200D💋\u200D👨🏿"},
	{"", "professions", "👩\u200D🚀 🧑🏽\u200D⚕\uFE0F 🕵🏼\u200D♀\uFE0F"},
	{"", "hair, animals, fire", "👩\u200D🦰 🐻\u200D❄\uFE0F 🐦\u200D🔥 ❤\uFE0F\u200D🔥 🍋\u200D🟩"},
	{"", "eye in a bubble", "👁\uFE0F\u200D🗨\uFE0F"},
	{"", "arrows in emoji", "🙂\u200D↔\uFE0F 🏃🏽\u200D♂\uFE0F\u200D➡\uFE0F"},
	{"", "keycaps", "1\uFE0F\u20E3 #\uFE0F\u20E3 *\uFE0F\u20E3 0\u20E3"},
	{"", "flags", "🇩🇪🇯🇵🇮🇳 🏳\uFE0F\u200D🌈 🏴\u200D☠\uFE0F 🏳\uFE0F\u200D⚧\uFE0F"},
	{"", "flags in tags", "🏴" + tags("gbeng\x7F") + "🏴" + tags("gbsct\x7F") + "🏴" + tags("gbwls\x7F")},
	{"", "black flag alone", "🏴 and 🏴"},
	{"", "mathematics", "∀x∈ℝ: ⌈x⌉ = −⌊−x⌋, α ∧ ¬β, 𝑓(𝑥) = 𝑒ˣ, ∫₀^∞"},
	{"", "mathematical variants", "∩\uFE00 ≨\uFE00 ⊕\uFE00 0\uFE00"},
	{"", "invisible operators", "𝑓\u2061(𝑥) = 2\u2062𝑥, 𝑎\u2063𝑏, 1\u2064½, sin\u2061(x)"},
	{"", "combining in mathematics", "x\u20D7 A\u0338 ≠\u0338 ⃝ a\u0305b\u0305"},
	{"", "musical symbols", "𝄞 𝅘𝅥𝅮 𝅗𝅥"},
	{"", "Braille with blanks", "⠓⠑⠇⠇⠕⠀⠺⠕⠗⠇⠙"},
	{"", "Braille blank beside the first and last cell", "⠁⠀ ⠀⣿"},
	{"", "Braille art", "⠀⠀⣀⣤⠀⠀⠀⣤\n⣿⠀⠀⠀⣿"},
	{"", "boxes and blocks", "┌─┬─┐ │█▓▒░│ └─┴─┘"},
	{"", "currency", "€ £ ¥ ₹ ₽ ₿ ⃀ ₺ ₴"},
	{"", "replacement characters as text", "\uFFFD \uFFFC"},
	{"", "domino and chess", "🀰 ♔♕♖ 🂡 🀄\uFE0E"},
	{"", "hieroglyphs with format controls", "𓀀\U00013430𓀁 𓈖𓐍𓏏"},
	{"", "cuneiform", "𒀭𒂗𒆤"},
	{"", "characters newer than the toolchain", "\u088F \u0C5C \U00010940 \U000116D0 \U00011B60 \U0001E6C0 \U0001FA8A \u20C1"},
	{"", "two thousand marks on two thousand letters", repeatText("e\u0301\u0302", 2000)},
}

func repeatText(s string, n int) string {
	out := make([]byte, 0, len(s)*n)
	for range n {
		out = append(out, s...)
	}
	return string(out)
}

func TestHonestTextStays(t *testing.T) {
	languages := make(map[string]bool)
	for _, h := range honestTexts {
		languages[h.language] = true
		for name, pass := range map[string]func(*gate.Gate, string) string{
			"Text": (*gate.Gate).Text, "Code": (*gate.Gate).Code,
		} {
			var g gate.Gate
			got := pass(&g, h.text)
			if got != h.text {
				t.Errorf("%s %s: %s changed it\n got %+q\nwant %+q", h.language, h.what, name, got, h.text)
			}
			if f := g.Findings(); len(f) > 0 || g.Unassigned() > 0 {
				t.Errorf("%s %s: %s: findings %v, %d unassigned", h.language, h.what, name, f, g.Unassigned())
			}
		}
	}
	delete(languages, "")
	if len(honestTexts) < 120 || len(languages) < 40 {
		t.Errorf("%d texts in %d languages, want at least 120 in 40", len(honestTexts), len(languages))
	}
	t.Logf("%d texts in %d languages", len(honestTexts), len(languages))
}
