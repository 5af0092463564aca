package search

import "strings"

// wants is what a question asks for: a passage that has it answers more likely.
type wants uint8

const (
	wantsNumber wants = 1 << iota
	wantsDate         // or a time
	wantsMoney
	wantsName
	wantsPlace
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
	{wantsName, []string{
		"who", "whom", "whose", "author", "wer", "wem", "wen", "wessen", "autor", "qui", "auteur", "quién", "quiénes", "quien", "chi", "autore", "quem",
		"wie", "wiens", "vem", "vems", "hvem", "hvis", "kuka", "kenen", "ki", "kié", "cine", "kim", "кто", "кого", "кому", "من", "谁", "哪位", "誰", "だれ",
	}},
	{wantsPlace, []string{
		"where", "wo", "wohin", "woher", "où", "dónde", "adónde", "dove", "onde", "waar", "var", "vart", "hvor", "missä", "mistä", "hol", "hová", "unde", "nerede", "nereden",
		"где", "куда", "откуда", "أين", "哪里", "哪儿", "どこ",
	}},
}
