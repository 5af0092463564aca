package lexicon

// wantTable is what words of questions ask for, in the languages of the stemmers and in
// Chinese and Japanese.
var wantTable = [...]struct {
	wants   Wants
	phrases []string
}{
	{Number, []string{
		"how much", "how many", "how long", "how old", "how high", "how tall", "how big", "how large", "how far", "how fast", "how heavy", "how deep", "how wide",
		"how often", "how common", "how likely", "how late", "how hot", "how cold", "wie viel", "wieviel", "wie viele", "wieviele", "wie lange", "wie alt", "wie hoch", "wie groß", "wie weit",
		"wie schwer", "wie oft", "wie häufig", "wie wahrscheinlich", "wie schnell", "combien", "quel âge", "cuanto", "cuánto", "cuánta", "cuántos", "cuántas", "quanto", "quanta", "quanti", "quante",
		"quantos", "quantas", "hoeveel", "hoe lang", "hoe oud", "hoe hoog", "hoe groot", "hoe ver", "hoe vaak", "hur mycket", "hur många", "hur länge", "hur gammal",
		"hur lång", "hur hög", "hur stor", "hur ofta", "hvor meget", "hvor mange", "hvor længe", "hvor gammel", "hvor høj", "hvor stor", "hvor ofte", "hvor mye",
		"hvor lenge", "hvor gammel", "hvor høy", "kuinka paljon", "kuinka monta", "montako", "paljonko", "kuinka kauan", "kuinka vanha", "mennyi", "hány", "mennyit",
		"meddig", "milyen magas", "cât", "câtă", "câți", "câte", "kaç", "ne kadar", "сколько", "как долго", "كم", "多少", "几", "多久", "多高", "多大", "多长", "いくつ", "何人",
		"何個", "何メートル", "どれくらい",
	}},
	{Date, []string{
		"when", "what year", "which year", "what date", "which date", "which day", "what time", "since when", "wann", "seit wann", "welches jahr", "welchem jahr",
		"quand", "quelle année", "quelle date", "quelle heure", "cuándo", "qué año", "qué fecha", "quando", "che anno", "que ano", "wanneer", "när", "vilket år",
		"hvornår", "når", "hvilket år", "milloin", "minä vuonna", "mikor", "melyik évben", "când", "ce an", "ne zaman", "hangi yıl", "когда", "каком году", "متى",
		"什么时候", "何时", "哪一年", "いつ", "何年", "何日", "何時",
	}},
	{Money, []string{
		"how much money", "wie viel geld", "combien d'argent", "cuánto dinero", "quanto denaro", "quanto dinheiro", "hoeveel geld", "hur mycket pengar", "price", "cost", "costs", "fee", "preis", "kostet", "kosten", "teuer", "prix", "coûte", "coûtent", "coût", "precio", "cuesta", "cuestan", "prezzo", "costa",
		"costano", "preço", "custa", "custam", "prijs", "kost", "kosta", "kostar", "koster", "hinta", "maksaa", "kerül", "preț", "costă", "fiyatı", "цена", "стоит",
		"多少钱", "いくら", "価格",
	}},
	{Money, []string{
		"earn", "earns", "salary", "wage", "verdient", "gehalt", "salaire", "gagne", "salario", "gana", "stipendio", "guadagna", "salário", "ganha", "salaris", "verdient",
		"lön", "løn", "lønn", "tjänar", "tjener",
	}},
	{Age, []string{
		"how old", "wie alt", "quel âge", "cuántos años", "quanti anni", "quantos anos", "hoe oud", "hur gammal", "hvor gammel", "kuinka vanha", "hány éves", "câți ani",
		"kaç yaşında", "сколько лет", "كم عمر", "几岁", "多大年纪", "何歳",
	}},
	{Duration, []string{
		"how long", "wie lange", "combien de temps", "cuánto tiempo", "quanto tempo", "hoe lang", "hur länge", "hvor længe", "hvor lenge", "kuinka kauan", "meddig", "cât timp",
		"ne kadar sürer", "как долго", "多久", "どれくらいの期間",
	}},
	{Weight, []string{
		"how heavy", "wie schwer", "hoe zwaar", "hur tung", "hvor tung", "cuánto pesa", "quanto pesa", "combien pèse", "milyen nehéz",
	}},
	{Share, []string{
		"what percentage", "which percentage", "what share", "which share", "wie viel prozent", "wieviel prozent", "welcher anteil", "quel pourcentage", "qué porcentaje", "quale percentuale",
		"que percentagem", "welk percentage", "hur många procent", "hvor mange procent", "hvor mange prosent",
	}},
	{Speed, []string{"how fast", "wie schnell", "hoe snel", "hur snabb", "hur fort", "hvor hurtig", "hvor fort", "à quelle vitesse", "qué tan rápido", "quanto veloce", "a que velocidade"}},
	{Mail, []string{
		"e-mail address", "email address", "mail address", "which e-mail", "which email", "e-mail-adresse", "email-adresse", "mailadresse", "adresse e-mail", "adresse mail", "adresse électronique", "courriel",
		"correo electrónico", "dirección de correo", "indirizzo e-mail", "indirizzo email", "endereço de e-mail", "endereço de email", "e-mailadres", "mailadres", "e-postadress", "mejladress", "e-mailadresse",
		"e-postadresse", "sähköpostiosoite", "e-mail cím", "adresa de e-mail", "e-posta adresi", "адрес электронной почты", "البريد الإلكتروني", "邮箱", "电子邮件地址", "メールアドレス",
	}},
	{Phone, []string{
		"phone number", "telephone number", "fax number", "number do i call", "number can i call", "telefonnummer", "rufnummer", "numéro de téléphone", "número de teléfono", "numero di telefono",
		"número de telefone", "telefoonnummer", "puhelinnumero", "telefonszám", "număr de telefon", "telefon numarası", "номер телефона", "رقم الهاتف", "电话号码", "電話番号",
	}},
	{Site, []string{
		"web address", "which website", "what website", "internetadresse", "webadresse", "which web site", "adresse web", "quel site", "dirección web", "qué sitio", "indirizzo web", "quale sito", "endereço web",
		"webadres", "webbadress", "nettadresse", "verkko-osoite", "网址",
	}},
	{Name, []string{
		"who", "whom", "whose", "author", "wer", "wem", "wen", "wessen", "autor", "qui", "auteur", "quién", "quiénes", "quien", "chi", "autore", "quem",
		"wie", "wiens", "vem", "vems", "hvem", "hvis", "kuka", "kenen", "ki", "kié", "cine", "kim", "кто", "кого", "кому", "من", "谁", "哪位", "誰", "だれ",
	}},
	{list, []string{
		"what are the", "which are the", "what kinds of", "welche sind", "was sind die", "quels sont", "quelles sont", "cuáles son", "quali sono", "quais são", "welke zijn", "wat zijn de", "vilka är",
		"hvilke er", "mitkä ovat", "melyek", "care sunt", "哪些",
	}},
	{Meaning, []string{
		"what is a", "what is an", "what are", "mean", "means", "meaning of", "stand for", "stands for", "definition of", "was ist ein", "was ist eine", "was sind", "bedeutet", "was heißt", "wofür steht",
		"qu'est-ce que", "qu'est-ce qu'un", "qu'est-ce qu'une", "c'est quoi", "que veut dire", "que signifie", "qué es un", "qué es una", "qué son", "qué significa", "che cos'è", "cos'è", "cosa sono", "cosa significa",
		"che significa", "o que é", "o que são", "o que significa", "wat is een", "wat zijn", "wat betekent", "vad är en", "vad är ett", "vad betyder", "hvad er en", "hvad er et", "hvad betyder", "hva er en",
		"hva er et", "hva betyr", "mitä tarkoittaa", "mit jelent", "ce este", "ce înseamnă", "nedir", "ne demek", "что такое", "что значит", "что означает", "ما هو", "ما هي", "什么是", "是什么", "什么意思", "とは",
	}},
	{Place, []string{
		"where", "wo", "wohin", "woher", "où", "dónde", "adónde", "dove", "onde", "waar", "var", "vart", "hvor", "missä", "mistä", "hol", "hová", "unde", "nerede", "nereden",
		"где", "куда", "откуда", "أين", "哪里", "哪儿", "どこ",
	}},
}

// alongTable is what questions for something say beside it, of which a text that has it need
// not say anything.
var alongTable = [...]struct {
	wants   Wants
	phrases []string
}{
	{Number, []string{
		"people live in", "people live", "menschen leben", "menschen wohnen", "einwohner hat", "habitants a", "personas viven", "at least", "at most", "mindestens", "höchstens", "au moins", "al menos", "como mínimo",
		"almeno", "pelo menos", "minstens", "minst", "mindst", "vähintään", "legalább", "cel puțin", "en az", "минимум",
	}},
	{Place, []string{
		"located", "situated", "befindet", "befinden", "liegt", "se trouve", "se trouvent", "est situé", "est située", "se encuentra", "se encuentran", "está", "queda", "si trova", "si trovano", "fica",
		"ficam", "bevindt", "ligt", "ligger", "sijaitsee", "находится", "находятся", "расположен", "расположена",
	}},
}

// measureTable has the words that are beside such a number, in small letters: units, and
// what heads of tables call it.
var measureTable = [...]struct {
	wants Wants
	words []string
}{
	{Money, []string{
		"dollar", "dollars", "euro", "euros", "eur", "usd", "gbp", "chf", "pound", "pounds", "cent", "cents", "franken", "francs", "kronor", "kroner", "kr", "sek", "nok", "dkk",
		"forint", "huf", "lei", "ron", "lira", "tl", "рублей", "руб", "евро", "долларов", "price", "prices", "cost", "costs", "salary", "fee", "amount", "preis", "kosten", "gehalt", "betrag",
		"prix", "salaire", "montant", "precio", "salario", "importe", "prezzo", "stipendio", "importo", "preço", "salário", "valor", "prijs", "salaris", "bedrag", "pris", "lön", "løn", "beløb", "belopp",
	}},
	{Age, []string{
		"age", "aged", "old", "year", "years", "alter", "alt", "jahre", "jahren", "âge", "âgé", "âgée", "ans", "edad", "años", "età", "anni", "idade", "anos", "leeftijd", "oud", "jaar",
		"ålder", "gammal", "alder", "gammel", "år", "ikä", "vuotta", "kor", "éves", "vârsta", "ani", "yaş", "yaşında", "возраст", "лет", "год", "года",
	}},
	{Duration, []string{
		"second", "seconds", "minute", "minutes", "min", "mins", "hour", "hours", "day", "days", "night", "nights", "week", "weeks", "month", "months", "year", "years", "metres", "meters", "feet", "km", "miles",
		"sekunden", "minuten", "stunde", "stunden", "tag", "tage", "tagen", "nacht", "nächte", "nächten", "woche", "wochen", "monat", "monate", "monaten", "jahr", "jahre", "jahren", "meter",
		"heure", "heures", "jour", "jours", "nuit", "nuits", "semaine", "semaines", "mois", "ans", "année", "années", "segundos", "minutos", "hora", "horas", "día", "días", "noche", "noches", "semana", "semanas", "mes", "meses", "año", "años",
		"secondi", "minuti", "ora", "ore", "giorno", "giorni", "settimana", "settimane", "mese", "mesi", "anno", "anni", "dia", "dias", "mês", "ano", "anos", "uur", "dag", "dagen", "weken", "maand", "maanden", "jaar",
		"timmar", "dagar", "veckor", "månader", "år", "timer", "dage", "uger", "måneder", "dager", "uker", "tuntia", "päivää", "viikkoa", "kuukautta", "vuotta", "óra", "nap", "hét", "hónap", "év",
		"ore", "zile", "luni", "ani", "saat", "gün", "hafta", "ay", "yıl", "часов", "дней", "дня", "недель", "месяцев", "лет", "года",
	}},
	{Weight, []string{
		"kg", "g", "mg", "lb", "lbs", "oz", "pound", "pounds", "gram", "grams", "kilogram", "kilograms", "ton", "tons", "tonnes", "weight", "kilo", "kilos", "gewicht", "gramm", "kilogramm", "tonnen", "poids",
		"grammes", "tonnes", "peso", "gramos", "toneladas", "grammi", "tonnellate", "gramas", "vikt", "vægt", "vekt", "кг", "тонн",
	}},
	{Speed, []string{"speed", "kmh", "mph", "knots", "mbps", "gbps", "mhz", "ghz", "geschwindigkeit", "vitesse", "velocidad", "velocità", "velocidade", "snelheid", "hastighet", "hastighed"}},
	{Share, []string{"percent", "prozent", "pourcent", "procent", "prosent", "százalék", "процентов"}},
}

// measureSigns are signs beside such a number, or letters of scripts without spaces.
var measureSigns = [...]struct {
	wants Wants
	signs string
}{
	{Money, "$€£¥₹₽₩元円"}, {Age, "岁歲歳"}, {Duration, "年月周天日时分秒週間時"}, {Share, "%٪％"},
}
