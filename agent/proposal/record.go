package proposal

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/profile"
)

// Disk returns the folder of a profile as it is on disk.
func Disk(p *profile.Profile) approval.Tree { return disk{p} }

type disk struct{ p *profile.Profile }

func (d disk) File(name string, most int64) ([]byte, error) { return d.p.ReadFile(name, most) }

func (d disk) List(folder string) ([]string, error) {
	f, err := plainfile.OpenFolder(d.p.Root, filepath.FromSlash(folder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list, err := f.ReadDir(-1)
	var names []string
	for _, e := range list {
		if e.Type().IsRegular() || e.Type()&fs.ModeSymlink != 0 {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names, err
}

// chainOf returns the approvals of a file that are kept beside it.
func chainOf(p *profile.Profile, target string) ([]approval.Link, error) {
	files, err := approval.Read(Disk(p))
	if err != nil {
		return nil, err
	}
	var own []approval.File
	for _, f := range files {
		if f.Record.Path == target {
			own = append(own, f)
		}
	}
	return approval.Chain(target, own)
}

// signers returns the list of who may sign the approvals of a profile: that of
// its folder, else that of the folder above the profiles. It is nil where there
// is none.
func (d *Desk) signers(p *profile.Profile) (list *approval.Signers, err error) {
	err = d.above(p, func(at *profile.Profile) error {
		if list != nil {
			return nil
		}
		content, err := at.ReadFile(approval.SignersFile, approval.MaxSigners)
		if err == nil && content != nil {
			list, err = approval.ParseSigners(content)
		}
		return err
	})
	return list, err
}

// checkSignature holds a review to the list of signers, where there is one.
func checkSignature(list *approval.Signers, r store.Review) error {
	if list == nil {
		return nil
	}
	if len(r.Signature) == 0 {
		return refuse(CodeSigner, "%s lists who may approve: sign the approval, with --key FILE", approval.SignersFile)
	}
	if err := list.Verify(r.By, r.Record, r.Signature, r.At); err != nil {
		return refuse(CodeSigner, "the approval of %s does not hold: %s", r.By, err)
	}
	return nil
}

// recordFiles returns what is written beside the file of a proposal: a record for
// everybody who approved, with their signature.
func recordFiles(id, decision string, reviews []store.Review) []approval.File {
	var out []approval.File
	for i, r := range reviews {
		out = append(out, approval.File{Name: approval.Name(id, decision, i+1), Content: r.Record, Signature: r.Signature})
	}
	return out
}

// names are the paths of the files of records, in the profile's folder.
func names(files []approval.File) []string {
	var out []string
	for _, f := range files {
		out = append(out, path.Join(approval.Folder, f.Name))
		if f.Signature != nil {
			out = append(out, path.Join(approval.Folder, f.Name+".sig"))
		}
	}
	return out
}

// writeRecords writes records that are not there yet, signatures first: a record
// is never without its own.
func writeRecords(root *os.Root, files []approval.File) error {
	for _, f := range files {
		for _, part := range []struct {
			name    string
			content []byte
		}{{f.Name + ".sig", f.Signature}, {f.Name, f.Content}} {
			if part.content == nil {
				continue
			}
			have, err := root.ReadFile(part.name)
			switch {
			case err == nil && bytes.Equal(have, part.content):
				continue
			case err == nil:
				return fmt.Errorf("%s is there already, with another content", path.Join(approval.Folder, part.name))
			case !errors.Is(err, fs.ErrNotExist):
				return err
			}
			if err := atomicfile.Write(atomicfile.In(root), atomicfile.Bytes(part.name, part.content)); err != nil {
				return err
			}
		}
	}
	return nil
}

// removeRecords takes records away that were written for what did not happen.
func removeRecords(root *os.Root, files []approval.File) error {
	var all error
	for _, f := range files {
		for _, part := range []struct {
			name    string
			content []byte
		}{{f.Name, f.Content}, {f.Name + ".sig", f.Signature}} {
			have, err := root.ReadFile(part.name)
			if err == nil && part.content != nil && bytes.Equal(have, part.content) {
				all = errors.Join(all, root.Remove(part.name))
			}
		}
	}
	return all
}

// above calls a function with the folder of the profile, and with that above the
// profiles where there is one.
func (d *Desk) above(p *profile.Profile, do func(*profile.Profile) error) error {
	if err := do(p); err != nil || d.Shared == "" {
		return err
	}
	root, err := plainfile.OpenRoot(d.Shared)
	if err != nil {
		return err
	}
	defer root.Close()
	return do(&profile.Profile{Dir: d.Shared, Root: root})
}
