package secrets

import (
	"math/rand/v2"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"
)

// addresses have a password in front of a host; the rest of each is put together here.
var addresses = []string{
	"postgres://app:•@db.prod.internal:5432/x", "postgresql://app:•@10.0.0.3/x", "redis://:•@cache.acme.com:6379", "rediss://default:•@10.2.0.9", "mongodb+srv://ann:•@c0.ab1cd.mongodb.net/db",
	"mongodb://a:•@m1.acme.io:27017,m2.acme.io:27017/db", "amqp://svc:•@mq.acme.io:5672", "https://ida:•@git.acme.org/x.git", "smtp://mailer:•@mail.acme.org:587", "ftp://backup:•@ftp.acme.org/dumps",
	"ldap://cn:•@ldap.acme.org", "mysql+pymysql://root:•@mysql.acme.io/x", "sqlserver://sa:•@sql.acme.io?database=x", "nats://n:•@nats.acme.io", "clickhouse://c:•@ch.acme.io/x", "app:•@tcp(10.1.2.3:3306)/db",
	"app:•@unix(/run/mysql.sock)/db", "jdbc:oracle:thin:scott/•@db1:1521:x", "DATABASE_URL=\"postgres://app:•@db.acme.io/x\"", "[a](https://ida:•@git.acme.org/)", "jdbc:postgresql://app:•@db.acme.io/x", "mysql://root:•@localhost/x",
}

// TestPasswordsInAddressesAreFound has each address with passwords that somebody may have.
func TestPasswordsInAddressesAreFound(t *testing.T) {
	for _, address := range addresses {
		for _, password := range []string{"lamp" + "4You9x", "p%40Ss" + "9w0rds", "Tz9-" + "qLm2", "K9!x.la" + "mp"} {
			text := "Use " + strings.Replace(address, "•", password, 1) + " for it."
			got, found := Mask(text)
			if want := "Use " + strings.Replace(address, "•", "[secret: "+addressRule+"]", 1) + " for it."; !found || got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
	}
}

// TestPlaceholdersInAddressesAreNone has what manuals write in the place of passwords.
func TestPlaceholdersInAddressesAreNone(t *testing.T) {
	for _, text := range []string{
		"user:password@localhost", "postgres://user:password@localhost/db", "postgres://postgres:postgres@db:5432/x", "postgres://app:$PGPASS@db/x", "postgres://app:${PGPASS}@db.acme.com/x",
		"postgres://app:<password>@db/x", "https://user:pass@example.com", "https://x-access-token:TOKEN@github.com/a/b", "mysql://root:root@127.0.0.1/x", "redis://:foobared@localhost:6379",
		"amqp://guest:guest@rabbit.acme.com", "http://proxy:8080/@x", "https://unpkg.com:443/@scope/p", "https://user:{{ password }}@x", "http://user:pw@host", "ftp://anonymous:ann@ftp.acme.org",
		"postgres://user:secret@db.acme.com/", "mongodb://admin:****@x.acme.com", "https://oauth2:%s@gitlab.com/x", "user:passwd@tcp(127.0.0.1:3306)/db", "mongodb://r:D1fficult" + "P%40ss9@m0.example.com:27017",
		"mysql://scott:tiger@localhost/x", "jdbc:oracle:thin:scott/tiger@localhost:1521", "postgres://u:p@h/db", "http://username:password@proxy.acme.com:3128", "pwd: /home/ada/work", "https://foo:bar@baz.com",
		"http://[::1]:8080/a@b", "https://a.org/b:c@d", "https://a.org?x=y:zzzz9@b", "mailto:ada:b@example.org", "https://ada:my_token_here@git.acme.org", "postgres://app:%DB_PASS%@db.acme.com", "s3://key:SECRET_KEY@minio.acme.com",
	} {
		for _, m := range Find("", text) {
			t.Errorf("%s: %q in %s", m.Rule, text[m.Start:m.End], text)
		}
	}
}

// lines of a key, by chance.
func keyLines(r *rand.Rand, n int) (all []string) {
	for range n {
		var b strings.Builder
		for range 64 {
			b.WriteByte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[r.IntN(64)])
		}
		all = append(all, b.String())
	}
	return all
}

// TestKeysThatAreCutAreMasked has keys without their end, and without their start.
func TestKeysThatAreCutAreMasked(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, kind := range []string{"", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "} {
		for _, head := range []string{"", "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123456789ABCDEF\n\n"} {
			body := keyLines(r, 5)
			begin, end := "-----BEGIN "+kind+"PRIVATE KEY-----\n"+head, "-----END "+kind+"PRIVATE KEY-----\n"
			for _, text := range []string{
				"a\n" + begin + strings.Join(body, "\n"), "a\n" + begin + body[0] + "\n\nThe lamp.", "a\n" + strings.Join(body, "\n") + "\n" + end, "> " + begin + "> " + strings.Join(body, "\n> "),
				"key = \"" + strings.ReplaceAll(begin, "\n", `\n`) + strings.Join(body, `\n`), "a\n" + strings.Join(body, "\n") + "\nab==\n" + end,
			} {
				got, _ := Mask(text)
				if slices.ContainsFunc(body, func(line string) bool { return strings.Contains(got, line[:20]) }) {
					t.Errorf("%q", got)
				}
			}
		}
	}
	for _, text := range []string{"-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg...\n-----END PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\n<base64>\n", "A file begins with -----BEGIN RSA PRIVATE KEY-----, and ends with -----END RSA PRIVATE KEY-----."} {
		if got, found := Mask(text); found {
			t.Error(got)
		}
	}
}

// TestBrokenSecretsAreMasked breaks a key at each place, as pages and programs do.
func TestBrokenSecretsAreMasked(t *testing.T) {
	key := "gh" + "p_" + "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY3zA5"
	for at := 10; at < len(key)-3; at++ {
		for _, gap := range []string{"\n", " ", "\n    ", "\n> ", "\" +\n\t\"", "\\\n", "\r\n"} {
			text := "The key is \"" + key[:at] + gap + key[at:] + "\" for it."
			got, _ := Mask(text)
			if want := "The key is \"[secret: github-pat]" + strings.Repeat("\n", strings.Count(gap, "\n")) + "\" for it."; got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
	}
	if got, _ := Mask(key + "\nAlpha2 and so on"); got != "[secret: github-pat]\nAlpha2 and so on" {
		t.Errorf("more than the key: %q", got)
	}
}

// FuzzAutomaton has words found as by looking for each.
func FuzzAutomaton(f *testing.F) {
	f.Add("the key", "he", "the k", "ey")
	f.Fuzz(func(t *testing.T, text, a, b, c string) {
		words := map[string][]uint16{}
		for i, word := range []string{a, b, c} {
			if word = strings.ToLower(word); word != "" && len(word) < 50 && strings.IndexFunc(word, func(r rune) bool { return r > 0x7F }) < 0 {
				words[word] = append(words[word], uint16(i))
			}
		}
		got := map[[2]int]int{}
		newAutomaton(words).find(text, func(end int, what []uint16) {
			for _, n := range what {
				got[[2]int{end, int(n)}]++
			}
		})
		want := 0
		for word, numbers := range words {
			for at := 0; at+len(word) <= len(text); at++ {
				if strings.EqualFold(text[at:at+len(word)], word) && len(text[at:at+len(word)]) == len(word) && isASCII(text[at:at+len(word)]) {
					for _, n := range numbers {
						if want++; got[[2]int{at + len(word), int(n)}] != 1 {
							t.Errorf("%q at %d of %q", word, at, text)
						}
					}
				}
			}
		}
		if len(got) != want {
			t.Errorf("%d found, want %d", len(got), want)
		}
	})
}

func isASCII(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r > 0x7F }) < 0
}

// FuzzRules has a sample of each rule in any text: what is found is masked, lines stay,
// and the mask is no secret itself.
func FuzzRules(f *testing.F) {
	for i := range load().rules {
		f.Add(uint16(i), uint64(i), "The lamp:\n", "\nThe sea.")
	}
	f.Fuzz(func(t *testing.T, number uint16, seed uint64, before, behind string) {
		one := &load().rules[int(number)%len(load().rules)]
		tree, err := syntax.Parse(one.Regex, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		checkMask(t, before+sampleOf(tree, rand.New(rand.NewPCG(seed, 1)))+behind)
	})
}

// FuzzAddress has any password in an address.
func FuzzAddress(f *testing.F) {
	f.Add("lamp4You9x", uint8(0))
	f.Fuzz(func(t *testing.T, password string, which uint8) {
		checkMask(t, strings.Replace(addresses[int(which)%len(addresses)], "•", password, 1))
	})
}

// FuzzBroken has any text broken at any place.
func FuzzBroken(f *testing.F) {
	f.Add("the key gh"+"p_aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY3zA5 of it", uint16(20), "\n")
	f.Fuzz(func(t *testing.T, text string, at uint16, gap string) {
		i := int(at) % (len(text) + 1)
		checkMask(t, text[:i]+gap+text[i:])
	})
}

// checkMask checks that matches are in order, inside and apart, and that the mask of a text
// keeps its lines and what is no secret.
func checkMask(t *testing.T, text string) {
	t.Helper()
	found := Find("", text)
	end, kept := 0, 0
	for _, m := range found {
		if m.Start < end || m.End <= m.Start || m.End > len(text) {
			t.Fatalf("%+v behind %d of %d", m, end, len(text))
		}
		kept += m.Start - end
		end = m.End
	}
	masked := Replace(text, found)
	if strings.Count(masked, "\n") != strings.Count(text, "\n") {
		t.Errorf("other lines: %q", masked)
	}
	for _, m := range found {
		kept += len("[secret: "+m.Rule+"]") + strings.Count(text[m.Start:m.End], "\n")
	}
	if kept += len(text) - end; kept != len(masked) {
		t.Errorf("%d bytes, want %d: %q", len(masked), kept, masked)
	}
}
