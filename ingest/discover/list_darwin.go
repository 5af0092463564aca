package discover

import "golang.org/x/sys/unix"

// list reads names only; what they are is looked at one by one.
func (p fdPlace) list(buf []byte, most int) ([]listed, error) {
	var all []listed
	var names []string
	for len(all) < most {
		n, err := unix.ReadDirent(p.fd, buf)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return nil, err
		}
		if n <= 0 {
			break
		}
		_, _, names = unix.ParseDirent(buf[:n], -1, names[:0])
		for _, name := range names {
			all = append(all, listed{name: name})
		}
	}
	return all, nil
}
