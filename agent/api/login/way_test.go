package login

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestWaysEnd(t *testing.T) {
	end := time.Unix(1000, 0)
	w, other := newWay(end), newWay(end)
	if !w.until().Equal(end) || wayOf(w.cookie) != w || w.state == other.state {
		t.Errorf("%+v, %+v", w, other)
	}
	if w.state == w.nonce || w.nonce == w.verifier || len(w.verifier) < 43 {
		t.Errorf("%+v", w) // RFC 7636 wants 43 characters
	}
	if longer := wayOf(strings.Replace(w.cookie, ".1000", ".2000", 1)); longer.state == w.state {
		t.Error("a way is made longer")
	}
	if !wayOf("what others set").until().IsZero() {
		t.Error("a way of others has an end")
	}
}

func TestASecretIsSentProtected(t *testing.T) {
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://login.example/token", strings.NewReader("secret"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := newCareful().RoundTrip(r)
	if err == nil {
		got.Body.Close()
	}
	if err == nil || !strings.Contains(err.Error(), "https") {
		t.Errorf("%v", err)
	}
}
