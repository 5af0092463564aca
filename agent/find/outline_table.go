package find

// summaries are how somebody asks for a summary, in small letters.
var summaries = []string{
	"summarise", "summarize", "give me a summary of", "sum up", "what is in", "what does", "describe", "fasse", "fass", "zusammenfassung von", "was steht in", "worum geht es in",
	"résume", "résumez", "résumer", "que contient", "de quoi parle", "resume", "resumen de", "de qué trata", "qué dice", "riassumi", "di cosa parla", "resuma", "resumo de", "do que trata",
	"vat", "samenvatting van", "waar gaat", "sammanfatta", "vad handlar", "opsummer", "hvad handler", "oppsummer", "hva handler", "tiivistä", "mistä kertoo", "foglald össze", "miről szól",
	"rezumă", "despre ce este", "özetle", "резюмируй", "перескажи", "о чём", "لخص",
}

// wholes are questions about everything that there is, and what is left of one when the
// document is taken out that it names, in small letters with single blanks.
var wholes = []string{
	"what is this about", "what s this about", "what are these about", "what is it about", "what is about", "what are these documents about", "what is all this", "what is this", "what is in here",
	"what is in these documents", "which documents do you have", "what documents do you have", "which files do you have", "what files do you have", "what do you have", "which documents are there",
	"what documents are there", "list the documents", "list all documents", "list documents", "list the files", "show the documents", "what do you know", "what can i ask", "what can i ask you", "what can you tell me",
	"what is in this folder", "what s in this folder", "what is in the folder", "what s in here", "this folder", "the folder", "which files are there", "what files are there", "which files are in this folder", "what files are in this folder",
	"was ist in diesem ordner", "was ist in dem ordner", "welche dateien sind in diesem ordner", "diesen ordner", "den ordner", "qu y a t il dans ce dossier", "ce dossier", "qué hay en esta carpeta", "esta carpeta",
	"cosa c è in questa cartella", "questa cartella", "o que há nesta pasta", "esta pasta", "wat zit er in deze map", "wat staat er in deze map", "deze map", "vad finns i den här mappen", "hvad er der i denne mappe", "hva er det i denne mappen",
	"mitä tässä kansiossa on", "mi van ebben a mappában", "ce este în acest folder", "bu klasörde ne var", "что в этой папке", "这个文件夹里有什么", "このフォルダには何がありますか",
	"the documents", "these documents", "all documents", "everything", "this", "it", "all of this", "all of it", "this document", "the document", "document", "the file", "the", "about", "say", "the say", "the document say", "the about",
	"worum geht es", "worum geht es hier", "worum geht s hier", "worum geht es in diesen dokumenten", "welche dokumente hast du", "welche dokumente gibt es", "welche dateien hast du", "welche dateien gibt es", "was weißt du", "was ist das hier", "das", "alles", "die dokumente", "das dokument", "das zusammen", "alles zusammen", "die dokumente zusammen", "das dokument zusammen", "zusammen",
	"de quoi s agit il", "de quoi ça parle", "de quoi parlent ces documents", "quels documents as tu", "quels documents avez vous", "quels documents y a t il", "quels fichiers as tu", "ces documents", "les documents", "le document", "tout", "tout cela",
	"de qué trata esto", "de qué se trata", "de qué tratan estos documentos", "qué documentos tienes", "qué documentos hay", "qué archivos tienes", "estos documentos", "los documentos", "el documento", "todo", "esto",
	"di cosa si tratta", "di cosa parla", "di cosa parlano questi documenti", "quali documenti hai", "quali documenti ci sono", "i documenti", "il documento", "tutto", "questo",
	"do que se trata", "sobre o que é isto", "que documentos tens", "que documentos você tem", "quais documentos existem", "os documentos", "o documento", "tudo", "isto",
	"waar gaat dit over", "waar gaat het over", "welke documenten heb je", "welke documenten zijn er", "de documenten", "het document", "alles samen", "dit samen",
	"vad handlar det om", "vad handlar detta om", "vilka dokument har du", "vilka dokument finns det", "dokumenten", "dokumentet", "allt",
	"hvad handler det om", "hvad handler det her om", "hvilke dokumenter har du", "hvilke dokumenter er der", "dokumenterne", "det hele",
	"hva handler dette om", "hva handler det om", "hvilke dokumenter finnes", "dokumentene", "alt",
	"mistä tässä on kyse", "mistä nämä kertovat", "mitä asiakirjoja sinulla on", "mitä dokumentteja sinulla on", "asiakirjat", "kaikki",
	"miről szól ez", "miről szólnak ezek", "milyen dokumentumok vannak", "milyen dokumentumaid vannak", "a dokumentumokat", "mindent",
	"despre ce este vorba", "ce documente ai", "ce documente există", "documentele", "totul",
	"bu ne hakkında", "hangi belgeler var", "hangi belgelerin var", "belgeleri", "hepsini",
	"о чём это", "о чем это", "какие документы у тебя есть", "какие документы есть", "документы", "всё", "ما هذا", "ما هي المستندات المتوفرة",
	"这是关于什么的", "这些文档讲什么", "这些文件讲什么", "你有哪些文档", "你有哪些文件", "有哪些文档", "有哪些文件", "这是什么", "これは何についてですか", "どんな文書がありますか", "どの文書がありますか", "何の文書がありますか", "これは何ですか",
}
