package objects

import (
	"errors"
	"net/http"
	"testing"

	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
)

// transport notes what is asked for, and fails.
type transport struct{ asked *string }

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	*t.asked = r.URL.String()
	return nil, errors.New("nobody is asked")
}

func TestBucketsHaveHostsOrPaths(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "someone")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "hush")
	for _, c := range []struct{ address, region, bucket, want string }{
		{"", "eu-north-1", "texts", "https://texts.s3.dualstack.eu-north-1.amazonaws.com/a%20b/c"},
		{"", "eu-north-1", "my.texts", "https://s3.dualstack.eu-north-1.amazonaws.com/my.texts/a%20b/c"},
		{"", "cn-north-1", "texts", "https://texts.s3.dualstack.cn-north-1.amazonaws.com.cn/a%20b/c"},
		{"", "us-iso-east-1", "texts", "https://texts.s3.us-iso-east-1.c2s.ic.gov/a%20b/c"},
		{"https://s3.eu-north-1.amazonaws.com", "eu-north-1", "texts", "https://texts.s3.eu-north-1.amazonaws.com/a%20b/c"},
		{"https://oss-cn-beijing.aliyuncs.com", "cn-beijing", "texts", "https://texts.oss-cn-beijing.aliyuncs.com/a%20b/c"},
		{"https://storage.googleapis.com", "auto", "texts", "https://texts.storage.googleapis.com/a%20b/c"},
		{"https://s3.example.org:8443", "us-east-1", "texts", "https://s3.example.org:8443/texts/a%20b/c"},
		{"https://amazonaws.com.example.org", "us-east-1", "texts", "https://amazonaws.com.example.org/texts/a%20b/c"},
	} {
		scheme, host, hosts, err := endpoint(c.address, c.region)
		if err != nil {
			t.Fatal(err)
		}
		asked := ""
		s := &server{
			scheme: scheme, host: host, hosts: hosts, region: c.region, tries: 1, signer: v4.NewSigner(),
			keys: (&keyring{}).cached(), client: &http.Client{Transport: transport{&asked}},
		}
		if _, err := s.do(t.Context(), request{method: http.MethodGet, bucket: c.bucket, name: "a b/c"}); err == nil || asked != c.want {
			t.Errorf("%s in %s: %s, want %s: %v", c.bucket, c.address+" "+c.region, asked, c.want, err)
		}
	}
}
