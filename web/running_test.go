package web_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/web"
)

func TestAnotherProcessOfTheUserGetsALink(t *testing.T) {
	b := open(t, nil, "")
	running := b.page.Running(b.URL, "1")
	link, err := running.Link(t.Context(), "caelum")
	if err != nil {
		t.Fatal(err)
	}
	if got := b.get(strings.TrimPrefix(link, b.URL)); got.status != 303 || got.header.Get("Location") != "/p/caelum/" {
		t.Errorf("the link: %d, to %q", got.status, got.header.Get("Location"))
	}

	// Without the key there is none.
	wrong := running
	wrong.Key = []byte("another")
	if link, err := wrong.Link(t.Context(), ""); !errors.Is(err, web.ErrGone) {
		t.Errorf("with another key: %q, %v", link, err)
	}
	for _, body := range []string{"", "{}", `{"profile":"","once":"a","proof":""}`, strings.Repeat("[", 10000)} {
		if got := b.send("POST", "/open/link", body); got.status != 403 {
			t.Errorf("%.40q: %d %s", body, got.status, got.body)
		}
	}

	// What is at the address by now is another program: it is sent no secret, and its
	// link is not taken.
	asked := ""
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text := make([]byte, 4<<10)
		n, _ := r.Body.Read(text)
		asked = string(text[:n])
		_, _ = w.Write([]byte(`{"link":"/open/AAAA","proof":"AAAA"}`))
	}))
	defer other.Close()
	running.Address = other.URL
	if link, err := running.Link(t.Context(), ""); !errors.Is(err, web.ErrGone) {
		t.Errorf("of another program: %q, %v", link, err)
	}
	if asked == "" || strings.Contains(asked, string(running.Key)) {
		t.Errorf("it was sent %q", asked)
	}
	other.Close()
	if _, err := running.Link(context.Background(), ""); !errors.Is(err, web.ErrGone) {
		t.Errorf("of a server that ended: %v", err)
	}
}
