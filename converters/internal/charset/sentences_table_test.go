package charset

// sentences are short texts in languages with legacy encodings, and those encodings.
var sentences = []struct {
	language, text string
	encodings      []string
}{
	{"German", "Gestern haben wir die Brücke über den Fluß geprüft; die Schäden sind größer, als man dachte.", []string{"windows-1252", "ISO-8859-15", "IBM850", "IBM437", "macintosh"}},
	{"French", "Hier, nous avons réparé le vieux pont derrière l’école, où les élèves passent déjà le matin.", []string{"windows-1252", "macintosh"}},
	{"Spanish", "Mañana volverá el ingeniero y le enseñaré qué tubería dejó de funcionar después de la tormenta.", []string{"windows-1252", "ISO-8859-15", "IBM850", "macintosh"}},
	{"Portuguese", "Não há razão para esperar: a reunião começa às três e as informações já estão no relatório.", []string{"windows-1252", "IBM850", "macintosh"}},
	{"Italian", "Perché non c'è più pane? Così non potrò preparare la colazione, e papà arriverà già lunedì.", []string{"windows-1252", "IBM850"}},
	{"Swedish", "I går åkte vi ända till sjön för att se på båtarna, men det blåste så hårt att vi gick hem.", []string{"windows-1252", "IBM850", "macintosh"}},
	{"Danish", "Først kørte vi gennem skoven, så gik vi på æblejagt hos naboen, der både råbte og lo ad os.", []string{"windows-1252", "IBM850"}},
	{"Finnish", "Eilen päätimme lähteä järvelle, mutta sää oli kylmä ja jäätä riitti vielä pitkälle kevääseen.", []string{"windows-1252", "ISO-8859-15", "IBM850"}},
	{"Icelandic", "Í gær fórum við út að ganga þó að það væri kalt og við sáum bæði hús og báta við höfnina.", []string{"windows-1252"}},
	{"Polish", "Wczoraj naprawiliśmy most za szkołą, chociaż padał śnieg i wszędzie leżało błoto, a ściana pękła.", []string{"windows-1250", "ISO-8859-2", "IBM852"}},
	{"Czech", "Včera jsme opravili starý můstek za školou, přestože pršelo a všichni říkali, že je příliš pozdě.", []string{"windows-1250", "ISO-8859-2", "IBM852"}},
	{"Slovak", "Včera sme opravili starý mostík za školou, hoci pršalo a všetci hovorili, že je už príliš neskoro.", []string{"windows-1250", "ISO-8859-2"}},
	{"Hungarian", "Tegnap megjavítottuk a régi hidat az iskola mögött, pedig esett az eső, és mindenki azt hitte, késő lesz.", []string{"windows-1250", "ISO-8859-2", "IBM852"}},
	{"Romanian", "Ieri am reparat podul vechi din spatele şcolii, deşi ploua şi toţi spuneau că este prea târziu.", []string{"windows-1250", "ISO-8859-2"}},
	{"Croatian", "Jučer smo popravili stari most iza škole, iako je kišilo i svi su govorili da će već biti prekasno.", []string{"windows-1250", "ISO-8859-2"}},
	{"Turkish", "Dün okulun arkasındaki eski köprüyü onardık; yağmur yağıyordu ve herkes çok geç olduğunu söylüyordu.", []string{"windows-1254"}},
	{"Estonian", "Eile parandasime koolimaja taga vana silda, kuigi sadas vihma ja kõik ütlesid, et on juba liiga hilja.", []string{"windows-1257", "ISO-8859-15"}},
	{"Latvian", "Vakar mēs salabojām veco tiltu aiz skolas, lai gan lija lietus un visi teica, ka jau ir par vēlu.", []string{"windows-1257", "ISO-8859-13", "ISO-8859-4"}},
	{"Lithuanian", "Vakar sutaisėme seną tiltą už mokyklos, nors lijo ir visi sakė, kad jau per vėlu ką nors keisti.", []string{"windows-1257", "ISO-8859-13"}},
	{"Albanian", "Dje ndreqëm urën e vjetër pas shkollës, megjithëse binte shi dhe të gjithë thoshin se ishte tepër vonë.", []string{"windows-1252", "windows-1250", "ISO-8859-16"}},
	{"Kurdish", "Duh me pira kevn a li pişt dibistanê çêkir, her çend baran dibarî û her kesî digot ku êdî dereng e.", []string{"windows-1254"}},
	{"Esperanto", "Hieraŭ ni riparis la malnovan ponton malantaŭ la lernejo, kvankam pluvis kaj ĉiuj diris, ke jam estas tro malfrue.", []string{"ISO-8859-3"}},
	{"Russian", "Вчера мы починили старый мост за школой, хотя шёл дождь и все говорили, что уже слишком поздно.", []string{"windows-1251", "KOI8-R", "ISO-8859-5", "IBM866", "IBM855", "x-mac-cyrillic"}},
	{"Ukrainian", "Учора ми полагодили старий міст за школою, хоча йшов дощ і всі казали, що вже надто пізно.", []string{"windows-1251", "KOI8-U", "ISO-8859-5"}},
	{"Bulgarian", "Вчера поправихме стария мост зад училището, макар че валеше и всички казваха, че вече е късно.", []string{"windows-1251", "ISO-8859-5"}},
	{"Serbian", "Јуче смо поправили стари мост иза школе, иако је падала киша и сви су говорили да је већ касно.", []string{"windows-1251", "ISO-8859-5", "IBM855"}},
	{"Greek", "Χθες επισκευάσαμε την παλιά γέφυρα πίσω από το σχολείο, αν και έβρεχε και όλοι έλεγαν πως είναι αργά.", []string{"windows-1253", "ISO-8859-7"}},
	{"Hebrew", "אתמול תיקנו את הגשר הישן מאחורי בית הספר, אף שירד גשם וכולם אמרו שכבר מאוחר מדי.", []string{"windows-1255", "ISO-8859-8"}},
	{"Arabic", "أصلحنا أمس الجسر القديم خلف المدرسة مع أن المطر كان ينزل والجميع قالوا إن الوقت متأخر.", []string{"windows-1256", "ISO-8859-6"}},
	{"Thai", "เมื่อวานนี้เราซ่อมสะพานเก่าหลังโรงเรียน แม้ว่าฝนจะตกและทุกคนบอกว่าสายเกินไปแล้ว", []string{"windows-874"}},
	{"Japanese", "昨日、学校の裏にある古い橋を直しました。雨が降っていて、みんなはもう遅いと言っていました。", []string{"Shift_JIS", "EUC-JP", "ISO-2022-JP"}},
	{"Korean", "어제 우리는 학교 뒤에 있는 낡은 다리를 고쳤습니다. 비가 왔고 모두 너무 늦었다고 말했습니다.", []string{"EUC-KR"}},
	{"Chinese, simplified", "昨天我们修好了学校后面的旧桥，虽然下着雨，大家都说已经太晚了，但是明天可以通车。", []string{"GB18030"}},
	{"Chinese, traditional", "昨天我們修好了學校後面的舊橋，雖然下著雨，大家都說已經太晚了，但是明天可以通車。", []string{"Big5"}},
}
