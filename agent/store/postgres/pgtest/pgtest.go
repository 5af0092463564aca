//go:build unix

// Package pgtest starts a PostgreSQL, and a pgbouncer before it, for the tests of
// a package. They are those of the system, and are started once.
//
// BACKSTORY_POSTGRES is the address of a server to use instead, as a superuser.
// Where there is none of both the tests skip, or fail if BACKSTORY_POSTGRES_REQUIRED is
// set.
package pgtest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // makes and drops databases
)

// The roles that own the tables and that serve them, of every database.
const (
	Owner = "backstory_owner"
	Role  = "backstory"
)

// errMissing says that the system has no PostgreSQL.
var errMissing = errors.New("there is no PostgreSQL here: install it (apt-get install postgresql), or set BACKSTORY_POSTGRES")

// Server is a running PostgreSQL.
type Server struct {
	admin   url.URL // as a superuser
	dir     string  // empty for one that runs already
	process *process
	count   atomic.Int64
	read    int // how much of the log Statements returned

	once   sync.Once // makes the model of copies
	model  Database
	failed error
}

var shared = sync.OnceValues(begin)

// Main runs the tests of a package and stops what they started.
func Main(m *testing.M) int {
	code := m.Run()
	if started.Load() {
		if s, err := shared(); err == nil {
			s.Stop()
		}
	}
	return code
}

// started is set when a server was asked for.
var started atomic.Bool

// Get returns the server of the package's tests.
func Get(tb testing.TB) *Server {
	tb.Helper()
	started.Store(true)
	s, err := shared()
	skip(tb, err)
	return s
}

// skip ends a test where what it needs is not there.
func skip(tb testing.TB, err error) {
	tb.Helper()
	switch {
	case err == nil:
	case errors.Is(err, errMissing) && os.Getenv("BACKSTORY_POSTGRES_REQUIRED") == "":
		tb.Skip(err)
	default:
		tb.Fatal(err)
	}
}

func begin() (*Server, error) {
	if address := os.Getenv("BACKSTORY_POSTGRES"); address != "" {
		u, err := url.Parse(address)
		if err != nil {
			return nil, err
		}
		s := &Server{admin: *u}
		return s, s.roles()
	}
	return Start()
}

// Start starts a server of its own, which a test may kill.
func Start() (*Server, error) {
	bin, err := programs()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("/tmp", "backstory-pg") // a socket's name is short
	if err != nil {
		return nil, err
	}
	s := &Server{dir: dir, admin: url.URL{Scheme: "postgres", User: url.User("postgres"), Path: "/postgres", RawQuery: "host=" + dir + "&port=5432"}}
	as, err := unprivileged(dir)
	if err == nil {
		init := exec.Command(filepath.Join(bin, "initdb"), "-D", filepath.Join(dir, "data"), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
		init.Dir, init.SysProcAttr = dir, as
		if out, failed := init.CombinedOutput(); failed != nil {
			err = fmt.Errorf("initdb: %w: %s", failed, out)
		}
	}
	if err == nil {
		err = s.Run()
	}
	if err == nil {
		err = s.roles()
	}
	if err != nil {
		s.Stop()
		return nil, err
	}
	return s, nil
}

// Own starts a server for one test, which goes with it.
func Own(tb testing.TB) *Server {
	tb.Helper()
	s, err := Start()
	skip(tb, err)
	tb.Cleanup(s.Stop)
	return s
}

// Env are the variables with which PostgreSQL's programs find a server that was
// started, as a superuser.
func (s *Server) Env() []string {
	bin, _ := programs()
	return []string{"PGHOST=" + s.dir, "PGPORT=5432", "PGUSER=postgres", "PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH")}
}

// Run starts a server that was stopped or killed again, with what it kept. A
// process that is killed loses nothing that the system has, so that nothing is
// forced to the disk.
func (s *Server) Run() error {
	bin, err := programs()
	if err != nil {
		return err
	}
	args := []string{"-D", filepath.Join(s.dir, "data"), "-k", s.dir, "-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=150", "-c", "shared_buffers=32MB", "-c", "autovacuum=off"}
	for try := 0; ; try++ {
		if s.process, err = run(s.dir, filepath.Join(bin, "postgres"), args...); err != nil {
			return err
		}
		err := s.await(s.admin.String())
		if err == nil || try == lingering || !strings.Contains(s.process.said(), "still in use") {
			return err
		}
		time.Sleep(50 * time.Millisecond) // processes of one that was killed are about to end
	}
}

// lingering is how often a start is tried again that finds processes of the one
// before.
const lingering = 200

// await waits until an address is answered at, or its process ends.
func (s *Server) await(address string) error {
	db, err := sql.Open("pgx", address)
	if err != nil {
		return err
	}
	defer db.Close()
	for {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		err := db.PingContext(ctx)
		cancel()
		if err == nil {
			return nil
		}
		select {
		case <-s.process.ended:
			return fmt.Errorf("the server ended: %w: %s", err, s.process.said())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Kill kills the server with all its processes at once.
func (s *Server) Kill() {
	for _, pid := range s.processes() {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	s.process.kill()
}

// processes are those of the server, the first one first. Which are its others
// is known on Linux alone; elsewhere they end when they miss it.
func (s *Server) processes() []int {
	content, err := os.ReadFile(filepath.Join(s.dir, "data", "postmaster.pid"))
	line, _, _ := strings.Cut(string(content), "\n")
	first, failed := strconv.Atoi(strings.TrimSpace(line))
	if err != nil || failed != nil {
		return nil
	}
	all := []int{first}
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", first, first))
	for _, field := range strings.Fields(string(children)) {
		if pid, err := strconv.Atoi(field); err == nil {
			all = append(all, pid)
		}
	}
	return all
}

// Stop ends the server and removes what it kept.
func (s *Server) Stop() {
	if s.dir == "" {
		if s.model.Name != "" {
			_ = s.drop(s.model)
		}
		return
	}
	if s.process != nil {
		s.process.kill()
	}
	os.RemoveAll(s.dir)
}

// roles makes the roles of owner and servers.
func (s *Server) roles() error {
	for _, role := range []string{Owner, Role} {
		err := s.exec("/postgres", fmt.Sprintf("CREATE ROLE %s LOGIN PASSWORD '%s'", role, role))
		if err != nil && !strings.Contains(err.Error(), "already exists") {
			return err
		}
	}
	return nil
}

func (s *Server) exec(database string, statements ...string) error {
	u := s.admin
	u.Path = database
	db, err := sql.Open("pgx", u.String())
	if err != nil {
		return err
	}
	defer db.Close()
	for _, statement := range statements {
		if _, err := db.Exec(statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

// Database is one of a server, for a test.
type Database struct {
	Admin string // its address as a superuser
	Owner string // as who owns the tables
	Role  string // as who serves them
	Name  string
	s     *Server
}

// LogStatements has the server write down what is run for the role of servers from
// its next connections on; [Server.Statements] returns it.
func (s *Server) LogStatements(tb testing.TB) {
	tb.Helper()
	db, err := sql.Open("pgx", s.admin.String())
	if err != nil {
		tb.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(tb.Context(), "ALTER ROLE "+Role+" SET log_statement = 'all'"); err != nil {
		tb.Fatal(err)
	}
}

// Statements returns what was run since LogStatements, without parameters,
// texts and names of statements, and drops it. It is for a server that was started.
func (s *Server) Statements(tb testing.TB) []string {
	tb.Helper()
	if s.process == nil {
		tb.Skip("the log of a server that runs already is not ours to read")
	}
	text := s.process.said()
	text, s.read = text[s.read:], len(text)
	var out []string
	for _, m := range statement.FindAllStringSubmatch(text, -1) {
		out = append(out, literal.ReplaceAllString(strings.Join(strings.Fields(m[1]), " "), "'…'"))
	}
	return out
}

// statement is an entry of the log with what was run; lines that go on begin with
// a tab.
var statement = regexp.MustCompile(`(?m)^[^\t\n]* LOG:  (?:statement|execute [^:\n]*): ((?:.*\n)(?:\t.*\n)*)`)

// literal is a text in a statement.
var literal = regexp.MustCompile(`'(?:[^']|'')*'`)

// Database makes an empty database, which goes with the test.
func (s *Server) Database(tb testing.TB) Database {
	tb.Helper()
	d, err := s.create("")
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.drop(d); err != nil {
			tb.Error(err)
		}
	})
	return d
}

// Copy makes a database that is a copy of one that was prepared once, which is
// quicker. All tests of a package prepare it in the same way.
func (s *Server) Copy(tb testing.TB, prepare func(Database) error) Database {
	tb.Helper()
	s.once.Do(func() {
		if s.model, s.failed = s.create(""); s.failed == nil {
			s.failed = prepare(s.model)
		}
	})
	if s.failed != nil {
		tb.Fatal(s.failed)
	}
	d, err := s.create(" TEMPLATE " + s.model.Name)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.drop(d); err != nil {
			tb.Error(err)
		}
	})
	return d
}

func (s *Server) create(from string) (Database, error) {
	name := fmt.Sprintf("test_%d_%d", os.Getpid(), s.count.Add(1))
	as := func(role string) string {
		u := s.admin
		u.Path = "/" + name
		if role != "" {
			u.User = url.UserPassword(role, role)
		}
		return u.String()
	}
	return Database{Admin: as(""), Owner: as(Owner), Role: as(Role), Name: name, s: s},
		s.exec("/postgres", "CREATE DATABASE "+name+" OWNER "+Owner+from)
}

func (s *Server) drop(d Database) error {
	return s.exec("/postgres", "DROP DATABASE "+d.Name+" WITH (FORCE)")
}

// Bouncer starts a pgbouncer before a server, which gives a connection for one
// transaction at a time, and returns the address of a database behind it as who
// serves it.
func (d Database) Bouncer(tb testing.TB) string {
	tb.Helper()
	program := find("pgbouncer", "/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin")
	if program == "" || d.s.dir == "" {
		skip(tb, fmt.Errorf("there is no pgbouncer for the tests (apt-get install pgbouncer): %w", errMissing))
	}
	dir := filepath.Join(d.s.dir, "b"+d.Name)
	if err := os.Mkdir(dir, 0o755); err != nil {
		tb.Fatal(err)
	}
	for name, content := range map[string]string{
		"users": fmt.Sprintf("%q %q\n", Role, Role),
		"ini": fmt.Sprintf("[databases]\n* = host=%s port=5432\n[pgbouncer]\nlisten_port = 6432\nlisten_addr =\nunix_socket_dir = %s\nauth_type = trust\nauth_file = %s/users\n"+
			"pool_mode = transaction\nmax_client_conn = 500\ndefault_pool_size = 10\n", d.s.dir, dir, dir),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			tb.Fatal(err)
		}
	}
	if _, err := unprivileged(dir); err != nil {
		tb.Fatal(err)
	}
	p, err := run(dir, program, "-q", filepath.Join(dir, "ini"))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(p.kill)
	u := d.s.admin
	u.User, u.Path, u.RawQuery = url.User(Role), "/"+d.Name, "host="+dir+"&port=6432&default_query_exec_mode=exec"
	behind := Server{process: p}
	if err := behind.await(u.String()); err != nil {
		tb.Fatal(err)
	}
	return u.String()
}

// programs returns the folder of PostgreSQL's programs, of the newest version.
func programs() (string, error) {
	if found := find("initdb"); found != "" {
		return filepath.Dir(found), nil
	}
	all, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(all) == 0 {
		return "", errMissing
	}
	return filepath.Dir(slices.MaxFunc(all, func(a, b string) int { return major(a) - major(b) })), nil
}

func major(path string) int {
	n, _ := strconv.Atoi(strings.Split(path, "/")[4])
	return n
}

// find returns the path of a program, or "".
func find(name string, folders ...string) string {
	if path, err := exec.LookPath(name); err == nil {
		return path
	}
	for _, folder := range folders {
		if path, err := exec.LookPath(filepath.Join(folder, name)); err == nil {
			return path
		}
	}
	return ""
}
