package lexicon

// scales are the words behind a number that multiply it.
var scales = []struct {
	zeros int
	words []string
}{
	{3, []string{"thousand", "tausend", "mille", "mil", "mila", "duizend", "tusen", "tusind", "тысяч", "тысячи"}},
	{6, []string{"million", "millions", "millionen", "mio", "millón", "millones", "milione", "milioni", "milhão", "milhões", "miljoen", "miljoner", "millioner", "млн", "миллиона", "миллионов"}},
	{9, []string{"billion", "billions", "bn", "milliarde", "milliarden", "mrd", "milliard", "milliards", "miliardo", "miliardi", "miljard", "miljarder", "milliarder", "млрд", "миллиардов"}},
}

// numberDigits are the numbers that numberWords have.
var numberDigits = [...]string{"2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "30", "40", "50", "60", "70", "80", "90"}

// numberWords are the words for each of them, but for those that mean something else.
var numberWords = [len(numberDigits)][]string{
	{"two", "zwei", "deux", "dos", "dois", "duas", "twee", "två", "два", "две"},
	{"three", "drei", "trois", "tres", "três", "tre", "drie", "три"},
	{"four", "vier", "quatre", "cuatro", "quattro", "quatro", "fyra", "fire", "четыре"},
	{"five", "fünf", "cinq", "cinco", "cinque", "vijf", "fem", "пять"},
	{"six", "sechs", "seis", "zes", "sex", "seks", "шесть"},
	{"seven", "sieben", "sept", "siete", "sette", "sete", "zeven", "sju", "syv", "семь"},
	{"eight", "acht", "huit", "ocho", "otto", "oito", "åtta", "otte", "åtte", "восемь"},
	{"nine", "neun", "neuf", "nueve", "nove", "negen", "nio", "девять"},
	{"ten", "zehn", "dix", "diez", "dieci", "dez", "tien", "tio", "десять"},
	{"eleven", "elf", "onze", "once", "undici", "elva", "elleve", "одиннадцать"},
	{"twelve", "zwölf", "douze", "doce", "dodici", "doze", "twaalf", "tolv", "двенадцать"},
	{"thirteen", "dreizehn", "treize", "trece", "tredici", "treze", "dertien", "tretton"},
	{"fourteen", "vierzehn", "quatorze", "catorce", "quattordici", "catorze", "veertien", "fjorton"},
	{"fifteen", "fünfzehn", "quinze", "quince", "quindici", "vijftien", "femton"},
	{"sixteen", "sechzehn", "seize", "dieciséis", "sedici", "dezesseis", "zestien", "sexton"},
	{"seventeen", "siebzehn", "diecisiete", "diciassette", "dezessete", "zeventien", "sjutton"},
	{"eighteen", "achtzehn", "dieciocho", "diciotto", "dezoito", "achttien", "arton"},
	{"nineteen", "neunzehn", "diecinueve", "diciannove", "dezenove", "negentien", "nitton"},
	{"twenty", "zwanzig", "vingt", "veinte", "venti", "vinte", "twintig", "tjugo", "tyve", "двадцать"},
	{"thirty", "dreißig", "trente", "treinta", "trenta", "trinta", "dertig", "trettio", "tredive", "тридцать"},
	{"forty", "vierzig", "quarante", "cuarenta", "quaranta", "quarenta", "veertig", "fyrtio", "førti", "сорок"},
	{"fifty", "fünfzig", "cinquante", "cincuenta", "cinquanta", "cinquenta", "vijftig", "femtio", "femti", "пятьдесят"},
	{"sixty", "sechzig", "soixante", "sesenta", "sessanta", "sessenta", "zestig", "sextio", "шестьдесят"},
	{"seventy", "siebzig", "setenta", "settanta", "zeventig", "sjuttio", "семьдесят"},
	{"eighty", "achtzig", "ochenta", "ottanta", "oitenta", "tachtig", "åttio", "восемьдесят"},
	{"ninety", "neunzig", "noventa", "novanta", "negentig", "nittio", "девяносто"},
}
