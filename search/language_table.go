package search

// functionHan are Han characters of particles, pronouns, prepositions and question
// words of Chinese.
const functionHan = "的了着过在和与及或而且但是为有没不无也都就还又再很太更最我你您他她它们这那哪谁什么怎样多少几何时候吗呢吧啊呀把被给让对从向到要会能可以想应该请问个些每"

// stopTable are the commonest words of each [language], in order: they say nothing
// of what a text is about, and tell in which language it is.
var stopTable = [languages][]string{
	inEnglish: {
		"a", "about", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by", "can", "could", "did",
		"do", "does", "for", "from", "had", "has", "have", "he", "her", "him", "his", "how", "i", "if", "in", "into", "is", "it",
		"its", "me", "my", "no", "not", "of", "on", "or", "our", "say", "she", "so", "tell", "than", "that", "the", "their", "them",
		"then", "there", "these", "they", "this", "to", "up", "us", "was", "we", "were", "what", "when", "where", "which", "who",
		"whom", "whose", "why", "will", "with", "would", "you", "your",
	},
	inGerman: {
		"aber", "als", "am", "an", "auch", "auf", "aus", "bei", "bin", "bis", "da", "das", "dass", "dein", "dem", "den", "der",
		"des", "die", "du", "durch", "ein", "eine", "einem", "einen", "einer", "eines", "er", "es", "für", "habe", "haben", "hat",
		"hatte", "ich", "ihr", "im", "in", "ist", "ja", "kann", "man", "mein", "mit", "nach", "nicht", "noch", "nur", "oder", "sein",
		"sich", "sie", "sind", "so", "und", "uns", "vom", "von", "vor", "wann", "war", "waren", "was", "wer", "wie", "wir", "wird",
		"wo", "worden", "wurde", "zu", "zum", "zur", "über",
	},
	inFrench: {
		"a", "au", "aux", "avec", "ce", "ces", "cette", "comment", "dans", "de", "des", "du", "elle", "elles", "en", "est", "et",
		"il", "ils", "je", "la", "le", "les", "leur", "lui", "ma", "mais", "me", "mes", "mon", "ne", "nous", "on", "ou", "où", "par",
		"pas", "pour", "quand", "que", "quel", "quelle", "qui", "sa", "se", "ses", "son", "sont", "sur", "ta", "te", "tu", "un",
		"une", "vous", "à", "était", "été",
	},
	inSpanish: {
		"a", "al", "como", "con", "cual", "cuando", "cuál", "cuándo", "cómo", "de", "del", "donde", "dónde", "el", "ella", "ellos",
		"en", "era", "es", "esta", "este", "fue", "ha", "hay", "la", "las", "le", "les", "lo", "los", "me", "mi", "muy", "más", "no",
		"o", "para", "pero", "por", "que", "quien", "quién", "qué", "se", "ser", "son", "su", "sus", "también", "te", "tu", "un",
		"una", "unas", "unos", "y", "ya", "él",
	},
	inItalian: {
		"a", "al", "alla", "anche", "che", "chi", "come", "con", "cosa", "da", "dal", "dalla", "degli", "dei", "del", "della",
		"delle", "di", "dove", "e", "ed", "era", "gli", "ha", "i", "il", "in", "io", "la", "le", "lo", "ma", "mi", "nel", "nella",
		"non", "o", "per", "perché", "più", "quale", "quando", "questa", "questo", "se", "si", "sono", "su", "sua", "sue", "sui",
		"suo", "un", "una", "uno", "è",
	},
	inPortuguese: {
		"a", "ao", "aos", "as", "com", "como", "da", "das", "de", "do", "dos", "e", "ela", "ele", "em", "era", "essa", "esta",
		"este", "eu", "foi", "há", "isso", "mais", "mas", "me", "na", "nas", "no", "nos", "não", "o", "onde", "os", "ou", "para",
		"pela", "pelo", "por", "qual", "quando", "que", "quem", "se", "sem", "seu", "sua", "são", "também", "te", "um", "uma",
		"você", "à", "é",
	},
	inDutch: {
		"aan", "als", "bij", "dan", "dat", "de", "deze", "die", "dit", "door", "een", "en", "er", "haar", "had", "heb", "heeft",
		"het", "hij", "hoe", "ik", "in", "is", "je", "kan", "maar", "me", "met", "mijn", "naar", "niet", "nog", "of", "om", "onder",
		"ook", "op", "over", "te", "toen", "tot", "uit", "van", "voor", "waar", "wanneer", "was", "wat", "we", "welke", "wie", "wij",
		"worden", "ze", "zich", "zij", "zijn", "zou",
	},
	inSwedish: {
		"att", "av", "blev", "de", "dem", "den", "denna", "det", "din", "du", "där", "efter", "ej", "eller", "en", "ett", "från",
		"för", "ha", "hade", "han", "hans", "har", "hon", "honom", "hur", "här", "i", "icke", "ingen", "inte", "jag", "kan", "men",
		"mig", "min", "mot", "mycket", "när", "och", "om", "på", "sig", "sin", "som", "så", "till", "under", "upp", "ut", "vad",
		"var", "vara", "vem", "vi", "är", "över",
	},
	inDanish: {
		"af", "alle", "at", "blev", "da", "de", "dem", "den", "denne", "der", "det", "dig", "din", "du", "efter", "eller", "en",
		"er", "et", "for", "fra", "han", "hans", "har", "havde", "hende", "her", "hos", "hun", "hvad", "hvem", "hvor", "hvornår",
		"i", "ikke", "ind", "jeg", "kan", "man", "med", "men", "mig", "min", "nu", "når", "og", "om", "op", "os", "over", "på",
		"sig", "sin", "som", "så", "til", "ud", "under", "var", "vi", "være",
	},
	inNorwegian: {
		"at", "av", "ble", "da", "de", "dei", "dem", "den", "denne", "der", "det", "din", "du", "eg", "eller", "en", "er", "et",
		"etter", "for", "fra", "ha", "hadde", "han", "hans", "har", "hun", "hva", "hvem", "hvor", "hvordan", "i", "ikke", "ikkje",
		"jeg", "kan", "med", "meg", "men", "min", "mot", "nå", "når", "og", "om", "opp", "oss", "over", "på", "seg", "sin", "skal",
		"som", "så", "til", "under", "ut", "var", "vi", "være",
	},
	inFinnish: {
		"ei", "en", "että", "hän", "ja", "jo", "joka", "jos", "kanssa", "koska", "kuin", "kuka", "kun", "me", "mikä", "milloin",
		"minä", "missä", "mitä", "mutta", "myös", "ne", "niin", "nyt", "olen", "oli", "on", "ovat", "se", "sekä", "sen", "siellä",
		"sinä", "sitten", "tai", "tämä", "vain", "voi",
	},
	inHungarian: {
		"a", "az", "be", "csak", "de", "egy", "el", "ez", "ezt", "ha", "hogy", "hol", "is", "kell", "ki", "le", "lesz", "meg",
		"mert", "mi", "mikor", "milyen", "mint", "mit", "már", "még", "nagyon", "ne", "nem", "pedig", "s", "sem", "szerint", "vagy",
		"van", "volt", "és", "ő", "ők",
	},
	inRomanian: {
		"a", "al", "ale", "am", "ar", "are", "au", "ca", "care", "ce", "cea", "cel", "cine", "cu", "cum", "când", "de", "din", "ea",
		"ei", "el", "este", "eu", "fi", "fost", "la", "le", "lui", "mai", "mi", "ne", "nu", "o", "pe", "pentru", "prin", "sa", "sau",
		"se", "si", "sunt", "său", "un", "una", "unde", "unei", "unui", "va", "îi", "îl", "în", "și",
	},
	inTurkish: {
		"ama", "bir", "biz", "bu", "da", "daha", "de", "değil", "en", "gibi", "hangi", "her", "ile", "ise", "için", "kadar", "ki",
		"kim", "mi", "mı", "ne", "neden", "nerede", "o", "olan", "olarak", "onu", "ve", "veya", "ya", "çok", "şu",
	},
	inRussian: {
		"а", "без", "бы", "был", "была", "были", "было", "быть", "в", "вам", "вас", "во", "вот", "все", "вы", "где", "да", "для",
		"до", "его", "ее", "если", "есть", "же", "за", "и", "из", "или", "им", "их", "к", "как", "когда", "кто", "ли", "меня", "мне",
		"мы", "на", "не", "него", "нет", "но", "ну", "о", "об", "он", "она", "они", "от", "по", "при", "с", "со", "так", "то", "ты",
		"у", "уже", "что", "чтобы", "эта", "это", "этот", "я",
	},
	inArabic: {
		"أن", "أو", "أين", "إلى", "إن", "التي", "الذي", "بعد", "ثم", "على", "عن", "عند", "في", "قد", "كان", "كانت", "كل", "كيف",
		"لا", "لم", "ما", "متى", "مع", "من", "هذا", "هذه", "هل", "هو", "هي", "و", "يا",
	},
}
