package objects

import (
	"cmp"
	"context"
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"gopkg.in/ini.v1"
)

// maxAnswer is how long an answer is that is not an object, in bytes: a list of a thousand
// names of 1,024 bytes, each escaped.
const maxAnswer = 16 << 20

// errNoKeys says where keys come from.
var errNoKeys = errors.New("there are no keys for S3: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE for a profile in ~/.aws/credentials")

// keyring finds the keys of the user. It implements [aws.CredentialsProvider].
type keyring struct {
	region string
	client *http.Client
}

// cached returns a keyring that fetches keys anew only when they end.
func (k *keyring) cached() *aws.CredentialsCache {
	return aws.NewCredentialsCache(k, func(o *aws.CredentialsCacheOptions) { o.ExpiryWindow = expiryWindow })
}

// expiryWindow is how long before their end keys are fetched anew: a request takes a while.
const expiryWindow = 5 * time.Minute

// Retrieve returns the keys. They are those of the environment, else of the files of AWS, else of
// the role that a system gives its containers.
func (k *keyring) Retrieve(ctx context.Context) (aws.Credentials, error) {
	found, err := k.find(ctx)
	if err == nil && !found.HasKeys() {
		err = errNoKeys
	}
	return found, err
}

func (k *keyring) find(ctx context.Context) (aws.Credentials, error) {
	id, secret := cmp.Or(os.Getenv("AWS_ACCESS_KEY_ID"), os.Getenv("AWS_ACCESS_KEY")), cmp.Or(os.Getenv("AWS_SECRET_ACCESS_KEY"), os.Getenv("AWS_SECRET_KEY"))
	if id != "" && secret != "" {
		return aws.Credentials{AccessKeyID: id, SecretAccessKey: secret, SessionToken: os.Getenv("AWS_SESSION_TOKEN")}, nil
	}
	p, err := profileOf() // as it is by now: keys that ended may be others
	if err != nil {
		return aws.Credentials{}, err
	}
	id, secret = p["aws_access_key_id"], p["aws_secret_access_key"]
	switch {
	case id != "" && secret != "":
		return aws.Credentials{AccessKeyID: id, SecretAccessKey: secret, SessionToken: p["aws_session_token"]}, nil
	case id != "" || secret != "":
		return aws.Credentials{}, errors.New("the profile of AWS has one of aws_access_key_id and aws_secret_access_key alone")
	case p["sso_role_name"] != "":
		return k.signedOn(ctx, p)
	case p["credential_process"] != "":
		return processKeys(ctx, p["credential_process"])
	case os.Getenv("AWS_WEB_IDENTITY_TOKEN_FILE") != "":
		return k.assumed(ctx, os.Getenv("AWS_WEB_IDENTITY_TOKEN_FILE"))
	}
	return k.contained(ctx)
}

// given is what programs and servers of AWS say of keys.
type given struct {
	AccessKeyID     string `xml:"AccessKeyId"`
	SecretAccessKey string
	Token           string
	SessionToken    string
	Expiration      time.Time
}

func (g given) keys() aws.Credentials {
	return aws.Credentials{
		AccessKeyID: g.AccessKeyID, SecretAccessKey: g.SecretAccessKey, SessionToken: cmp.Or(g.SessionToken, g.Token),
		CanExpire: !g.Expiration.IsZero(), Expires: g.Expiration,
	}
}

// processKeys asks the program of a profile, by credential_process.
func processKeys(ctx context.Context, line string) (aws.Credentials, error) {
	args := strings.Fields(line)
	if len(args) == 0 {
		return aws.Credentials{}, errNoKeys
	}
	out, err := exec.CommandContext(ctx, args[0], args[1:]...).Output()
	if err != nil {
		return aws.Credentials{}, fmt.Errorf("credential_process: %w", err)
	}
	var g given
	if json.Unmarshal(out, &g) != nil {
		return aws.Credentials{}, errors.New("credential_process: it prints no JSON") // which may hold keys
	}
	return g.keys(), nil
}

// signedOn asks the portal of AWS, by what aws sso login left.
func (k *keyring) signedOn(ctx context.Context, profile map[string]string) (aws.Credentials, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return aws.Credentials{}, err
	}
	name := sha1.Sum([]byte(cmp.Or(profile["sso_session"], profile["sso_start_url"])))
	content, err := os.ReadFile(filepath.Join(home, ".aws", "sso", "cache", hex.EncodeToString(name[:])+".json"))
	var login struct {
		AccessToken, Region string
		ExpiresAt           time.Time
	}
	if err == nil && json.Unmarshal(content, &login) != nil {
		err = errors.New("it is no JSON")
	}
	if err == nil && login.ExpiresAt.Before(time.Now()) {
		err = errors.New("it has ended")
	}
	if err != nil {
		return aws.Credentials{}, fmt.Errorf("the login of AWS: %w: run aws sso login", err)
	}
	region := cmp.Or(profile["sso_region"], login.Region)
	query := url.Values{"account_id": {profile["sso_account_id"]}, "role_name": {profile["sso_role_name"]}}
	content, err = k.ask(ctx, http.MethodGet, "https://portal.sso."+region+"."+domain(region)+"/federation/credentials?"+query.Encode(), "", http.Header{"X-Amz-Sso_bearer_token": {login.AccessToken}})
	if err != nil {
		return aws.Credentials{}, err
	}
	var g struct {
		RoleCredentials struct {
			AccessKeyID, SecretAccessKey, SessionToken string
			Expiration                                 int64 // milliseconds since 1970
		}
	}
	if json.Unmarshal(content, &g) != nil {
		return aws.Credentials{}, errors.New("the portal of AWS answers no JSON")
	}
	r := g.RoleCredentials
	return given{AccessKeyID: r.AccessKeyID, SecretAccessKey: r.SecretAccessKey, SessionToken: r.SessionToken, Expiration: time.UnixMilli(r.Expiration)}.keys(), nil
}

// assumed takes a role with the token that a system gives its containers in a file.
func (k *keyring) assumed(ctx context.Context, file string) (aws.Credentials, error) {
	token, err := os.ReadFile(file)
	if err != nil {
		return aws.Credentials{}, err
	}
	form := url.Values{"Action": {"AssumeRoleWithWebIdentity"}, "Version": {"2011-06-15"}, "WebIdentityToken": {strings.TrimSpace(string(token))}}
	if role := os.Getenv("AWS_ROLE_ARN"); role != "" {
		form.Set("RoleArn", role)
		form.Set("RoleSessionName", cmp.Or(os.Getenv("AWS_ROLE_SESSION_NAME"), fmt.Sprint("backstory-", time.Now().UnixNano())))
	}
	at := cmp.Or(os.Getenv("AWS_ENDPOINT_URL_STS"), "https://sts."+k.region+"."+domain(k.region))
	if u, err := url.Parse(at); err != nil || !isSafe(u) {
		return aws.Credentials{}, errors.New("AWS_ENDPOINT_URL_STS: plain http goes to this machine only: use https")
	}
	content, err := k.ask(ctx, http.MethodPost, at, form.Encode(), http.Header{"Content-Type": {"application/x-www-form-urlencoded"}})
	if err != nil {
		return aws.Credentials{}, err
	}
	var a struct {
		Keys given `xml:"AssumeRoleWithWebIdentityResult>Credentials"`
	}
	if xml.Unmarshal(content, &a) != nil {
		return aws.Credentials{}, errors.New("STS answers no XML")
	}
	return a.Keys.keys(), nil
}

// contained asks where a system tells its containers to. Nobody may where it does not.
func (k *keyring) contained(ctx context.Context) (aws.Credentials, error) {
	at := os.Getenv("AWS_CONTAINER_CREDENTIALS_FULL_URI")
	if relative := os.Getenv("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"); relative != "" {
		at = "http://169.254.170.2" + relative
	} else if at == "" {
		return aws.Credentials{}, errNoKeys
	}
	header, token := http.Header{}, os.Getenv("AWS_CONTAINER_AUTHORIZATION_TOKEN")
	file := os.Getenv("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE")
	if file != "" {
		content, err := os.ReadFile(file)
		if err != nil {
			return aws.Credentials{}, err
		}
		token = strings.TrimSpace(string(content))
	}
	if token != "" {
		header.Set("Authorization", token)
	}
	u, err := url.Parse(at)
	if err != nil || !isSafe(u) {
		return aws.Credentials{}, errors.New("AWS_CONTAINER_CREDENTIALS_FULL_URI: plain http goes to this machine only: use https")
	}
	content, err := k.ask(ctx, http.MethodGet, at, "", header)
	if err != nil {
		return aws.Credentials{}, err
	}
	var g given
	if json.Unmarshal(content, &g) != nil {
		return aws.Credentials{}, errors.New("the service of keys answers no JSON")
	}
	return g.keys(), nil
}

// isSafe reports whether nobody else reads what an address is sent.
func isSafe(u *url.URL) bool { return u.Scheme == "https" || isOwnHost(u.Hostname()) }

// isOwnHost reports whether a host is this machine, or one of those that the systems of AWS
// have for their containers on it.
func isOwnHost(host string) bool {
	return IsLoopback(host) || host == "169.254.170.2" || host == "169.254.170.23" || host == "fd00:ec2::23"
}

// IsLoopback reports whether a host is this machine, by what it is called alone.
func IsLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// ask asks a service for keys. What it answers is not told: it may hold some.
func (k *keyring) ask(ctx context.Context, method, address, form string, header http.Header) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, address, strings.NewReader(form))
	if err != nil {
		return nil, err
	}
	r.Header = header
	answer, err := k.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("fetching keys for S3: %s answers %s", r.URL.Host, answer.Status)
	}
	return io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
}

// domain is that of the servers of AWS in a region.
func domain(region string) string {
	for begin, domain := range map[string]string{"cn-": "amazonaws.com.cn", "us-iso-": "c2s.ic.gov", "us-isob-": "sc2s.sgov.gov", "eu-isoe-": "cloud.adc-e.uk", "us-isof-": "csp.hci.ic.gov", "eusc-": "amazonaws.eu"} {
		if strings.HasPrefix(region, begin) {
			return domain
		}
	}
	return "amazonaws.com"
}

// profileOf returns what the files of AWS say in the profile of the user. Files that are not
// there say nothing.
func profileOf() (map[string]string, error) {
	name, said := cmp.Or(os.Getenv("AWS_PROFILE"), "default"), map[string]string{}
	home, err := os.UserHomeDir()
	if err != nil {
		return said, nil
	}
	for _, at := range []struct {
		file     string
		sections []string
	}{
		{cmp.Or(os.Getenv("AWS_CONFIG_FILE"), filepath.Join(home, ".aws", "config")), []string{"profile " + name, name}},
		{cmp.Or(os.Getenv("AWS_SHARED_CREDENTIALS_FILE"), filepath.Join(home, ".aws", "credentials")), []string{name}},
	} {
		file, err := ini.LoadSources(ini.LoadOptions{SkipUnrecognizableLines: true, AllowNestedValues: true}, at.file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("reading %s: it is not a file of AWS", at.file) // the error has its lines, which may be keys
		}
		for _, section := range at.sections {
			take(said, file.Section(section))
		}
		if session := said["sso_session"]; session != "" {
			take(said, file.Section("sso-session "+session))
		}
	}
	return said, nil
}

// take adds what a section says.
func take(said map[string]string, s *ini.Section) {
	for _, key := range s.Keys() {
		if value := key.String(); value != "" {
			said[key.Name()] = value
		}
	}
}
