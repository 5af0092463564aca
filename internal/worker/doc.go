// Package worker converts sources in child processes, so that one that hangs
// or breaks costs itself alone, and gives converters the compiled PDFium.
//
// A child is the same program with a hidden subcommand. It has no environment,
// nothing open but its pipes, limits on files and processor time, and on Linux
// neither the file system nor the network (Landlock and seccomp where the kernel
// has them). It gets a source with its options and gives back a chapter in the
// cache's form, which is checked again.
//
//   - tesseract.go: reading scanned pages; draw.go: pictures of pages
//   - serve.go: the child's side
//   - talk.go, child.go, pool.go: the parent's side: children, deadlines, kills
//   - picture.go, hocr.go, errors.go, wire.go: what goes through the pipes
//   - sandbox_*.go, seccomp_linux.go, calls_*.go: what a child gives up
//   - engine.go, own_*.go: the engine and its cache
package worker
