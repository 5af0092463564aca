package objects

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// sign signs a request with AWS Signature Version 4. The SHA-256 of the body is signed,
// too, in hexadecimal.
//
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
func sign(r *http.Request, k keys, region, sum string, now time.Time) {
	const algorithm, timeForm = "AWS4-HMAC-SHA256", "20060102T150405Z"
	at := now.UTC().Format(timeForm)
	day := at[:len("20060102")]
	r.Header.Set("X-Amz-Date", at)
	r.Header.Set("X-Amz-Content-Sha256", sum)
	if k.token != "" {
		r.Header.Set("X-Amz-Security-Token", k.token)
	}
	signed := []string{"host"}
	values := map[string]string{"host": cmp.Or(r.Host, r.URL.Host)}
	for name, value := range r.Header {
		if name := strings.ToLower(name); strings.HasPrefix(name, "x-amz-") {
			signed = append(signed, name)
			values[name] = strings.TrimSpace(strings.Join(value, ","))
		}
	}
	slices.Sort(signed)
	var b strings.Builder
	b.WriteString(r.Method + "\n" + r.URL.EscapedPath() + "\n" + r.URL.RawQuery + "\n")
	for _, name := range signed {
		b.WriteString(name + ":" + values[name] + "\n")
	}
	b.WriteString("\n" + strings.Join(signed, ";") + "\n" + sum)
	within := strings.Join([]string{day, region, "s3", "aws4_request"}, "/")
	asked := sha256.Sum256([]byte(b.String()))
	key := []byte("AWS4" + k.secret)
	for _, part := range []string{day, region, "s3", "aws4_request", algorithm + "\n" + at + "\n" + within + "\n" + hex.EncodeToString(asked[:])} {
		h := hmac.New(sha256.New, key)
		h.Write([]byte(part))
		key = h.Sum(nil)
	}
	r.Header.Set("Authorization", algorithm+" Credential="+k.id+"/"+within+", SignedHeaders="+strings.Join(signed, ";")+", Signature="+hex.EncodeToString(key))
}

// escape writes a text as URLs are signed: every byte but a letter, a digit and
// "-._~" is escaped, but for those of keep.
func escape(s, keep string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~", c) >= 0, strings.IndexByte(keep, c) >= 0:
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteString(strings.ToUpper(hex.EncodeToString([]byte{c})))
		}
	}
	return b.String()
}

// query writes a query as it is signed: sorted, without "+".
func query(v url.Values) string {
	var parts []string
	for name, values := range v {
		for _, value := range values {
			parts = append(parts, escape(name, "")+"="+escape(value, ""))
		}
	}
	slices.Sort(parts)
	return strings.Join(parts, "&")
}
