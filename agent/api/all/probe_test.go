package all_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// probes are requests that must not get in: each is the first line and the
// headers, with the body behind a blank line. HOST is that of the server, TOKEN
// a token that may do all.
func probes() map[string][]string {
	const auth, kind = "\r\nAuthorization: Bearer TOKEN", "\r\nContent-Type: application/json"
	body := func(text string) string { return fmt.Sprintf("\r\nContent-Length: %d\r\n\r\n%s", len(text), text) }
	post := "POST /api/v2/sessions HTTP/1.1\r\nHost: HOST" + auth + kind
	get := "GET /api/v2/sessions HTTP/1.1\r\n"
	out := map[string][]string{}
	for _, host := range []string{ // a page whose name points here
		"evil.example", "evil.example:80", "HOST.evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "evil.example#HOST", "HOST@evil.example", "evil.example@HOST",
		"10.0.0.1", "0.0.0.0", "[::]", "[fe80::1]", "[fe80::1%25lo]", "169.254.169.254", "2130706433", "0x7f000001", "127.1", "localhost%00", "HOST,evil.example", "", "-",
	} {
		out["rebinding"] = append(out["rebinding"], get+"Host: "+host+auth+"\r\n\r\n")
	}
	out["rebinding"] = append(out["rebinding"],
		"GET http://evil.example/api/v2/sessions HTTP/1.1\r\nHost: HOST"+auth+"\r\n\r\n",
		get+"Host: evil.example\r\nX-Forwarded-Host: HOST"+auth+"\r\n\r\n",
		get+"Host: evil.example\r\nForwarded: host=HOST"+auth+"\r\n\r\n",
	)
	for _, head := range []string{ // a page that has the token of nobody, but the browser's way to here
		"Origin: https://evil.example", "Origin: null", "Origin: http://evil.example:80", "Origin: http://HOST.evil.example", "Origin: file://", "Origin: http://localhost:1",
		"Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site", "Sec-Fetch-Site: CROSS-SITE", "Origin: https://evil.example\r\nSec-Fetch-Mode: no-cors",
	} {
		out["CSRF"] = append(out["CSRF"], post+"\r\n"+head+body(`{}`))
	}
	out["CSRF"] = append(out["CSRF"],
		strings.Replace(post, kind, "\r\nContent-Type: text/plain", 1)+body(`{}`),
		strings.Replace(post, kind, "\r\nContent-Type: application/x-www-form-urlencoded", 1)+body(`{}`),
		strings.Replace(post, kind, "\r\nContent-Type: multipart/form-data; boundary=x", 1)+body(`{}`),
		strings.Replace(post, "POST", "OPTIONS", 1)+"\r\nOrigin: https://evil.example\r\nAccess-Control-Request-Method: POST\r\n\r\n",
		"POST /api/v2/sessions?token=TOKEN HTTP/1.1\r\nHost: HOST"+kind+body(`{}`),
		"POST /api/v2/sessions HTTP/1.1\r\nHost: HOST\r\nCookie: token=TOKEN"+kind+body(`{}`),
	)
	for _, head := range []string{ // two readers see two requests
		"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x", "Content-Length: 2\r\nTransfer-Encoding: chunked, identity\r\n\r\n{}", "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
		"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "Content-Length: +2\r\n\r\n{}", "Content-Length: 0x2\r\n\r\n{}", "Content-Length: -1\r\n\r\n{}",
		"Content-Length : 2\r\n\r\n{}", "Transfer-Encoding: chunked\r\n\r\nZ\r\n{}\r\n0\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\nGET / HTTP/1.1", "Host: evil.example\r\nContent-Length: 2\r\n\r\n{}",
		"Authorization: Bearer TOKEN\r\nContent-Length: 2\r\n\r\n{}", "X: a\r\n b: c\x00\r\nContent-Length: 2\r\n\r\n{}", "Content-Length: 2, 2, 3\r\n\r\n{}",
	} {
		out["smuggling"] = append(out["smuggling"], post+"\r\n"+head)
	}
	for _, text := range []string{ // a field that is passed over by one reader and taken by another
		`{"Profile":"caelum"}`, `{"profile":"caelum","Profile":"lyra"}`, `{"profile":"caelum","profile":"lyra"}`, `{"PROFILE":"caelum"}`, `{"profıle":"caelum"}`, `{"profile ":"caelum"}`,
		`{"prof\u0069le":"caelum","profile":"lyra"}`, `{"profile":"caelum"}{"profile":"lyra"}`, `{"kind":"Branch"}`, `{"profile":"caelum",}`, "\xef\xbb\xbf{}", `[{"profile":"caelum"}]`,
	} {
		out["casing"] = append(out["casing"], post+body(text))
	}
	for _, path := range []string{"/API/v2/sessions", "/api/V2/sessions", "/api/v2/Sessions", "//api/v2/sessions", "/api/v2/sessions/../sessions", "/api/v2//sessions", "/api/v2/%2e%2e/v2/sessions"} {
		out["casing"] = append(out["casing"], "GET "+path+" HTTP/1.1\r\nHost: HOST"+auth+"\r\n\r\n")
	}
	return out
}

// HA-04, HA-17
func TestProbesAreRefused(t *testing.T) {
	s := serve(t)
	host, token := strings.TrimPrefix(s.URL, "http://"), s.As("admin").Token
	sent := 0
	for kind, list := range probes() {
		for _, probe := range list {
			sent++
			request := strings.NewReplacer("HOST", host, "TOKEN", token).Replace(probe)
			if status := raw(t, host, request); (status < 300 || status > 499) && status != http.StatusNotImplemented {
				t.Errorf("%s: %d for %q", kind, status, probe)
			}
		}
	}
	c := s.As("admin")
	if n := len(c.Must(200, "GET", "/api/v2/sessions", nil).Get("data").([]any)); n != 0 || sent < 60 {
		t.Errorf("%d probes made %d sessions", sent, n)
	}
	t.Logf("%d probes", sent)
}

// raw sends bytes and returns the status of the first answer; 400 where the
// connection was closed without one.
func raw(t *testing.T, host, request string) int {
	t.Helper()
	var d net.Dialer
	c, err := d.DialContext(t.Context(), "tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(5 * time.Minute))
	if _, err := c.Write([]byte(request)); err != nil {
		t.Fatal(err)
	}
	got, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return http.StatusBadRequest
	}
	defer got.Body.Close()
	return got.StatusCode
}
