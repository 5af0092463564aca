package charset

// habitsOf says which habits the texts in a language have, by its tag; those in others have none.
var habitsOf = map[string]habits{
	"af": lowMarks, "ar": angles, "ast": angles | inverted | ordinals, "az": commaLike, "be": commaLike, "bg": commaLike,
	"br": angles, "bs": commaLike, "ca": angles | inverted | ordinals, "cs": commaLike, "da": commaLike, "de": commaLike,
	"dsb": commaLike, "el": angles, "eo": commaLike, "es": angles | inverted | ordinals, "et": commaLike, "eu": angles,
	"fa": angles, "fi": angles, "fo": commaLike, "fr": angles, "gl": angles | inverted | ordinals, "hr": commaLike, "hsb": commaLike,
	"hu": commaLike, "is": lowMarks, "it": angles | ordinals, "lb": commaLike, "lt": lowMarks, "lv": commaLike, "mk": commaLike,
	"nb": angles, "nl": lowMarks, "nn": angles, "oc": angles, "pl": commaLike, "pt": angles | ordinals, "rm": angles,
	"ro": commaLike, "ru": commaLike, "se": angles, "sk": commaLike, "sl": commaLike, "sq": commaLike, "sr": commaLike,
	"sr_Latn": commaLike, "sv": angles, "tr": angles, "uk": commaLike, "ur": 0, "vi": angles,
}
