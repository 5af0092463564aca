package generate

// rule is how sentences begin that say something lasting.
type rule struct {
	name string
	// sessions is in how many of them the same has to be said.
	sessions int
	kind     kind
	pattern  matcher
}

// kind is what a finding is about, which decides the file that it is for.
type kind int

const (
	about kind = iota // the user
	asked             // of the agent
)

// rules are all rules of sentences in English, German, French, Spanish, Italian
// and Portuguese; the first that matches holds.
var rules = []rule{
	{"preference", 1, asked, begins(
		`from now on|from today on|going forward|call me|address me|remember to|whenever you|every time you|i('d| would) (prefer|rather)|i prefer`,
		`ab jetzt|ab sofort|von nun an|künftig|nenne? mich|sprich mich|duze? mich|siezen? (sie )?mich|ich bevorzuge|mir ist lieber|ich möchte,? dass du`,
		`désormais|dorénavant|à partir de maintenant|appelle-moi|appelez-moi|je préfère|tutoie-moi|vouvoie-moi|vouvoyez-moi`,
		`de ahora en adelante|a partir de ahora|ll[aá]mame|tutéame|prefiero`,
		`d'ora in poi|da ora in poi|chiamami|dammi del (tu|lei)|preferisco`,
		`de agora em diante|a partir de agora|chama-me|me chame|prefiro`,
	)},
	{"standing wish", 2, asked, begins(
		`always|never|in (the )?future|don't ever|do not ever`,
		`immer|niemals|nie|in zukunft`,
		`toujours|jamais|à l'avenir`,
		`siempre|nunca|jamás|en el futuro`,
		`sempre|mai|in futuro`,
		`sempre|nunca|no futuro`,
	)},
	{"fact", 2, about, begins(
		`my (name|job|work|wife|husband|partner|son|daughter|dog|cat|birthday|time ?zone|company|team|native language|home)|i('m| am) (an?|from|based|allergic|vegan|vegetarian|colou?r-?blind|deaf|left-handed|called)|i (live|work|study|speak|was born|don't eat|do not eat)`,
		`ich (heiße|heisse|wohne|lebe|arbeite|studiere|spreche|esse keine?n?)|ich bin (eine?|aus|von beruf|allergisch|veganer(in)?|vegetarier(in)?)|meine? (name|beruf|frau|mann|sohn|tochter|hund|katze|geburtstag|firma|team|muttersprache)`,
		`je (m'appelle|vis|travaille|parle)|je suis (une?|de|née?|allergique|végane?|végétarien(ne)?)|j'(habite|étudie)|mon (nom|métier|mari|fils|chien|chat|anniversaire|équipe)|ma (femme|fille|langue)`,
		`me llamo|vivo en|trabajo|soy (una?|de|alérgic[oa]|vegan[oa]|vegetarian[oa])|hablo|mi (nombre|esposa|marido|hijo|hija|perro|gato|cumpleaños|empresa|equipo)`,
		`mi chiamo|vivo (a|in)|abito|lavoro|sono (una?|di|allergic[oa]|vegan[oa]|vegetarian[oa])|parlo|(il )?mio (nome|marito|figlio|cane|gatto)|(la )?mia (moglie|figlia)`,
		`(eu )?me chamo|chamo-me|moro em|trabalho|sou (uma?|de|alérgic[oa]|vegan[oa]|vegetarian[oa])|falo|(o )?meu (nome|marido|filho|cão|gato)|(a )?minha (esposa|filha)`,
	)},
}

// exceptions begin as rules do, and say nothing.
var exceptions = begins(`never ?mind|never (been|knew|heard|had)|always (happy|glad|nice|good|a pleasure)|my name is not`)

// topic is what corrections are about: of how the agent answered, in whatever
// words. They have to come in [correctionSessions] sessions.
type topic struct {
	name     string
	text     string // for the file
	opposite string // the topic that asks for the contrary, and takes this one back
	pattern  matcher
}

// correctionSessions is in how many sessions the same has to be corrected.
const correctionSessions = 3

// topics are all topics of corrections.
var topics = []topic{
	{"shorter", "Answer briefly.", "longer", only(
		`((that|this|it)('s| is| was)|you('re| are)|your answers are)( far| way| much)? too (long|wordy|verbose)`,
		`too long`, `(be|keep it|answer) (more )?(brief|briefly|short|concise)`, `shorter( answers)?`, `be shorter`,
		`(das ist |viel )*zu lang`, `kürzer`, `fass dich kurz`, `(c'est )?(beaucoup )?trop long`, `plus court`, `sois (plus )?bref`,
		`(es )?demasiado largo`, `más (corto|breve)`, `troppo lungo`, `più breve`, `(muito|demasiado) longo`, `mais curto`,
	)},
	{"longer", "Answer in detail.", "shorter", only(
		`((that|this|it)('s| is| was)|you('re| are)|your answers are)( far| way| much)? too short`,
		`too short`, `more details?`, `more detailed`, `(explain|go) (in|into) more detail`,
		`(das ist |viel )*zu kurz`, `ausführlicher`, `(c'est )?trop court`, `plus détaillé`, `(es )?demasiado corto`, `más detalles?`,
		`troppo breve`, `più dettagli`, `mais detalhes?`,
	)},
	{"less formal", "Speak informally.", "more formal", only(
		`(don't be|stop being|not) so formal`, `(be )?less formal`, `too formal`, `nicht so förmlich`, `weniger förmlich`, `zu förmlich`,
		`moins formel`, `trop formel`, `menos formal`, `demasiado formal`, `meno formale`, `troppo formale`,
	)},
	{"more formal", "Speak formally.", "less formal", only(
		`(be )?more formal(ly)?`, `too (informal|casual)`, `förmlicher`, `zu (salopp|locker)`, `plus formel`, `trop familier`,
		`más formal`, `più formale`, `mais formal`,
	)},
	{"no emoji", "Use no emoji.", "", only(
		`(no|without|stop using|stop with|drop the|don't use|do not use)( the| any| more)* emojis?`, `keine emojis( mehr)?`, `ohne emojis?`,
		`pas d'emojis?`, `sans emojis?`, `(sin|nada de) emojis?`, `niente emoji`, `senza emoji`, `sem emojis?`,
	)},
	{"no lists", "Write in sentences, without lists.", "", only(
		`(no|without|stop using|stop with|don't use|do not use)( the| any| more)* (bullet points|bullets|lists)`,
		`keine (listen|aufzählungen|stichpunkte)( mehr)?`, `pas de listes?`, `sin listas`, `senza elenchi`, `sem listas`,
	)},
	{"simpler", "Explain in simple words.", "", only(
		`((that|this|it)('s| is| was) )?(too|so) complicated`, `simpler`, `in simpler? words`, `zu kompliziert`, `einfacher`, `trop compliqué`,
		`plus simple(ment)?`, `demasiado complicado`, `más (simple|sencillo)`, `troppo complicato`, `più semplice`, `mais simples`,
	)},
}
