package order

import "sync"

// alike returns the Latin letter that each of the letters below looks like.
var alike = sync.OnceValue(func() map[rune]byte {
	all := map[rune]byte{}
	for _, row := range looksLatin {
		for _, r := range row.letters {
			all[r] = row.latin
		}
	}
	return all
})

// looksLatin are single letters of Cyrillic, Greek, Armenian, Cherokee, Coptic and Lisu that
// look like a Latin one: data of confusables.txt (UTS 39), © Unicode, Inc., under the
// Unicode License, which backstory licences prints. The I that looks like an l is an I here.
var looksLatin = []struct {
	latin   byte
	letters string
}{
	{'A', "ΑАᎪꓮ"},
	{'B', "ΒВᏴꓐ"},
	{'C', "ϹСᏟⲤꓚ"},
	{'D', "Ꭰꓓ"},
	{'E', "ΕЕᎬꓰ"},
	{'F', "Ϝꓝ"},
	{'G', "ԌᏀᏳꓖ"},
	{'H', "ΗНᎻⲎꓧ"},
	{'I', "ΙІӀⲒꓲ"},
	{'J', "ͿЈᎫꓙ"},
	{'K', "ΚКᏦⲔꓗ"},
	{'L', "ᏞⳐꓡ"},
	{'M', "ΜϺМᎷⲘꓟ"},
	{'N', "ΝⲚꓠ"},
	{'O', "ΟОՕⲞꓳ"},
	{'P', "ΡРᏢⲢꓑ"},
	{'R', "ᎡᏒꓣ"},
	{'S', "ЅՏᏕᏚꓢ"},
	{'T', "ΤТᎢⲦꓔ"},
	{'U', "Սꓴ"},
	{'V', "ѴᏙꓦ"},
	{'W', "ԜᎳᏔꓪ"},
	{'X', "ΧХⲬꓫ"},
	{'Y', "ΥϒУҮᎩᎽⲨꓬ"},
	{'Z', "ΖᏃꓜ"},
	{'a', "αа"},
	{'b', "ЬᏏ"},
	{'c', "ϲсⲥꮯ"},
	{'d', "ԁᏧꓒ"},
	{'e', "еҽ"},
	{'f', "ք"},
	{'g', "ց"},
	{'h', "һհᏂ"},
	{'i', "ιіӏᎥιꙇꭵ"},
	{'j', "ϳј"},
	{'l', ""},
	{'n', "ոռ"},
	{'o', "οσоօჿⲟ"},
	{'p', "ρϱрⲣ"},
	{'q', "ԛգզ"},
	{'r', "гᴦⲅꮁ"},
	{'s', "ѕꮪ"},
	{'u', "υս"},
	{'v', "νѵꮩ"},
	{'w', "ѡԝաꮃ"},
	{'x', "х"},
	{'y', "γуүყ"},
	{'z', "ꮓ"},
}
