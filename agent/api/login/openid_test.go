package login_test

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"log/slog"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/all"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/scope"
)

const clientSecret = "the-secret-of-the-client"

// idp is an OpenID provider. It gives the code "good" for whatever was asked last,
// as often as somebody asks, so that what refuses is the server.
type idp struct {
	testing.TB
	url    string
	key    *rsa.PrivateKey // published
	signer *rsa.PrivateKey

	mu        sync.Mutex
	status    int
	methods   []string // in which the client may show its secret
	challenge string
	claims    apitest.M
	tokens    []string // that were given out
}

func encoded(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func newIDP(t testing.TB) *idp {
	p := &idp{TB: t, status: 200}
	var err error
	if p.key, err = rsa.GenerateKey(rand.Reader, 2048); err != nil {
		t.Fatal(err)
	}
	p.signer = p.key
	s := httptest.NewServer(p)
	t.Cleanup(s.Close)
	p.url = s.URL
	return p
}

func (p *idp) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	var answer any
	switch r.URL.Path {
	case "/.well-known/openid-configuration":
		answer = apitest.M{
			"issuer": p.url, "authorization_endpoint": p.url + "/authorize", "token_endpoint": p.url + "/token", "jwks_uri": p.url + "/keys",
			"id_token_signing_alg_values_supported": []string{"RS256"}, "token_endpoint_auth_methods_supported": p.methods,
		}
	case "/keys":
		answer = apitest.M{"keys": []apitest.M{{
			"kty": "RSA", "alg": "RS256", "use": "sig", "kid": "1", "n": encoded(p.key.N.Bytes()), "e": encoded(big.NewInt(int64(p.key.E)).Bytes()),
		}}}
	case "/token":
		sum := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
		id, secret, inHead := r.BasicAuth()
		if !inHead {
			id, secret = r.PostFormValue("client_id"), r.PostFormValue("client_secret")
		}
		if p.methods != nil && slices.Contains(p.methods, "client_secret_basic") != inHead {
			p.Errorf("the secret comes in the head: %v; the provider takes %q", inHead, p.methods)
		}
		if r.PostFormValue("code") != "good" || encoded(sum[:]) != p.challenge || id != "backstory" || secret != clientSecret {
			w.WriteHeader(400)
			answer = apitest.M{"error": "invalid_grant", "error_description": "sent " + r.PostForm.Encode()}
			break
		}
		w.WriteHeader(p.status)
		token := p.sign(p.claims)
		p.tokens = append(p.tokens, token, "access-"+p.challenge)
		answer = apitest.M{"access_token": "access-" + p.challenge, "token_type": "Bearer", "id_token": token}
	default:
		w.WriteHeader(404)
	}
	if err := json.NewEncoder(w).Encode(answer); err != nil {
		p.Error(err)
	}
}

// sign makes an ID token.
func (p *idp) sign(claims apitest.M) string {
	body, err := json.Marshal(claims)
	if err != nil {
		p.Error(err)
	}
	text := encoded([]byte(`{"alg":"RS256","kid":"1"}`)) + "." + encoded(body)
	sum := sha256.Sum256([]byte(text))
	signature, err := rsa.SignPKCS1v15(rand.Reader, p.signer, crypto.SHA256, sum[:])
	if err != nil {
		p.Error(err)
	}
	return text + "." + encoded(signature)
}

// lockedBuffer is a log that several goroutines write.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(b)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// club is a server with a provider, and ida, who is its subject 7.
type club struct {
	*apitest.Site
	idp    *idp
	nobody *apitest.Client
	log    *lockedBuffer
}

func newClub(t *testing.T) *club {
	c := &club{idp: newIDP(t), log: &lockedBuffer{}}
	c.Site = apitest.Serve(t, "", func(s *api.Settings) {
		s.Rooms, s.Log = all.Rooms(door.Options{}), slog.New(slog.NewTextHandler(c.log, nil))
	})
	c.nobody = &apitest.Client{Site: c.Site}
	for _, slug := range []string{"acme", "beta", "zeta"} {
		c.Org(slug, "sky", nil)
	}
	owner := org.Owner(scope.Platform)
	if _, err := c.Host.Orgs.CreateUser(t.Context(), owner, org.NewUser{Name: "ida"}); err != nil {
		t.Fatal(err)
	}
	if err := c.Host.Orgs.SetSubject(t.Context(), owner, "ida", c.idp.url+" 7"); err != nil {
		t.Fatal(err)
	}
	for slug, role := range map[string]org.Role{"acme": org.Member, "beta": org.Viewer} {
		if err := c.Host.Orgs.SetMember(t.Context(), org.Owner(slug), "ida", role); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("BACKSTORY_TEST_CLIENT_SECRET", clientSecret)
	c.configure("beta")
	return c
}

// another is a second server of the same host.
func (c *club) another() *club {
	c.Helper()
	server, err := api.New(api.Settings{Host: c.Host, Version: "test", Rooms: all.Rooms(door.Options{})})
	if err != nil {
		c.Fatal(err)
	}
	listening := httptest.NewServer(server.HTTP().Handler)
	c.Cleanup(listening.Close)
	site := *c.Site
	site.URL, site.Server = listening.URL, server
	return &club{Site: &site, idp: c.idp, log: c.log, nobody: &apitest.Client{Site: &site}}
}

// configure has people work in an organisation after they log in.
func (c *club) configure(of string) {
	c.Helper()
	text, err := json.Marshal(apitest.M{"openid": apitest.M{
		"issuer": c.idp.url, "client_id": "backstory", "client_secret_env": "BACKSTORY_TEST_CLIENT_SECRET",
		"redirect_url": c.URL + catalog.CallbackPath, "org": of,
	}})
	if err != nil {
		c.Fatal(err)
	}
	settings, err := catalog.Parse(text)
	if err != nil {
		c.Fatal(err)
	}
	c.Host.Reload(settings, nil)
}

// leave begins to log in, and returns the browser's cookie and the query with
// which the provider sends it back. The provider then knows what it will say.
func (c *club) leave() (cookie string, back url.Values) {
	c.Helper()
	r := c.nobody.Must(302, "GET", api.LoginPath, nil)
	to, err := url.Parse(r.Header.Get("Location"))
	if err != nil {
		c.Fatal(err)
	}
	q := to.Query()
	set := r.Header.Get("Set-Cookie")
	for _, want := range []string{"__Host-backstory_openid=", "HttpOnly", "Secure", "SameSite=Lax", "Path=/", "Max-Age=600"} {
		if !strings.Contains(set, want) {
			c.Errorf("the cookie is %q, without %s", set, want)
		}
	}
	for name, want := range map[string]string{
		"response_type": "code", "client_id": "backstory", "scope": "openid", "code_challenge_method": "S256", "redirect_uri": c.URL + catalog.CallbackPath,
	} {
		if q.Get(name) != want {
			c.Errorf("%s is %q, want %q", name, q.Get(name), want)
		}
	}
	c.idp.mu.Lock()
	defer c.idp.mu.Unlock()
	c.idp.status, c.idp.signer, c.idp.challenge = 200, c.idp.key, q.Get("code_challenge")
	c.idp.claims = apitest.M{
		"iss": c.idp.url, "sub": "7", "aud": "backstory", "nonce": q.Get("nonce"),
		"exp": time.Now().Add(time.Hour).Unix(), "iat": time.Now().Unix(),
	}
	cookie, _, _ = strings.Cut(set, ";")
	return cookie, url.Values{"state": {q.Get("state")}, "code": {"good"}}
}

// comeBack goes back to the server.
func (c *club) comeBack(status int, cookie string, back url.Values) apitest.Reply {
	c.Helper()
	return c.nobody.With("Cookie", cookie).With("Sec-Fetch-Site", "cross-site").Must(status, "GET", catalog.CallbackPath+"?"+back.Encode(), nil)
}

func TestAProviderLogsIn(t *testing.T) {
	c := newClub(t)
	cookie, back := c.leave()
	back.Set("session_state", "what some providers add")
	back.Set("iss", c.idp.url)
	in := c.comeBack(200, cookie, back)
	if in.Text("user") != "ida" || in.Text("org") != "beta" || in.Text("role") != "viewer" {
		t.Errorf("%s", in.Body)
	}
	set := in.Header.Values("Set-Cookie")
	if len(set) != 2 || !strings.Contains(set[0], "SameSite=Strict") || !strings.Contains(set[1], "Max-Age=0") {
		t.Fatalf("the cookies are %q", set)
	}
	value, _, _ := strings.Cut(set[0], ";")
	ida := c.nobody.With("Cookie", value)
	ida.Must(403, "POST", "/api/v2/sessions", apitest.M{"profile": "sky"}) // a viewer in beta
	ida.With(api.OrgHeader, "acme").Must(201, "POST", "/api/v2/sessions", apitest.M{"profile": "sky"})
	ida.Must(204, "POST", "/api/v2/auth/logout", nil)
	ida.Must(401, "GET", "/api/v2/profiles/sky", nil)

	for _, of := range []string{"", "zeta"} { // in which she is not
		c.configure(of)
		cookie, back = c.leave()
		if in = c.comeBack(200, cookie, back); in.Text("org") != "acme" {
			t.Errorf("with %q: %s", of, in.Body)
		}
	}
}

// TestTheSecretIsShownAsTheProviderTakesIt: in one way, and once, since a code holds
// once.
func TestTheSecretIsShownAsTheProviderTakesIt(t *testing.T) {
	for _, methods := range [][]string{{"client_secret_post"}, {"client_secret_post", "client_secret_basic"}} {
		c := newClub(t)
		c.idp.methods = methods
		cookie, back := c.leave()
		c.comeBack(200, cookie, back)
	}
	c := newClub(t)
	cookie, back := c.leave()
	c.idp.status = 500
	c.comeBack(503, cookie, back)
	if n := len(c.idp.tokens); n != 2 { // an ID token and an access token
		t.Errorf("the provider was asked more than once: %d tokens", n)
	}
}

func TestAProvidersAnswerIsJudged(t *testing.T) {
	c := newClub(t)
	other, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	for name, one := range map[string]struct {
		change func(back url.Values)
		want   string
		status int
	}{
		"state":          {func(b url.Values) { b.Set("state", "another") }, "the state is not", 401},
		"no state":       {func(b url.Values) { b.Del("state") }, "the state is not", 401},
		"issuer beside":  {func(b url.Values) { b.Set("iss", "https://other.example") }, "another provider", 401},
		"denied":         {func(b url.Values) { b.Del("code"); b.Set("error", "access_denied") }, "access_denied", 401},
		"no code":        {func(b url.Values) { b.Del("code") }, "no code", 401},
		"code":           {func(b url.Values) { b.Set("code", "bad") }, "invalid_grant", 401},
		"verifier":       {func(url.Values) { c.idp.challenge = "another" }, "invalid_grant", 401},
		"nonce":          {func(url.Values) { c.idp.claims["nonce"] = "another" }, "nonce", 401},
		"no nonce":       {func(url.Values) { delete(c.idp.claims, "nonce") }, "nonce", 401},
		"audience":       {func(url.Values) { c.idp.claims["aud"] = "another" }, "audience", 401},
		"party":          {func(url.Values) { c.idp.claims["azp"] = "another" }, "another client", 401},
		"several":        {func(url.Values) { c.idp.claims["aud"] = []string{"backstory", "another"} }, "another client", 401},
		"expired":        {func(url.Values) { c.idp.claims["exp"] = time.Now().Add(-time.Hour).Unix() }, "expired", 401},
		"no expiry":      {func(url.Values) { delete(c.idp.claims, "exp") }, "expired", 401},
		"issuer":         {func(url.Values) { c.idp.claims["iss"] = "https://other.example" }, "different provider", 401},
		"key":            {func(url.Values) { c.idp.signer = other }, "does not hold", 401},
		"unknown":        {func(url.Values) { c.idp.claims["sub"] = "8" }, c.idp.url + " 8", 401},
		"no subject":     {func(url.Values) { delete(c.idp.claims, "sub") }, "no subject", 401},
		"provider fails": {func(url.Values) { c.idp.status = 500 }, "does not answer", 503},
	} {
		t.Run(name, func(t *testing.T) {
			cookie, back := c.leave()
			c.idp.mu.Lock()
			one.change(back)
			c.idp.mu.Unlock()
			r := c.comeBack(one.status, cookie, back)
			if !strings.Contains(r.Text("detail"), one.want) || r.Header.Get("Set-Cookie") != "" {
				t.Errorf("%s, cookie %q; want %q", r.Body, r.Header.Get("Set-Cookie"), one.want)
			}
		})
	}
	for _, secret := range append([]string{clientSecret, "code_verifier"}, c.idp.tokens...) {
		if strings.Contains(c.log.String(), secret) {
			t.Errorf("the log has %s in it", secret)
		}
	}
	if len(c.idp.tokens) < 10 || !strings.Contains(c.log.String(), "500 Internal Server Error") {
		t.Errorf("%d tokens were given; the log is\n%s", len(c.idp.tokens), c.log)
	}
}

func TestALoginIsNotUsedTwiceNorByOthers(t *testing.T) {
	c := newClub(t)
	_, back := c.leave()
	stranger, _ := c.leave()
	for _, wrong := range []string{"", stranger, "__Host-backstory_openid=x.1", "__Host-backstory_openid="} {
		c.comeBack(401, wrong, back)
	}
	cookie, back := c.leave()
	c.comeBack(200, cookie, back)
	if r := c.comeBack(401, cookie, back); !strings.Contains(r.Text("detail"), "used before") {
		t.Errorf("%s", r.Body)
	}
	other := c.another() // on the same database
	if r := other.comeBack(401, cookie, back); !strings.Contains(r.Text("detail"), "used before") {
		t.Errorf("%s", r.Body)
	}
	cookie, back = c.leave()
	other.comeBack(200, cookie, back)
	c.comeBack(401, cookie, back)
	owner := org.Owner(scope.Platform)
	if err := c.Host.Orgs.DisableUser(t.Context(), owner, "ida"); err != nil {
		t.Fatal(err)
	}
	cookie, back = c.leave()
	c.comeBack(401, cookie, back)
	if err := c.Host.Orgs.EnableUser(t.Context(), owner, "ida"); err != nil {
		t.Fatal(err)
	}
	cookie, back = c.leave()
	c.comeBack(200, cookie, back)
	for _, slug := range []string{"acme", "beta"} {
		if err := c.Host.Orgs.RemoveMember(t.Context(), org.Owner(slug), "ida"); err != nil {
			t.Fatal(err)
		}
	}
	cookie, back = c.leave()
	c.comeBack(401, cookie, back)
}

func TestWithoutAProvider(t *testing.T) {
	c := newClub(t)
	t.Setenv("BACKSTORY_TEST_CLIENT_SECRET", "")
	c.nobody.Must(503, "GET", api.LoginPath, nil)
	if !strings.Contains(c.log.String(), "BACKSTORY_TEST_CLIENT_SECRET is not set") {
		t.Errorf("the log is\n%s", c.log)
	}
	t.Setenv("BACKSTORY_TEST_CLIENT_SECRET", clientSecret)
	c.idp.url = "http://127.0.0.1:1" // where nobody listens
	c.configure("")
	c.nobody.Must(503, "GET", api.LoginPath, nil)
	c.Host.Reload(catalog.Settings{}, nil)
	c.nobody.Must(404, "GET", api.LoginPath, nil)
	c.nobody.Must(404, "GET", catalog.CallbackPath, nil)
}
