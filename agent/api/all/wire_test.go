package all_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/api/apitest"
)

// TestAClientThatHasAVersionIsNotSentItAgain: If-None-Match with the ETag of an
// answer is answered by 304, without a body.
func TestAClientThatHasAVersionIsNotSentItAgain(t *testing.T) {
	c := serve(t).As("read", "write")
	c.Must(201, "POST", "/api/v2/profiles", apitest.M{"name": "ida", "soul": "x"})
	const at = "/api/v2/profiles/ida"
	tag := c.Must(200, "GET", at, nil).Header.Get("ETag")
	for _, have := range []string{tag, `"x", W/` + tag, "*"} {
		if got := c.With("If-None-Match", have).Must(304, "GET", at, nil); len(got.Body) > 0 || got.Header.Get("ETag") != tag || got.Header.Get("Content-Type") != "" {
			t.Errorf("%s: %q, %v", have, got.Body, got.Header)
		}
	}
	c.With("If-None-Match", `"other"`).Must(200, "GET", at, nil)
}

// TestABodyThatIsTooLongIsRefusedAtOnce: by its Content-Length, before it is sent.
func TestABodyThatIsTooLongIsRefusedAtOnce(t *testing.T) {
	c := serve(t).As("chat")
	conn, err := net.Dial("tcp", strings.TrimPrefix(c.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(conn, "POST /api/v2/sessions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n{", c.Token)
	r, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != 413 || !r.Close {
		t.Errorf("%d, close %v", r.StatusCode, r.Close)
	}
}

// TestListsComeInPages, without being asked for them.
func TestListsComeInPages(t *testing.T) {
	c := serve(t).As("read", "write")
	for i := range 60 {
		c.Must(201, "POST", "/api/v2/profiles", apitest.M{"name": fmt.Sprintf("p%02d", i), "soul": "x"})
	}
	first := c.Must(200, "GET", "/api/v2/profiles", nil)
	second := c.Must(200, "GET", "/api/v2/profiles?cursor="+first.Text("next_cursor"), nil)
	if a, b := len(first.Get("data").([]any)), len(second.Get("data").([]any)); a != 50 || b < 10 || second.Text("next_cursor") != "" {
		t.Errorf("%d and %d, then %q", a, b, second.Text("next_cursor"))
	}
}
