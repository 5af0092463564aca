package proposal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/agent/proposal/gitrepo"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/profile"
)

// CheckApprovals holds the files of a profile to the approvals beside them. It
// needs no store. With a base, a commit in git, what that says is believed. The
// list of signers may be in a folder above the profile, too.
func CheckApprovals(ctx context.Context, p *profile.Profile, shared, base string, e approval.Expect) ([]approval.Finding, error) {
	e.Profile = strings.ToLower(p.Name())
	now := approval.State{Tree: Disk(p)}
	trees := []approval.Tree{now.Tree}
	if shared != "" {
		root, err := plainfile.OpenRoot(shared)
		if err != nil {
			return nil, err
		}
		defer root.Close()
		trees = append(trees, Disk(&profile.Profile{Dir: shared, Root: root}))
	}
	if err := believed(&now, trees); err != nil || base == "" {
		if err != nil {
			return nil, err
		}
		return approval.Check(now, nil, e)
	}
	before, err := stateAt(ctx, p, shared, base)
	if err != nil {
		return nil, err
	}
	return approval.Check(now, before, e)
}

// maxListed is how many folders are looked at for profiles.
const maxListed = 100_000

// ApprovedFolders returns the folders of profiles in a folder and below, relative to
// it and in order: those that hold a soul.md or approvals, and with a base those that
// held them in that commit, so that none is passed over by taking files away. Hidden
// folders are not looked at.
func ApprovedFolders(ctx context.Context, dir, base string) ([]string, error) {
	found := map[string]bool{}
	looked := 0
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		rel, relErr := filepath.Rel(dir, name)
		switch {
		case err != nil || relErr != nil:
			return errors.Join(err, relErr)
		case d.IsDir() && rel != "." && strings.HasPrefix(d.Name(), "."):
			return filepath.SkipDir
		case isApproved(d.Name(), d.IsDir()):
			found[filepath.Dir(rel)] = true
		}
		if looked++; looked > maxListed {
			return fmt.Errorf("%s has more than %d files: name the profiles", dir, maxListed)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if base != "" {
		r := &gitrepo.Repository{Top: dir}
		list, err := r.Git(ctx, nil, "ls-tree", "-r", "-t", "-z", "--name-only", "--end-of-options", base)
		if err != nil {
			return nil, fmt.Errorf("--base %s: %w", oneline.Safe(base), err)
		}
		for name := range strings.SplitSeq(list, "\x00") {
			hidden := strings.HasPrefix(name, ".") || strings.Contains(name, "/.")
			if last := path.Base(name); !hidden && isApproved(last, last == approval.Folder) {
				found[filepath.FromSlash(path.Dir(name))] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found)), nil
}

// isApproved reports whether a name makes its folder that of a profile.
func isApproved(name string, folder bool) bool {
	return folder && name == approval.Folder || !folder && strings.EqualFold(name, profile.SoulFile)
}

// believed reads who may approve and how many have to: the list of signers of the
// first folder that has one, and the demands of all.
func believed(s *approval.State, folders []approval.Tree) error {
	for _, t := range folders {
		if s.Signers == nil {
			list, err := signedFile(t, approval.SignersFile)
			if err != nil {
				return err
			}
			s.Signers, s.Signature = list.Content, list.Signature
		}
		demand, err := signedFile(t, approval.DemandFile)
		if err != nil {
			return err
		}
		s.Demands = append(s.Demands, demand)
	}
	return nil
}

func signedFile(t approval.Tree, name string) (f approval.Signed, err error) {
	if f.Content, err = t.File(name, approval.MaxSigners); err == nil && f.Content != nil {
		f.Signature, err = t.File(name+".sig", approval.MaxSigners)
	}
	return f, err
}

// stateAt returns a profile as it is in a commit.
func stateAt(ctx context.Context, p *profile.Profile, shared, base string) (*approval.State, error) {
	r := &gitrepo.Repository{Top: p.Dir}
	out, err := r.Git(ctx, nil, "rev-parse", "--show-toplevel", "--show-prefix")
	if err != nil {
		return nil, fmt.Errorf("--base: %s is in no repository of git: %w", p.Dir, err)
	}
	top, prefix, _ := strings.Cut(strings.TrimSuffix(out, "\n"), "\n")
	r.Top = top
	id, err := r.Git(ctx, nil, "rev-parse", "--verify", "--end-of-options", base+"^{commit}")
	if err != nil {
		return nil, fmt.Errorf("--base %s: %w", oneline.Safe(base), err)
	}
	id = strings.TrimSpace(id)
	tree, err := treeOf(ctx, r, id, strings.TrimSuffix(prefix, "/"))
	if err != nil {
		return nil, err
	}
	s := &approval.State{Tree: tree}
	trees := []approval.Tree{tree}
	if shared != "" {
		// Both paths without links: git gives its own so.
		if dir, e := filepath.EvalSymlinks(shared); e == nil {
			shared = dir
		}
		rel, err := filepath.Rel(top, shared)
		if err == nil && !strings.HasPrefix(rel, "..") { // else it is in no repository, or in another
			above, err := treeOf(ctx, r, id, filepath.ToSlash(rel))
			if err != nil {
				return nil, err
			}
			trees = append(trees, above)
		}
	}
	return s, believed(s, trees)
}

// commitTree is the folder of a profile in a commit: the files that say who an
// agent is, and the approvals.
type commitTree map[string][]byte

// maxTree is how much is read of a commit, in bytes, and maxBlob of a file.
const (
	maxTree = 256 << 20
	maxBlob = 1 << 20
)

func (t commitTree) File(name string, most int64) ([]byte, error) {
	content := t[path.Clean(name)]
	if int64(len(content)) > most {
		return nil, fmt.Errorf("%s has %d bytes and may have %d", name, len(content), most)
	}
	return content, nil
}

func (t commitTree) List(folder string) ([]string, error) {
	var out []string
	for name := range t {
		if path.Dir(name) == path.Clean(folder) {
			out = append(out, path.Base(name))
		}
	}
	slices.Sort(out)
	return out, nil
}

// treeOf reads a folder of a commit.
func treeOf(ctx context.Context, r *gitrepo.Repository, commit, folder string) (commitTree, error) {
	if folder == "." {
		folder = ""
	}
	of := commit + ":" + folder
	if _, err := r.Git(ctx, nil, "rev-parse", "-q", "--verify", "--end-of-options", of); err != nil {
		return commitTree{}, nil // the folder was not there
	}
	list, err := r.Git(ctx, nil, "ls-tree", "-r", "-l", "-z", "--full-tree", of, "--", approval.Folder, "roles", "context", "soul.md", "user.md", "preferences.json", approval.SignersFile, approval.SignersFile+".sig", approval.DemandFile, approval.DemandFile+".sig")
	if err != nil {
		return nil, err
	}
	names, ids, err := blobs(commit, list)
	if err != nil || len(names) == 0 {
		return commitTree{}, err
	}
	cmd := exec.CommandContext(ctx, "git", "-c", "core.fsmonitor=false", "cat-file", "--batch")
	cmd.Dir, cmd.Stdin, cmd.Env = r.Top, strings.NewReader(ids), slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "GIT_") })
	raw, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("reading %.12s: %w", commit, err)
	}
	return contents(commit, names, raw)
}

// blobs returns the names of the files that git lists, and their objects, one a
// line, as cat-file --batch reads them.
func blobs(commit, list string) (names []string, objects string, err error) {
	var ids strings.Builder
	all := int64(0)
	for entry := range strings.SplitSeq(strings.TrimSuffix(list, "\x00"), "\x00") {
		head, name, ok := strings.Cut(entry, "\t")
		fields := strings.Fields(head) // mode, type, object, size
		if !ok || len(fields) != 4 || fields[1] != "blob" || !strings.HasPrefix(fields[0], "100") {
			continue
		}
		size, err := strconv.ParseInt(fields[3], 10, 64)
		if all += size; err != nil || size > maxBlob || all > maxTree {
			return nil, "", fmt.Errorf("%s in %.12s has %d bytes and may have %d", name, commit, size, maxBlob)
		}
		names = append(names, name)
		ids.WriteString(fields[2] + "\n")
	}
	return names, ids.String(), nil
}

// contents reads what cat-file --batch says of files.
func contents(commit string, names []string, raw []byte) (commitTree, error) {
	out, rest := commitTree{}, bytes.NewBuffer(raw)
	for _, name := range names {
		line, err := rest.ReadString('\n')
		fields := strings.Fields(line) // object, type, size
		if err != nil || len(fields) != 3 {
			return nil, fmt.Errorf("reading %s in %.12s: git says %q", name, commit, line)
		}
		size, err := strconv.Atoi(fields[2])
		if err != nil || size > rest.Len()-1 {
			return nil, fmt.Errorf("reading %s in %.12s: %w", name, commit, io.ErrUnexpectedEOF)
		}
		out[name] = bytes.Clone(rest.Next(size))
		if out[name] == nil {
			out[name] = []byte{}
		}
		rest.Next(1) // the line feed behind it
	}
	return out, nil
}
