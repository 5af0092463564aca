package wire_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/api/wire"
)

// TestSlowBodiesEnd: one that does not come is answered when its time is over, and
// the connection is not kept open for the rest.
func TestSlowBodiesEnd(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, status := wire.Read(w, r, 100, 100*time.Millisecond)
		if status == 0 {
			status = 200
		}
		w.WriteHeader(status)
		fmt.Fprintf(w, "%s", body)
	}))
	defer server.Close()
	for _, c := range []struct {
		length, sent string
		want         int
	}{{"5", "whole", 200}, {"50", "half", 408}, {"101", "", 413}} {
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if err := conn.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: %s\r\n\r\n%s", c.length, c.sent)
		in := bufio.NewReader(conn)
		r, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		if r.StatusCode != c.want || r.Close != (c.want != 200) {
			t.Errorf("%+v: %d, close %v", c, r.StatusCode, r.Close)
		}
		if c.want != 200 {
			if _, err := in.ReadByte(); err == nil || strings.Contains(err.Error(), "timeout") {
				t.Errorf("%+v: the connection stays open: %v", c, err)
			}
		}
		conn.Close()
	}
}
