// Package approval has what is kept of approvals beside the files that they are
// about, so that they can be checked by whoever has the files alone: records,
// chained for each file, and signatures as ssh-keygen makes them.
//
//   - check.go: files, records and signatures held against one another
//   - people.go: how many have to approve, and who is the same person
//   - signers.go: who may sign
//   - record.go: a record, and the chain of them
//   - sshsig.go, key.go: signing and verifying, and the keys
package approval

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/internal/lineend"
	"github.com/seed353dc258/backstory/profile/edit"
)

// Tree is the folder of a profile at one moment: on disk, or in a commit.
type Tree interface {
	// File returns the content of a file, nil where there is none. One that is
	// larger than most is an error.
	File(name string, most int64) ([]byte, error)
	// List returns the names of the files in a folder, none where there is no such
	// folder.
	List(folder string) ([]string, error)
}

// The names of what approvals are kept in, in a profile's folder.
const (
	Folder      = edit.ApprovalsFolder
	SignersFile = "allowed_signers" // beside the folder, or in that of the workspace
)

// Schema is the version of records that is written.
const Schema = 1

// The decisions of records.
const (
	Approved = "approved" // the file became Result
	Reverted = "reverted" // the file became Result again, as it was before
)

// Record is an approval of one change of one file. Its bytes are what is signed:
// they are the file, as it is.
type Record struct {
	Schema    int    `json:"schema"`
	Namespace string `json:"namespace"` // of the signature
	Org       string `json:"org"`
	Profile   string `json:"profile"`
	Path      string `json:"path"` // of the file, in the profile's folder
	Proposal  string `json:"proposal"`
	Base      string `json:"base"` // SHA-256 of the file before; empty where there was none
	Result    string `json:"result"`
	Decision  string `json:"decision"`
	Signer    string `json:"signer"` // who approved
	// Author is who the change was made for, and Demand who had to approve it: they
	// are there where more than one person's word was asked for.
	Author string `json:"author,omitempty"`
	Demand
	Time time.Time `json:"time"`
	// Before is the SHA-256 of the record before it of the same file; empty of the
	// first.
	Before string `json:"before"`
}

// Bytes returns a record as it is written and signed.
func (r Record) Bytes() []byte {
	r.Schema, r.Namespace, r.Time = Schema, Namespace, r.Time.UTC().Truncate(time.Second)
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	_ = e.Encode(r) // texts and a time can always be written
	return b.Bytes()
}

// maxRecord is how large the file of a record may be, in bytes.
const maxRecord = 16 << 10

// ErrRecord says that a file is not a record.
var ErrRecord = errors.New("not a record of an approval")

// Parse reads a record strictly: other bytes than those that would be written
// are an [ErrRecord], so that one record has one digest.
func Parse(content []byte) (Record, error) {
	if len(content) > maxRecord {
		return Record{}, fmt.Errorf("%w: it has %d bytes and may have %d", ErrRecord, len(content), maxRecord)
	}
	var r Record
	d := json.NewDecoder(bytes.NewReader(content))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return Record{}, fmt.Errorf("%w: %s", ErrRecord, strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return Record{}, fmt.Errorf("%w: something follows it", ErrRecord)
	}
	if r.Schema != Schema || r.Namespace != Namespace {
		return Record{}, fmt.Errorf("%w: its schema is %d and its namespace %q; known are %d and %q", ErrRecord, r.Schema, r.Namespace, Schema, Namespace)
	}
	if !bytes.Equal(r.Bytes(), content) {
		return Record{}, fmt.Errorf("%w: it was written in another way", ErrRecord)
	}
	return r, nil
}

// Digest returns the SHA-256 of a record or of a file with LF for CRLF, in
// hexadecimal: a checkout with line ends of Windows has the same.
func Digest(content []byte) string {
	sum := lineend.Sum(content)
	return hex.EncodeToString(sum[:])
}

// File is a record with its name, its bytes and its signature.
type File struct {
	Name      string // without a folder, such as 06h0.json
	Content   []byte
	Signature []byte // of the file beside it; nil where there is none
	Record    Record
}

// Link is one step of the history of a file: a change that one or several people
// approved.
type Link struct {
	First  Record // of the first of them
	Digest string
	Files  []File
}

// chainError says where records of a file do not follow from one another.
type chainError struct{ Path, Reason string }

// Error implements error.
func (e *chainError) Error() string { return "approvals of " + e.Path + ": " + e.Reason }

// Chain orders the records of one file from the first to the last. Every record
// names the one before by its digest; records of one change by several people
// name the same one.
func Chain(path string, files []File) ([]Link, error) {
	// The first of several people's has the shortest name.
	slices.SortFunc(files, func(a, b File) int { return cmp.Or(len(a.Name)-len(b.Name), strings.Compare(a.Name, b.Name)) })
	next := map[string][]File{}
	for _, f := range files {
		next[f.Record.Before] = append(next[f.Record.Before], f)
	}
	var out []Link
	used := 0
	for before := ""; ; {
		group := next[before]
		if len(group) == 0 {
			break
		}
		first := group[0]
		for _, f := range group[1:] {
			if !sameChange(first.Record, f.Record) {
				return nil, &chainError{path, fmt.Sprintf("%s and %s both follow the same record", first.Name, f.Name)}
			}
		}
		used += len(group)
		out = append(out, Link{first.Record, Digest(first.Content), group})
		before = Digest(first.Content)
		if len(out) > len(files) {
			break
		}
	}
	if used != len(files) {
		for _, f := range files {
			if !slices.ContainsFunc(out, func(l Link) bool {
				return slices.ContainsFunc(l.Files, func(x File) bool { return x.Name == f.Name })
			}) {
				return nil, &chainError{path, f.Name + " follows no record that is there"}
			}
		}
	}
	return out, nil
}

// sameChange reports whether two records are of one change, by two people. More
// may have been demanded meanwhile.
func sameChange(a, b Record) bool {
	a.Signer, b.Signer, a.Time, b.Time, a.Demand, b.Demand = "", "", time.Time{}, time.Time{}, Demand{}, Demand{}
	return a == b
}

// Name returns the name of the file of a record. Of several people's records of
// one change the first has the number 1.
func Name(proposal, decision string, number int) string {
	name := proposal
	if decision == Reverted {
		name += ".revert"
	}
	if number > 1 {
		name += fmt.Sprintf(".%d", number)
	}
	return name + ".json"
}

// maxFiles is how many files the folder of approvals may have.
const maxFiles = 100_000

// Read reads the records in the folder of approvals of a profile, with their
// signatures. A profile without the folder has none.
func Read(t Tree) ([]File, error) {
	names, err := t.List(Folder)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", Folder, err)
	}
	if len(names) > maxFiles {
		return nil, fmt.Errorf("reading %s: it has %d files and may have %d", Folder, len(names), maxFiles)
	}
	var out []File
	for _, name := range names {
		if !strings.HasSuffix(name, ".json") || strings.HasPrefix(name, ".") {
			continue
		}
		f := File{Name: name}
		if f.Content, err = t.File(Folder+"/"+name, maxRecord); err != nil {
			return nil, err
		}
		f.Content = lineend.Unix(f.Content) // as it was signed
		if f.Record, err = Parse(f.Content); err != nil {
			return nil, fmt.Errorf("reading %s/%s: %w", Folder, name, err)
		}
		if f.Signature, err = t.File(Folder+"/"+name+".sig", maxSignature); err != nil {
			return nil, err
		}
		f.Signature = lineend.Unix(f.Signature)
		out = append(out, f)
	}
	return out, nil
}
