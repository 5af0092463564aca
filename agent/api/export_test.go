package api

import (
	"context"
	"net/http"
)

// DigestOf is the digest of a request, for tests.
func DigestOf(query, kind, body string) string { return digestOf(query, kind, []byte(body)) }

// Once has a handler carried out once for requests of an actor with a key.
func Once(s *Server, a Actor, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.once(next).ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), actorKey, a)))
	})
}
