package search

import "strings"

// wants is what a question asks for: a passage that has it answers more likely.
type wants uint8

const (
	wantsNumber wants = 1 << iota // or a date
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
		"when", "what year", "which year", "what date", "what time", "how much", "how many", "how long", "how old", "how high", "how tall", "how big", "how large",
		"how far", "how fast", "how heavy", "how deep", "how wide", "how often", "how late", "how hot", "how cold", "price", "cost",
		"wann", "wie viel", "wieviel", "wie viele", "wieviele", "wie lange", "wie alt", "wie hoch", "wie groß", "wie weit", "wie schwer", "wie oft", "wie schnell", "wie teuer",
		"quand", "combien", "quel âge", "quelle année", "quelle date", "quelle heure",
		"cuándo", "cuanto", "cuánto", "cuánta", "cuántos", "cuántas", "qué año", "qué fecha",
		"quando", "quanto", "quanta", "quanti", "quante", "quantos", "quantas", "che anno", "que ano",
		"wanneer", "hoeveel", "hoe lang", "hoe oud", "hoe hoog", "hoe groot", "hoe ver", "hoe vaak",
		"när", "hur mycket", "hur många", "hur länge", "hur gammal", "hur lång", "hur hög", "hur stor", "hur ofta",
		"hvornår", "hvor meget", "hvor mange", "hvor længe", "hvor gammel", "hvor høj", "hvor stor", "hvor ofte",
		"hvor mye", "hvor lenge", "hvor gammel", "hvor høy",
		"milloin", "kuinka paljon", "kuinka monta", "montako", "paljonko", "kuinka kauan", "kuinka vanha", "minä vuonna",
		"mikor", "mennyi", "hány", "mennyit", "meddig", "milyen magas",
		"când", "cât", "câtă", "câți", "câte", "ce an",
		"ne zaman", "kaç", "ne kadar", "hangi yıl",
		"когда", "сколько", "как долго", "каком году",
		"متى", "كم", "多少", "几", "什么时候", "何时", "哪一年", "多久", "多高", "多大", "多长", "いつ", "いくら", "いくつ", "何年", "何人", "何個", "何メートル", "どれくらい", "何日", "何時",
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
