package pdfium

const pageSize = 64 << 10 // of WebAssembly

// memoryLimit is the most memory that one document may take, in bytes.
const memoryLimit = 256 << 20

// How much of it a document may take beside its file, in bytes. A page is read
// in one call, whose time grows with what its content unfolds to: a small file
// has a need for less.
const (
	maxPaint = 192 << 20 // to paint a page
	maxRead  = 88 << 20  // to read one, and readFor for each byte of the file
	readFor  = 8
)

// room is how much memory an instance may grow to, in bytes.
type room struct{ most, read, paint int }

// roomFor returns the room for a document whose file has a size.
func roomFor(size int) *room {
	r := &room{paint: min(maxPaint+size, memoryLimit)}
	r.read = min(maxRead+(1+readFor)*size, r.paint)
	r.most = r.read
	return r
}
