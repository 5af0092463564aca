package find

// titles are words that a full stop is put behind and that end no sentence.
var titles = []string{
	"mr", "mrs", "ms", "dr", "prof", "st", "no", "nr", "vs", "etc", "e.g", "i.e", "approx", "ca", "fig", "vol", "inc", "ltd", "co", "z.b", "bzw", "usw", "art", "abs", "str", "mme", "mlle", "sra", "sr", "sig",
}

// opinions are phrases of sentences that say what somebody thinks, what to do, what
// documents lack, or something of who speaks, in small letters with single blanks.
var opinions = []string{
	"i am", "i m", "i ve", "i was", "i have", "i had", "my", "we", "our", "ich", "mein", "meine", "wir", "unser", "unsere", "je suis", "j ai", "nous", "yo", "nosotros", "io", "noi", "ik", "mijn", "jag", "jeg",
	"i think", "i believe", "i recommend", "i suggest", "in my opinion", "in my view", "should", "perhaps", "probably", "likely", "it seems", "seems to", "appears to", "let me know", "feel free", "i hope", "i can", "i cannot", "i can t", "i could not", "i couldn t", "i found", "here is", "here are",
	"do not say", "does not say", "don t say", "doesn t say", "do not mention", "does not mention", "not mentioned", "no mention", "no information", "not specified", "not stated", "nothing about", "based on the documents", "according to the documents you",
	"ich denke", "ich glaube", "ich empfehle", "meiner meinung nach", "meines erachtens", "sollte", "sollten", "vielleicht", "wahrscheinlich", "vermutlich", "nicht erwähnt", "keine angabe", "keine angaben", "keine information", "keine informationen",
	"je pense", "je crois", "je recommande", "à mon avis", "devrait", "devriez", "peut être", "probablement", "ne mentionne pas", "ne mentionnent pas", "aucune information",
	"creo que", "recomiendo", "en mi opinión", "debería", "quizás", "probablemente", "no se menciona", "no mencionan", "credo che", "penso che", "secondo me", "dovrebbe", "forse", "probabilmente",
	"acho que", "recomendo", "na minha opinião", "deveria", "talvez", "provavelmente", "ik denk", "volgens mij", "misschien", "waarschijnlijk", "zou moeten", "jag tror", "kanske", "troligen", "jeg tror", "måske", "kanskje", "sandsynligvis", "sannsynligvis",
}

// sums are words of sentences whose numbers somebody worked out.
var sums = []string{
	"total", "in total", "sum", "altogether", "combined", "average", "difference", "twice", "double", "half", "percent", "per cent", "more than", "less than", "years later", "days later", "years after",
	"insgesamt", "zusammen", "summe", "durchschnitt", "differenz", "doppelt", "prozent", "mehr als", "weniger als", "somme", "au total", "moyenne", "différence", "double", "pour cent", "suma", "en total", "promedio", "diferencia", "doble", "por ciento",
	"somma", "in totale", "media", "differenza", "per cento", "soma", "no total", "média", "diferença", "totaal", "samen", "gemiddeld", "verschil", "summa", "totalt", "genomsnitt", "sammen", "gennemsnit", "gjennomsnitt",
}
