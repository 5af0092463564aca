package api

// DigestOf is the digest of a request, for tests.
func DigestOf(query, kind, body string) string { return digestOf(query, kind, []byte(body)) }
