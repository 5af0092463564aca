package section

import (
	"strings"
	"sync"

	"github.com/seed353dc258/backstory/converters/pdf/layout"
)

// partNames are the names of parts that papers and books have, as keys of an outline.
var partNames = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, name := range strings.Split(`Abstract|Keywords|Index Terms|Introduction|References|Bibliography|Contents|Table of contents|Appendix|Appendices|Acknowledgments|Acknowledgements|Acknowledgment|Acknowledgement|Conclusion|Conclusions|Index|Glossary|Summary|Preface|Foreword|List of figures|List of tables|Works cited
Zusammenfassung|Schlüsselwörter|Literatur|Literaturverzeichnis|Inhaltsverzeichnis|Inhalt|Anhang|Danksagung|Einleitung|Abbildungsverzeichnis|Tabellenverzeichnis|Vorwort
Résumé|Mots-clés|Références|Bibliographie|Table des matières|Sommaire|Annexe|Remerciements
Resumen|Palabras clave|Referencias|Bibliografía|Índice|Agradecimientos|Resumo|Palavras-chave|Referências|Sumário|Agradecimentos|Sommario|Indice|Bibliografia|Ringraziamenti|Riassunto
Samenvatting|Literatuur|Inhoudsopgave|Аннотация|Содержание|Оглавление|Список литературы|Литература|Введение|Заключение
摘要|关键词|目录|参考文献|致谢|附录|概要|目次|参考文献|謝辞|付録|要旨`, "\n") {
		for _, one := range strings.Split(name, "|") {
			out[layout.OutlineKey(one)] = true
		}
	}
	return out
})

// isPart reports whether a text is the name of a part that papers and books have.
func isPart(text string) bool { return partNames()[layout.OutlineKey(text)] }

// chapterNames are the words before the numbers of chapters, parts and appendices, as keys
// of an outline.
var chapterNames = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, name := range strings.Fields("Chapter Part Appendix Annex Section Kapitel Teil Anhang Abschnitt Chapitre Partie Annexe Capítulo Parte Apéndice Apêndice Anexo Capitolo Appendice Allegato Hoofdstuk Deel Bijlage Глава Часть Приложение") {
		out[layout.OutlineKey(name)] = true
	}
	return out
})

func isChapter(word string) bool { return chapterNames()[layout.OutlineKey(word)] }
