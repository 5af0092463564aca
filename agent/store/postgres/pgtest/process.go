//go:build unix

package pgtest

import (
	"io"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// process is a program that runs until it is killed, or until this process ends.
type process struct {
	cmd   *exec.Cmd
	hold  io.Closer // when this is closed, the program is killed
	ended chan struct{}
	log   string // the file with what it says
}

// script runs a program until its standard input ends, however that comes about.
const script = `exec 3<&0; "$@" </dev/null 3<&- & p=$!; (read -r _ <&3; kill -9 $p) 2>/dev/null & wait $p`

// run starts a program, as a user who may run it.
func run(dir, program string, args ...string) (*process, error) {
	attr, err := unprivileged(dir)
	if err != nil {
		return nil, err
	}
	p := &process{
		cmd:   exec.Command("/bin/sh", append([]string{"-c", script, "sh", program}, args...)...),
		ended: make(chan struct{}), log: filepath.Join(dir, "log"),
	}
	log, err := os.OpenFile(p.log, os.O_CREATE|os.O_TRUNC|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	p.cmd.Dir, p.cmd.SysProcAttr, p.cmd.Stdout, p.cmd.Stderr = dir, attr, log, log
	if p.hold, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(p.ended)
		_ = p.cmd.Wait() // closes hold, too
	}()
	return p, nil
}

// kill kills the program and waits for its end.
func (p *process) kill() {
	_ = p.hold.Close()
	<-p.ended
}

// said is what the program wrote.
func (p *process) said() string {
	content, _ := os.ReadFile(p.log)
	return string(content)
}

// unprivileged gives a folder to a user who may run a server, which root may not.
func unprivileged(dir string) (*syscall.SysProcAttr, error) {
	attr := &syscall.SysProcAttr{}
	if os.Getuid() != 0 {
		return attr, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return nil, err
	}
	uid, err := strconv.Atoi(u.Uid)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.Atoi(u.Gid)
	if err != nil {
		return nil, err
	}
	attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return attr, os.Chown(dir, uid, gid)
}
