package objects

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"gopkg.in/ini.v1"
)

// errAddress says what an address has to be. The address is not shown: it may hold
// what nobody should read.
var errAddress = errors.New("the address of a bucket is s3://BUCKET or s3://BUCKET/PREFIX, without keys or options in it")

// errNoKeys says where keys come from.
var errNoKeys = errors.New("there are no keys for S3: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE for a profile in ~/.aws/credentials")

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
	host, secure, err := endpoint(cmp.Or(os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"), profile["endpoint_url"]), region)
	if err != nil {
		return nil, err
	}
	client, err := minio.New(host, &minio.Options{
		Creds: keys(), Secure: secure, Region: region, Transport: p.transport(), MaxRetries: cmp.Or(p.Tries, 5),
	})
	if err != nil {
		return nil, fmt.Errorf("the S3 server: %w", err)
	}
	return &bucket{minio.Core{Client: client}, name, prefix, check}, nil
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

// endpoint returns host and port of a server, and whether it is reached by TLS.
func endpoint(address, region string) (host string, secure bool, err error) {
	if address == "" {
		return "s3." + region + ".amazonaws.com", true, nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Scheme != "https" && u.Scheme != "http" {
		return "", false, errors.New("AWS_ENDPOINT_URL: give https://HOST, without keys or a path in it")
	}
	if u.Scheme == "http" && !IsLoopback(u.Hostname()) {
		return "", false, errors.New("AWS_ENDPOINT_URL: plain http goes to this machine only: use https")
	}
	return u.Host, u.Scheme == "https", nil
}

// IsLoopback reports whether a host is this machine, by what it is called alone.
func IsLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// profileOf returns what the files of AWS say in the profile of the user. Files that are not
// there say nothing.
func profileOf() (map[string]string, error) {
	name, said := cmp.Or(os.Getenv("AWS_PROFILE"), "default"), map[string]string{}
	home, err := os.UserHomeDir()
	if err != nil {
		return said, nil
	}
	for _, at := range []struct{ file, section string }{
		{cmp.Or(os.Getenv("AWS_CONFIG_FILE"), filepath.Join(home, ".aws", "config")), "profile " + name},
		{cmp.Or(os.Getenv("AWS_CONFIG_FILE"), filepath.Join(home, ".aws", "config")), name},
		{cmp.Or(os.Getenv("AWS_SHARED_CREDENTIALS_FILE"), filepath.Join(home, ".aws", "credentials")), name},
	} {
		file, err := ini.LoadSources(ini.LoadOptions{SkipUnrecognizableLines: true, AllowNestedValues: true}, at.file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("reading %s: it is not a file of AWS", at.file) // the error has its lines, which may be keys
		}
		for _, key := range []string{"region", "endpoint_url"} {
			if value := file.Section(at.section).Key(key).String(); value != "" {
				said[key] = value
			}
		}
	}
	return said, nil
}

// keys returns where the keys come from: the environment, then the files of AWS, then the
// role that a system gives its containers.
func keys() *credentials.Credentials {
	providers := []credentials.Provider{&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}}
	for _, name := range []string{"AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "AWS_CONTAINER_CREDENTIALS_FULL_URI"} {
		if os.Getenv(name) != "" {
			providers = append(providers, &credentials.IAM{})
			break
		}
	}
	return credentials.New(&needed{credentials.Chain{Providers: providers}})
}

// needed is a chain of keys of which one has to be there: without any a request would be
// sent unsigned, and its refusal would not say why.
type needed struct{ credentials.Chain }

// Retrieve implements [credentials.Provider].
func (n *needed) Retrieve() (credentials.Value, error) { return n.RetrieveWithCredContext(nil) }

// RetrieveWithCredContext implements [credentials.Provider].
func (n *needed) RetrieveWithCredContext(c *credentials.CredContext) (credentials.Value, error) {
	v, err := n.Chain.RetrieveWithCredContext(c)
	if err == nil && v.AccessKeyID == "" {
		err = errNoKeys
	}
	return v, err
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
