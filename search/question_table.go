package search

import "strings"

// wants is what a question asks for: a passage that has it answers more likely.
type wants uint16

const (
	wantsNumber wants = 1 << iota
	wantsDate         // or a time
	wantsMoney
	wantsName
	wantsPlace
	wantsAge // these are numbers of something, or amounts of money: one without is none
	wantsDuration
	wantsWeight
	wantsShare
	wantsSpeed

	wantsMeasure = wantsMoney | wantsAge | wantsDuration | wantsWeight | wantsShare | wantsSpeed
)

// wantsOf returns what a question asks for, in whatever language, and with which words.
func wantsOf(question string) (w wants, with string) {
	small := " " + strings.Join(strings.Fields(strings.ToLower(strings.Map(func(r rune) rune {
		if strings.ContainsRune("?¿¡!,.:;\"“”", r) {
			return ' '
		}
		return r
	}, question))), " ") + " "
	for _, one := range wantTable {
		for _, phrase := range one.phrases {
			if phrase[0] >= 0x80 && strings.Contains(small, phrase) && isUnspacedText(phrase) || strings.Contains(small, " "+phrase+" ") {
				w |= one.wants
				if !isUnspacedText(phrase) {
					with += phrase + " "
				}
			}
		}
	}
	return w, with
}

// isUnspacedText reports whether a text is of a script without spaces.
func isUnspacedText(text string) bool {
	for _, r := range text {
		return isUnspaced(r)
	}
	return false
}

// wantTable is what words of questions ask for, in the languages of the stemmers and in
// Chinese and Japanese.
var wantTable = [...]struct {
	wants   wants
	phrases []string
}{
	{wantsNumber, []string{
		"how much", "how many", "how long", "how old", "how high", "how tall", "how big", "how large", "how far", "how fast", "how heavy", "how deep", "how wide",
		"how often", "how late", "how hot", "how cold", "wie viel", "wieviel", "wie viele", "wieviele", "wie lange", "wie alt", "wie hoch", "wie groß", "wie weit",
		"wie schwer", "wie oft", "wie schnell", "combien", "quel âge", "cuanto", "cuánto", "cuánta", "cuántos", "cuántas", "quanto", "quanta", "quanti", "quante",
		"quantos", "quantas", "hoeveel", "hoe lang", "hoe oud", "hoe hoog", "hoe groot", "hoe ver", "hoe vaak", "hur mycket", "hur många", "hur länge", "hur gammal",
		"hur lång", "hur hög", "hur stor", "hur ofta", "hvor meget", "hvor mange", "hvor længe", "hvor gammel", "hvor høj", "hvor stor", "hvor ofte", "hvor mye",
		"hvor lenge", "hvor gammel", "hvor høy", "kuinka paljon", "kuinka monta", "montako", "paljonko", "kuinka kauan", "kuinka vanha", "mennyi", "hány", "mennyit",
		"meddig", "milyen magas", "cât", "câtă", "câți", "câte", "kaç", "ne kadar", "сколько", "как долго", "كم", "多少", "几", "多久", "多高", "多大", "多长", "いくつ", "何人",
		"何個", "何メートル", "どれくらい",
	}},
	{wantsDate, []string{
		"when", "what year", "which year", "what date", "which date", "which day", "what time", "since when", "wann", "seit wann", "welches jahr", "welchem jahr",
		"quand", "quelle année", "quelle date", "quelle heure", "cuándo", "qué año", "qué fecha", "quando", "che anno", "que ano", "wanneer", "när", "vilket år",
		"hvornår", "når", "hvilket år", "milloin", "minä vuonna", "mikor", "melyik évben", "când", "ce an", "ne zaman", "hangi yıl", "когда", "каком году", "متى",
		"什么时候", "何时", "哪一年", "いつ", "何年", "何日", "何時",
	}},
	{wantsMoney, []string{
		"price", "cost", "costs", "fee", "preis", "kostet", "kosten", "teuer", "prix", "coûte", "coûtent", "coût", "precio", "cuesta", "cuestan", "prezzo", "costa",
		"costano", "preço", "custa", "custam", "prijs", "kost", "kosta", "kostar", "koster", "hinta", "maksaa", "kerül", "preț", "costă", "fiyatı", "цена", "стоит",
		"多少钱", "いくら", "価格",
	}},
	{wantsMoney, []string{
		"earn", "earns", "salary", "wage", "verdient", "gehalt", "salaire", "gagne", "salario", "gana", "stipendio", "guadagna", "salário", "ganha", "salaris", "verdient",
		"lön", "løn", "lønn", "tjänar", "tjener",
	}},
	{wantsAge, []string{
		"how old", "wie alt", "quel âge", "cuántos años", "quanti anni", "quantos anos", "hoe oud", "hur gammal", "hvor gammel", "kuinka vanha", "hány éves", "câți ani",
		"kaç yaşında", "сколько лет", "كم عمر", "几岁", "多大年纪", "何歳",
	}},
	{wantsDuration, []string{
		"how long", "wie lange", "combien de temps", "cuánto tiempo", "quanto tempo", "hoe lang", "hur länge", "hvor længe", "hvor lenge", "kuinka kauan", "meddig", "cât timp",
		"ne kadar sürer", "как долго", "多久", "どれくらいの期間",
	}},
	{wantsWeight, []string{
		"how heavy", "wie schwer", "hoe zwaar", "hur tung", "hvor tung", "cuánto pesa", "quanto pesa", "combien pèse", "milyen nehéz",
	}},
	{wantsShare, []string{
		"what percentage", "which percentage", "what share", "which share", "wie viel prozent", "wieviel prozent", "welcher anteil", "quel pourcentage", "qué porcentaje", "quale percentuale",
		"que percentagem", "welk percentage", "hur många procent", "hvor mange procent", "hvor mange prosent",
	}},
	{wantsSpeed, []string{"how fast", "wie schnell", "hoe snel", "hur snabb", "hur fort", "hvor hurtig", "hvor fort", "à quelle vitesse", "qué tan rápido", "quanto veloce", "a que velocidade"}},
	{wantsName, []string{
		"who", "whom", "whose", "author", "wer", "wem", "wen", "wessen", "autor", "qui", "auteur", "quién", "quiénes", "quien", "chi", "autore", "quem",
		"wie", "wiens", "vem", "vems", "hvem", "hvis", "kuka", "kenen", "ki", "kié", "cine", "kim", "кто", "кого", "кому", "من", "谁", "哪位", "誰", "だれ",
	}},
	{wantsPlace, []string{
		"where", "wo", "wohin", "woher", "où", "dónde", "adónde", "dove", "onde", "waar", "var", "vart", "hvor", "missä", "mistä", "hol", "hová", "unde", "nerede", "nereden",
		"где", "куда", "откуда", "أين", "哪里", "哪儿", "どこ",
	}},
}

// measureTable has the words that are beside such a number, in small letters: units, and
// what heads of tables call it.
var measureTable = [...]struct {
	wants wants
	words []string
}{
	{wantsMoney, []string{
		"dollar", "dollars", "euro", "euros", "eur", "usd", "gbp", "chf", "pound", "pounds", "cent", "cents", "franken", "francs", "kronor", "kroner", "kr", "sek", "nok", "dkk",
		"forint", "huf", "lei", "ron", "lira", "tl", "рублей", "руб", "евро", "долларов", "price", "prices", "cost", "costs", "salary", "fee", "amount", "preis", "kosten", "gehalt", "betrag",
		"prix", "salaire", "montant", "precio", "salario", "importe", "prezzo", "stipendio", "importo", "preço", "salário", "valor", "prijs", "salaris", "bedrag", "pris", "lön", "løn", "beløb", "belopp",
	}},
	{wantsAge, []string{
		"age", "aged", "old", "year", "years", "alter", "alt", "jahre", "jahren", "âge", "âgé", "âgée", "ans", "edad", "años", "età", "anni", "idade", "anos", "leeftijd", "oud", "jaar",
		"ålder", "gammal", "alder", "gammel", "år", "ikä", "vuotta", "kor", "éves", "vârsta", "ani", "yaş", "yaşında", "возраст", "лет", "год", "года",
	}},
	{wantsDuration, []string{
		"second", "seconds", "minute", "minutes", "min", "mins", "hour", "hours", "day", "days", "night", "nights", "week", "weeks", "month", "months", "year", "years", "metres", "meters", "feet", "km", "m", "miles",
		"sekunden", "minuten", "stunde", "stunden", "tag", "tage", "tagen", "nacht", "nächte", "nächten", "woche", "wochen", "monat", "monate", "monaten", "jahr", "jahre", "jahren", "meter",
		"heure", "heures", "jour", "jours", "nuit", "nuits", "semaine", "semaines", "mois", "an", "ans", "année", "années", "segundos", "minutos", "hora", "horas", "día", "días", "noche", "noches", "semana", "semanas", "mes", "meses", "año", "años",
		"secondi", "minuti", "ora", "ore", "giorno", "giorni", "settimana", "settimane", "mese", "mesi", "anno", "anni", "dia", "dias", "mês", "ano", "anos", "uur", "dag", "dagen", "weken", "maand", "maanden", "jaar",
		"timmar", "dagar", "veckor", "månader", "år", "timer", "dage", "uger", "måneder", "dager", "uker", "tuntia", "päivää", "viikkoa", "kuukautta", "vuotta", "óra", "nap", "hét", "hónap", "év",
		"ore", "zile", "luni", "ani", "saat", "gün", "hafta", "ay", "yıl", "часов", "дней", "дня", "недель", "месяцев", "лет", "года",
	}},
	{wantsWeight, []string{
		"kg", "g", "mg", "lb", "lbs", "oz", "pound", "pounds", "gram", "grams", "kilogram", "kilograms", "ton", "tons", "tonnes", "weight", "kilo", "kilos", "gewicht", "gramm", "kilogramm", "tonnen", "poids",
		"grammes", "tonnes", "peso", "gramos", "toneladas", "grammi", "tonnellate", "gramas", "vikt", "vægt", "vekt", "кг", "тонн",
	}},
	{wantsSpeed, []string{
		"speed", "fast", "kmh", "mph", "knots", "km", "mb", "gb", "mbps", "gbps", "hz", "mhz", "ghz", "second", "seconds", "hour", "minute", "s", "h", "geschwindigkeit", "schnell", "sekunde", "stunde", "vitesse",
		"seconde", "heure", "velocidad", "segundo", "hora", "velocità", "secondo", "ora", "velocidade", "snelheid", "seconde", "uur", "hastighet", "hastighed", "sekund", "timme", "time",
	}},
	{wantsShare, []string{"percent", "prozent", "pourcent", "procent", "prosent", "százalék", "процентов"}},
}

// measureSigns are signs beside such a number, or letters of scripts without spaces.
var measureSigns = [...]struct {
	wants wants
	signs string
}{
	{wantsMoney, "$€£¥₹₽₩元円"}, {wantsAge, "岁歲歳"}, {wantsDuration, "年月周天日时分秒週間時"}, {wantsShare, "%٪％"},
}
