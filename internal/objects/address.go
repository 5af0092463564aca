package objects

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"os"
	"strings"

	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
)

// errAddress says what an address has to be. The address is not shown: it may hold
// what nobody should read.
var errAddress = errors.New("the address of a bucket is s3://BUCKET or s3://BUCKET/PREFIX, without keys or options in it")

// OpenS3 opens s3://BUCKET/PREFIX. Server, region and keys come from the environment and from
// the files of AWS, as its own tools read them; without AWS_ENDPOINT_URL_S3,
// AWS_ENDPOINT_URL or endpoint_url of the profile it is a bucket of Amazon. Nothing is
// asked of the server yet.
func OpenS3(address string, p Patience) (Store, error) { return open(address, p, check) }

// OpenForeign opens s3://BUCKET/PREFIX with objects that others named: their names may be any
// that a bucket has.
func OpenForeign(address string, p Patience) (Store, error) { return open(address, p, checkLength) }

func open(address string, p Patience, check func(name string) error) (Store, error) {
	name, prefix, err := parse(address)
	if err != nil {
		return nil, err
	}
	profile, err := profileOf()
	if err != nil {
		return nil, err
	}
	region := cmp.Or(os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION"), profile["region"], "us-east-1")
	scheme, host, hosts, err := endpoint(cmp.Or(os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"), profile["endpoint_url"]), region)
	if err != nil {
		return nil, err
	}
	client := &http.Client{Transport: p.transport(), CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return &bucket{&server{
		scheme: scheme, host: host, region: region, hosts: hosts, tries: cmp.Or(p.Tries, 5), client: client,
		signer: v4.NewSigner(), keys: (&keyring{region: region, client: client}).cached(),
	}, name, prefix, check}, nil
}

// parse returns bucket and prefix of an address.
func parse(address string) (name, prefix string, err error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.Port() != "" {
		return "", "", errAddress
	}
	prefix = strings.Trim(u.Path, "/")
	if prefix == "" {
		return u.Host, "", nil
	}
	if err := check(prefix); err != nil {
		return "", "", err
	}
	return u.Host, prefix + "/", nil
}

// endpoint returns how a server is reached, and whether its buckets have hosts of their own.
func endpoint(address, region string) (scheme, host string, hosts bool, err error) {
	if address == "" {
		kind := "s3.dualstack." // by IPv4 and IPv6, which closed regions have not
		if !strings.HasPrefix(domain(region), "amazonaws.com") {
			kind = "s3."
		}
		return "https", kind + region + "." + domain(region), true, nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Scheme != "https" && u.Scheme != "http" {
		return "", "", false, errors.New("AWS_ENDPOINT_URL: give https://HOST, without keys or a path in it")
	}
	if u.Scheme == "http" && !IsLoopback(u.Hostname()) {
		return "", "", false, errors.New("AWS_ENDPOINT_URL: plain http goes to this machine only: use https")
	}
	name := u.Hostname()
	return u.Scheme, u.Host, strings.HasSuffix(name, "."+domain(region)) || strings.HasSuffix(name, ".aliyuncs.com") || name == "storage.googleapis.com", nil
}

// Open opens a store by its address: s3://BUCKET/PREFIX, or the path of a folder.
func Open(address string, p Patience) (Store, error) {
	if strings.HasPrefix(address, "s3:") {
		return OpenS3(address, p)
	}
	if strings.Contains(address, "://") {
		return nil, errAddress
	}
	return OpenFolder(address)
}

// Reachable says what is wrong with a store, if anything is: it writes an empty object.
func Reachable(ctx context.Context, s Store, name string) error {
	_, err := s.Put(ctx, name, Content(nil), Condition{})
	return err
}
