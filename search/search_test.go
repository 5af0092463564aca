package search_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/search"
)

var island = []search.Chapter{
	{Path: "/log.md", Text: "# Log of the station\n\n## Winter\n\nThe keeper lit the lamp on 12 March 1951, before the storm.\n\nIn the north harbour 1,234,567 herrings were landed.\n\n## Summer\n\n- Ida planted an oak.\n- Per painted the boats blue.\n"},
	{Path: "/harbours.csv", Text: "| Harbour | Depth | Master |\n| --- | --- | --- |\n| Vik | 7 m | Aud Lien |\n| Sund | 12 m | Tor Moe |\n"},
	{Path: "/code.md", Text: "Helpers:\n\n```go\nfunc readLamp() {\n\treturn\n}\n\nfunc countBoats() int {\n\treturn 3\n}\n```\n"},
	{Path: "/haus.md", Text: "Der Turm wurde von den Brüdern gebaut, und die Häuser sind aus Stein. Sie wohnen nicht mehr auf der Insel.\n"},
	{Path: "/phare.md", Text: "Les chevaux de la gardienne étaient dans le pré, et elle ne les a pas vendus.\n"},
	{Path: "/mist.md", Text: "北海の霧は朝に深い。\n\n猫は灯台で寝る。\n"},
	{Path: "/thai.md", Text: "ประภาคารอยู่บนเกาะ\n"},
	{Path: "/russian.md", Text: "Смотритель жил на острове и не любил зиму.\n"},
	{Path: "/empty.md", Text: "# Nothing under this\n\n# Quarterly budget\n"},
}

func first(t *testing.T, x *search.Index, query string) search.Hit {
	t.Helper()
	hits := x.Find(query, 5)
	if len(hits) == 0 {
		t.Errorf("%q: no hit", query)
		return search.Hit{}
	}
	return hits[0]
}

func TestWhatAnswersComesFirst(t *testing.T) {
	x := search.New(island, nil)
	for query, want := range map[string]string{
		"1951-03-12":                  "lit the lamp",
		"March 12th, 1951":            "lit the lamp",
		"12.3.1951":                   "lit the lamp",
		"what happened on 3/12/1951?": "lit the lamp",
		"1234567":                     "herrings",
		"Who was painting the boat?":  "painted the boats",
		"oaks in summer":              "planted an oak",
		"harbour master of Sund":      "| Sund |",
		"how deep is Vik":             "| Vik |",
		"read lamp function":          "readLamp",
		"count_boats":                 "countBoats",
		"Welches Haus ist aus Stein?": "Häuser",
		"Bruder":                      "Brüdern",
		"cheval":                      "chevaux",
		"霧は":                          "霧は朝",
		"猫":                           "猫は",
		"เกาะ":                        "ประภาคาร",
		"на каком острове живёт смотритель": "Смотритель",
		"budget":                               "Quarterly budget",
		"harbours.csv":                         "Harbour",
		"İDA":                                  "Ida",
		"What did the keeper's lamp look like": "lamp",
	} {
		if got := first(t, x, query); !strings.Contains(got.Text, want) {
			t.Errorf("%q: %q", query, got.Text)
		}
	}
	for _, query := range []string{"", "the", "zebra", "?!", "who is it", "\xff\xfe", strings.Repeat("the ", 5000)} {
		if got := x.Find(query, 5); len(got) != 0 {
			t.Errorf("%q: %v", query, got)
		}
	}
}

// A table that is found by its header or the headings over it alone is one hit, told
// from its best row on, and leaves room for what is found elsewhere.
func TestTableFoundByWhatIsOverItIsOneHit(t *testing.T) {
	var table strings.Builder
	table.WriteString("# Tea in store\n\n| Name | Weight |\n| --- | --- |\n")
	for i := range 200 {
		fmt.Fprintf(&table, "| Sort %d | %d kg |\n", i, i%7)
	}
	x := search.New([]search.Chapter{{Text: table.String()}, {Text: "Guests may bring their own tea, for six yuan.\n"}}, nil)
	hits := x.Answer(search.Query{Text: "tea", Beside: search.MaxBeside}, 100)
	if len(hits) != 2 || hits[0].Chapter == hits[1].Chapter {
		t.Fatalf("%d hits", len(hits))
	}
	for _, h := range hits {
		if h.Chapter == 0 && (!strings.HasPrefix(h.Text, "| Name | Weight |\n| --- | --- |\n| Sort ") || strings.Count(h.Text, "\n") < 20 || len(h.Text) > 1200) {
			t.Errorf("%d bytes: %s", len(h.Text), h.Text)
		}
	}
	if hits := x.Find("tea sort 17", 1); len(hits) != 1 || !strings.HasSuffix(hits[0].Text, "|\n| Sort 17 | 3 kg |") {
		t.Errorf("a row with a word of the question is told alone: %+v", hits)
	}
}

// Of Chinese, a character that says something is a word, and a pair of those that say
// nothing is hardly one.
func TestHanCharactersAreWords(t *testing.T) {
	x := search.New([]search.Chapter{
		{Text: "紫砂壶不可用洗洁精,只用热水和棕刷。"}, {Text: "他们什么时候都在,怎么会没有。"}, {Text: "戏台演出每晚八点开始。"}, {Text: "今晚说书的老周嗓子哑了。"},
	}, nil)
	for query, want := range map[string]int{"用什么洗茶壶?": 0, "演戏的人什么时候会来?": 2} {
		if got := first(t, x, query); got.Chapter != want {
			t.Errorf("%s: %+v", query, got)
		}
	}
}

// What is told beside a passage has as many characters in every alphabet, and half as many
// of East Asian scripts.
func TestHitsAreMeasuredInCharacters(t *testing.T) {
	for alphabet, n := range map[string]int{"abcdefghijklm": 1200, "абвгдежзиклмн": 1200, "山川田火水木金土石竹米花": 600} {
		r := rand.New(rand.NewPCG(5, 6)) // its own: a map has no order
		var text strings.Builder
		letters := []rune(alphabet)
		for i := range 3000 {
			text.WriteRune(letters[r.IntN(len(letters))])
			switch {
			case i == 1500:
				text.WriteString("\n\n1951\n\n")
			case i%50 == 49:
				text.WriteString("\n\n")
			case i%7 == 0:
				text.WriteByte(' ')
			}
		}
		hit := search.New([]search.Chapter{{Text: text.String()}}, nil).Answer(search.Query{Text: "1951", Beside: search.MaxBeside}, 1)[0]
		if got := utf8.RuneCountInString(hit.Text); got > n || got < n*5/10 {
			t.Errorf("%s: %d characters", alphabet, got)
		}
	}
}

// A text that does not tell its language, as a table of names and codes, is taken to be
// in that of the others, whatever their order, and also where they change.
func TestTablesAreInTheLanguageOfTheOthers(t *testing.T) {
	table := search.Chapter{Path: "/lager.csv", Text: "| Artikel | Fach |\n| --- | --- |\n| Haus | A2 |\n| Flytväst | A4 |\n"}
	german := search.Chapter{Path: "/haus.md", Text: "Der Turm wurde von den Brüdern gebaut, und er ist aus Stein."}
	swedish := search.Chapter{Path: "/hus.md", Text: "Tornet byggdes av bröderna, och det är inte av trä som de andra på ön."}
	cache := search.NewCache(t.TempDir(), "a")
	for _, c := range []struct {
		query, want string
		list        []search.Chapter
	}{
		{"Häuser", "| Haus | A2 |", []search.Chapter{german, table}},
		{"Häuser", "| Haus | A2 |", []search.Chapter{table, german}},
		{"flytvästar", "| Flytväst | A4 |", []search.Chapter{table, german, swedish, {Path: "/to.md", Text: swedish.Text}}},
		{"Häuser", "| Haus | A2 |", []search.Chapter{table, german}},
	} {
		for _, cache := range []*search.Cache{cache, nil} {
			if got := first(t, search.New(c.list, cache), c.query); got.Begin != c.want {
				t.Errorf("%s: %q", c.query, got.Begin)
			}
		}
	}
}

// A Han character between those of other scripts is a word.
func TestOneHanCharacterIsFound(t *testing.T) {
	i := search.New([]search.Chapter{{Text: "毎朝、豆を煎る。"}, {Text: "誰かが笛を吹く。"}}, nil)
	if got := i.Find("豆は誰が?", 1); len(got) != 1 || got[0].Chapter != 0 {
		t.Errorf("%+v", got)
	}
}

func TestHitsSayWhereTheyAre(t *testing.T) {
	x := search.New(island, nil)
	oak, row := first(t, x, "oak"), first(t, x, "Tor Moe")
	if diff := cmp.Diff([]string{"Log of the station", "Summer"}, oak.Headings); diff != "" || !strings.HasPrefix(oak.Text, "- Ida planted an oak.") || !strings.HasPrefix(island[oak.Chapter].Text[oak.Offset:], oak.Begin) {
		t.Errorf("%+v", oak)
	}
	if want := "| Harbour | Depth | Master |\n| --- | --- | --- |\n| Sund | 12 m | Tor Moe |"; row.Text != want || len(row.Headings) > 0 || !strings.HasPrefix(island[1].Text[row.Offset:], "| Sund") {
		t.Errorf("%+v", row)
	}
}

// Context counts: a passage is found by the text beside it and above it.
func TestContextCounts(t *testing.T) {
	x := search.New([]search.Chapter{{Text: "# Fishing rights\n\nThe treaty was signed in spring.\n\nIt holds for ninety years.\n\n# Taxes\n\nThey hold for one year.\n"}}, nil)
	if got := first(t, x, "how many years does the fishing treaty hold"); !strings.Contains(got.Text, "ninety") && !strings.Contains(got.Text, "treaty") {
		t.Error(got.Text)
	}
	if got := x.Find("fishing", 5); len(got) != 1 || got[0].Text != "# Fishing rights\n\nThe treaty was signed in spring.\n\nIt holds for ninety years." {
		t.Errorf("short paragraphs under one heading are one passage, with the heading that has the word: %v", got)
	}
}

// A turn of a dialogue is a passage of its own.
func TestTurnsArePassages(t *testing.T) {
	x := search.New([]search.Chapter{{Path: "/chat.md", Text: "Ida: Where is the boat?\nPer Moe: In the north harbour.\nIda: And the lamp,\nwhich is not mine: is it out?\n北：灯は消えた。\n"}}, nil)
	for query, begin := range map[string]string{"harbour": "Per Moe: In", "boat": "Ida: Where", "lamp": "Ida: And", "灯は": "北：灯"} {
		if got := first(t, x, query); !strings.HasPrefix(got.Text, begin) || strings.Count(got.Text, ": ") > 2 {
			t.Errorf("%q: %q, %q", query, got.Begin, got.Text)
		}
	}
}

// What is told with a hit is of the same section, short, and told once; code is not
// told in halves.
func TestHitsAreToldWithWhatIsBesideThem(t *testing.T) {
	long := strings.TrimSpace(strings.Repeat("Nothing of note happened on that day. ", 15))
	text := "# One\n\nFirst " + long + long + "\n\nThe otter sleeps.\n\nIt snores.\n\n" + long + long + "\n\n# Two\n\nAn otter swims.\n\n```go\nfunc otter() {}\n```\n"
	var got []string
	for _, h := range search.New([]search.Chapter{{Text: text}}, nil).Answer(search.Query{Text: "otter", Beside: search.MaxBeside}, 10) {
		if strings.Contains(h.Text, "otter") {
			got = append(got, h.Text)
		}
	}
	slices.Sort(got)
	want := []string{"An otter swims.", "The otter sleeps.\n\nIt snores.", "func otter() {}"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestHitsAreShortOnceAndPrefixes(t *testing.T) {
	var text strings.Builder
	for i := range 300 {
		fmt.Fprintf(&text, "The lamp %d of the keeper. %s\n\nThe same lamp.\n\n", i%50, strings.Repeat("Long words follow here, 霧は朝に深い ", i))
	}
	text.WriteString("| " + strings.Repeat("head ", 300) + " | b |\n|---|---|\n| " + strings.Repeat("lamp cell ", 400) + " | c |\n")
	x := search.New([]search.Chapter{{Path: "/a.md", Text: text.String()}}, nil)
	all, seen := x.Find("keeper lamp cell", 1000), map[string]bool{}
	if len(all) != search.MaxHits {
		t.Fatal(len(all))
	}
	for _, h := range all {
		if utf8.RuneCountInString(h.Text) > 1200 || seen[h.Text] || !utf8.ValidString(h.Text) || h.Text == "" {
			t.Errorf("%d bytes: %.60q", len(h.Text), h.Text)
		}
		seen[h.Text] = true
	}
	for n := range 30 {
		if diff := cmp.Diff(all[:n], x.Find("keeper lamp cell", n), cmp.Transformer("none", func(h []search.Hit) int { return len(h) })); diff != "" {
			t.Error(diff)
		}
		for i, h := range x.Find("keeper lamp cell", n) {
			if h.Text != all[i].Text {
				t.Errorf("hit %d of %d differs", i, n)
			}
		}
	}
}

func TestOrderOfChaptersDoesNotCount(t *testing.T) {
	want := search.New(island, nil).Find("the lamp of the harbour boats", 20)
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		mixed := append([]search.Chapter{}, island...)
		r.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		got := search.New(mixed, nil).Find("the lamp of the harbour boats", 20)
		for i := range got {
			if got[i].Text != want[i].Text || got[i].Score != want[i].Score {
				t.Fatalf("hit %d: %q, want %q", i, got[i].Text, want[i].Text)
			}
		}
	}
}

// A document that repeats the words of questions does not come before the one that
// answers.
func TestStuffingDoesNotWin(t *testing.T) {
	honest := search.Chapter{Path: "/z.md", Text: "# Station\n\nThe lighthouse keeper of Vik is Aud Lien, who came in 1951 from the mainland with two brothers.\n"}
	for name, text := range map[string]string{
		"words":     strings.Repeat("lighthouse keeper Vik ", 200),
		"question":  strings.Repeat("Who is the lighthouse keeper of Vik? ", 30),
		"lines":     strings.Repeat("lighthouse keeper Vik who is keeper lighthouse Vik lighthouse keeper Vik keeper Vik lighthouse keeper Vik\n\n", 30),
		"headings":  strings.Repeat("# lighthouse keeper Vik lighthouse keeper Vik lighthouse keeper Vik lighthouse keeper Vik lighthouse keeper Vik\n\nBuy now.\n\n", 20),
		"file name": "Buy now.\n",
	} {
		path := "/a.md"
		if name == "file name" {
			path = "/" + strings.Repeat("lighthouse-keeper-vik-", 8) + ".md"
		}
		x := search.New([]search.Chapter{{Path: path, Text: text}, honest}, nil)
		if got := first(t, x, "Who is the lighthouse keeper of Vik?"); !strings.Contains(got.Text, "Aud Lien") {
			t.Errorf("%s: %.100q", name, got.Text)
		}
	}
}

func TestCacheCostsTimeOnly(t *testing.T) {
	dir := t.TempDir()
	open := func() []search.Hit {
		return search.New(island, search.NewCache(dir, "org/ida")).Find("harbour lamp", 20)
	}
	want := search.New(island, nil).Find("harbour lamp", 20)
	same := func(what string) {
		t.Helper()
		if diff := cmp.Diff(want, open()); diff != "" {
			t.Errorf("%s: %s", what, diff)
		}
	}
	same("without a file")
	same("with one")
	files, _ := filepath.Glob(filepath.Join(dir, "search", "*"))
	if len(files) != 1 {
		t.Fatal(files)
	}
	whole, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []int{0, 1, 7, 8, 12, 60, len(whole) / 2, len(whole) - 1} {
		os.WriteFile(files[0], whole[:at], 0o600)
		same(fmt.Sprint("cut at ", at))
		damaged := append([]byte{}, whole...)
		damaged[at] ^= 0x55
		os.WriteFile(files[0], damaged, 0o600)
		same(fmt.Sprint("damaged at ", at))
		if now, _ := os.ReadFile(files[0]); string(now) != string(whole) {
			t.Errorf("damaged at %d: the file is not written anew", at)
		}
	}
	left := filepath.Join(dir, "search", ".new-"+filepath.Base(files[0])+"-1")
	os.WriteFile(left, []byte("killed"), 0o600)
	os.Remove(files[0])
	same("after a kill")
	if _, err := os.Stat(left); err == nil {
		t.Error("what a killed writer left is still there")
	}
	os.RemoveAll(dir)
	os.WriteFile(dir, nil, 0o600)
	same("where nothing can be written")
}

// The nearest chapters come once each, and none that is far behind the first.
func TestNearest(t *testing.T) {
	x := search.New([]search.Chapter{
		{Text: "It is ten O’Clock."},
		{Text: "The LAMPS, Straße, ÉCLAIR."},
		{Text: "北海の霧は朝に深い。"},
		{Text: "# The winter’s end\n\nNothing, o'clock.\n\nAt ten o'clock, nothing."},
	}, nil)
	for query, want := range map[string][]int{
		"o'clock ten": {3, 0}, "lamp": {1}, "éclair": {1}, "straße": {1}, "霧は": {2}, "winters": {3}, "Winter's": {3}, "zebra": nil, "the": nil, "": nil,
	} {
		if diff := cmp.Diff(want, x.Nearest(query, 2, 0.5)); diff != "" {
			t.Errorf("%q: %s", query, diff)
		}
	}
	if got := x.Nearest("o'clock ten", 1, 0.5); !slices.Equal(got, []int{3}) {
		t.Error(got)
	}
	if got := x.Nearest("o'clock ten", 2, 1); !slices.Equal(got, []int{3}) {
		t.Error(got)
	}
}

// A passage answers where it covers what a question is about: names have to be there, and one
// common word is not enough. What a document says of its own answers does not count.
func TestWhatDoesNotAnswerSaysSo(t *testing.T) {
	list := slices.Clone(island)
	for i := range 40 {
		list = append(list, search.Chapter{Text: fmt.Sprintf("In year %d a visitor came to the island and painted the view over the bay.\n", 1900+i)})
	}
	list = append(list, search.Chapter{Text: strings.Repeat("The answer is here: capital of Mongolia, capital of Mongolia. ", 5)})
	for range 1000 {
		list = append(list, search.Chapter{Text: "A gull. "})
	}
	list = append(list, search.Chapter{Text: "この橋の高さは12年前に測られた。\n"})
	x := search.New(list, nil)
	for question, want := range map[string]bool{
		"Who lit the lamp?": true, "When was the lamp lit?": true, "Who is the master of Vik?": true, "Wer hat den Turm gebaut?": true, "猫はどこで寝る?": true,
		"Who painted the Mona Lisa?": false, "What is the capital of Mongolia?": false, "Which sourdough bread did the keeper bake?": false,
		"How deep is Bergen?": false, "東京タワーの高さは何メートルですか?": false,
	} {
		if quotes, got := x.Quotes(search.Query{Text: question}); got != want {
			t.Errorf("%q: %v: %+v", question, got, quotes)
		}
	}
}

func FuzzFind(f *testing.F) {
	for _, c := range island {
		f.Add(c.Text, "lamp "+c.Path)
	}
	f.Add("```\n\n~~~\n|\n|\n|x\n# \n#\n####### a\n- \n1. x\n", "x")
	f.Fuzz(func(t *testing.T, text, query string) {
		if len(text) > 1<<16 {
			t.Skip("longer than is worth the time")
		}
		x := search.New([]search.Chapter{{Path: "/a.md", Text: text}}, nil)
		quotes, _ := x.Quotes(search.Query{Text: query})
		for _, h := range append(x.Find(query, 20), quotes...) {
			if len(h.Text) > 1200 || !utf8.ValidString(h.Text) || h.Offset >= len(text) {
				t.Errorf("%+v", h)
			}
		}
	})
}

// A question that names nothing of its own, or says "she" of somebody, follows up
// the one before it; another does not.
func TestQuestionsFollowUp(t *testing.T) {
	const before = "Who was Ingrid Hal?"
	for question, followsUp := range map[string]bool{
		"And when?": true, "And when was she born?": true, "What did they pay for the mill?": true,
		"Wann wurde sie geboren?": true, "Wo wohnen Sie?": false, "Wer hat die Mühle gebaut?": false,
		"Quand est-elle née ?": true, "Dove abitava il mugnaio?": false, "Dove è nata lei?": true,
		"¿Cuándo nació ella?": true, "Когда она родилась?": true, "她什么时候出生？": true, "彼女はいつ生まれましたか。": true,
		"Who built the mill on the hill?": false, "磨坊是谁建的？": false, "On which street is the shop?": false,
	} {
		want := question
		if followsUp {
			want = before + "\n" + question
		}
		if got := search.Question([]string{question, before, "Good morning."}); got != want {
			t.Errorf("%s: %q", question, got)
		}
	}
	if got := search.Question([]string{"And he?", "And she?", "And they?", "And it?", "Who?"}); strings.Count(got, "\n") != 3 {
		t.Errorf("%q", got)
	}
	if got := search.Question(nil); got != "" {
		t.Errorf("%q", got)
	}
}
