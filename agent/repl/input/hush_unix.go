//go:build linux || darwin || dragonfly || freebsd || netbsd || openbsd

package input

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// hushed is a terminal that shows nothing of what is typed.
type hushed struct {
	fd  int
	was unix.Termios
}

// hush has a terminal show nothing of what is typed, and give it without
// waiting for the end of a line. Ctrl-C is a signal as before, and nothing that
// was typed is lost by it.
func hush(f *os.File) (hushed, bool) {
	h := hushed{fd: int(f.Fd())}
	now, err := unix.IoctlGetTermios(h.fd, getTermios)
	if err != nil {
		return h, false
	}
	h.was = *now
	now.Lflag &^= unix.ECHO | unix.ECHONL | unix.ICANON | unix.IEXTEN
	now.Lflag |= unix.ISIG | unix.NOFLSH
	now.Iflag &^= unix.ICRNL | unix.INLCR | unix.IXON
	now.Cc[unix.VMIN], now.Cc[unix.VTIME] = 0, 1 // a read takes a tenth of a second at most
	return h, unix.IoctlSetTermios(h.fd, setTermios, now) == nil
}

// read returns what was typed, nothing after a while.
func (h hushed) read(to []byte) (int, error) {
	began := time.Now()
	n, err := unix.Read(h.fd, to)
	if n <= 0 && time.Since(began) < nap { // the terminal is gone, or does not wait
		time.Sleep(nap)
	}
	if errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.EINTR) {
		return 0, nil
	}
	return max(n, 0), err
}

func (h hushed) restore() { _ = unix.IoctlSetTermios(h.fd, setTermios, &h.was) }
