// Package pack reads and writes our own packs: a profile in one zip file.
//
//   - [x] soul and the texts beside it, context, examples, samples, sources
//   - [x] preferences, options, roles, tools, what a build wrote and what was
//     imported: as they are, where the user trusts the pack
//   - [x] the same bytes for the same profile; a digest of every file
//   - [x] a signature of pack.json, which has those digests, in pack.json.sig
//   - [ ] user.md, the archive of memories, hidden files, files named like keys
package pack

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/internal/pattern"

	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/exchange/folder"
	"github.com/seed353dc258/backstory/profile"
)

const (
	name      = "pack"
	indexFile = "pack.json"
	signFile  = "pack.json.sig"
	maxSign   = 64 << 10
	schema    = 1
	maxPacked = 256 << 20 // bytes of all files
)

// index is the file of a pack that says what is in it.
type index struct {
	Schema int     `json:"schema"`
	Name   string  `json:"name"`
	Files  []entry `json:"files"`
}

type entry struct {
	Path   string `json:"path"`
	Size   int64  `json:"size_bytes"`
	SHA256 string `json:"sha256"`
}

type kind struct{}

// New returns the kind of our own packs.
func New() exchange.Writer { return kind{} }

func (kind) Kind() exchange.Kind {
	return exchange.Kind{Name: name, Title: "backstory: a profile in one file", Forms: []string{name}}
}

// why says why a file of a profile is not packed; "" where it is.
func why(file string) string {
	base := path.Base(file)
	switch {
	case file == profile.OptionsFile, file == profile.ManifestFile, strings.HasPrefix(file, exchange.KeptFolder+"/"):
		return ""
	case strings.EqualFold(file, profile.UserFile), strings.HasPrefix(file, profile.ArchiveFolder+"/"):
		return "is about you"
	case slices.ContainsFunc(strings.Split(file, "/"), func(part string) bool { return strings.HasPrefix(part, ".") }):
		return "is hidden"
	case slices.Contains([]string{".pem", ".key", ".p12", ".pfx", ".jks", ".kdbx"}, strings.ToLower(path.Ext(base))), strings.HasPrefix(base, "id_"):
		return "has the name of a key"
	case strings.HasPrefix(file, profile.SkillsFolder+"/"):
		return "is a skill, which has to be trusted where it is used"
	}
	return ""
}

// keys are what keys to services and machines look like.
var keys = pattern.Lazy(`-----BEGIN [A-Z ]*PRIVATE KEY-----|\bAKIA[0-9A-Z]{16}\b|\bsk-[A-Za-z0-9_-]{20,}|\bgh[pousr]_[A-Za-z0-9]{36}\b|\bxox[abprs]-[A-Za-z0-9-]{10,}`)

func (kind) Write(_ context.Context, p *exchange.Persona, _ string, out *exchange.Export) error {
	i := index{Schema: schema, Name: p.Display, Files: []entry{}}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	left := int64(maxPacked)
	for _, e := range p.Files.Entries {
		if e.Name == indexFile || e.Name == signFile {
			out.Note(exchange.Lost, e.Name, "", "has the name of a part of the pack itself")
			continue
		}
		if reason := why(e.Name); reason != "" {
			out.Note(exchange.Lost, e.Name, "", reason)
			continue
		}
		content, err := p.Files.Read(e.Name, left)
		if errors.Is(err, fs.ErrPermission) {
			out.Note(exchange.Lost, e.Name, "", "cannot be read: permission denied")
			continue
		}
		if err != nil {
			return err
		}
		left -= int64(len(content))
		if at := keys().FindIndex(content); at != nil {
			return fmt.Errorf("%s: line %d looks like a key: take it out", e.Name, 1+bytes.Count(content[:at[0]], []byte("\n")))
		}
		if err := exchange.AddToZip(z, e.Name, bytes.NewReader(content)); err != nil {
			return err
		}
		digest := sha256.Sum256(content)
		i.Files = append(i.Files, entry{e.Name, int64(len(content)), hex.EncodeToString(digest[:])})
	}
	content, err := exchange.EncodeJSON(i)
	if err == nil {
		err = exchange.AddToZip(z, indexFile, bytes.NewReader(content))
	}
	if err == nil && out.Sign != nil {
		var signature []byte
		if signature, err = out.Sign(content); err == nil {
			err = exchange.AddToZip(z, signFile, bytes.NewReader(signature))
		}
	}
	if err == nil {
		err = z.Close()
	}
	out.File("", b.Bytes())
	return err
}

func (k kind) Read(_ context.Context, in *exchange.Input, out *exchange.Import) error {
	files, err := in.Files()
	if err != nil {
		return err
	}
	i, err := check(files)
	if err == nil {
		err = signed(in, files, out)
	}
	if err != nil {
		return err
	}
	if in.Settings {
		return readAll(i, files, out)
	}
	const works = "changes how the agent works: --settings takes it over, of a pack that you trust"
	s := folder.System{
		Kind: k.Kind(),
		Rules: []folder.Rule{
			{Name: profile.SoulFile, Do: folder.Soul},
			{Name: profile.StyleFile, Do: folder.Part, To: profile.StyleFile},
			{Name: profile.InstructionsFile, Do: folder.Part, To: profile.InstructionsFile},
			{Name: profile.MemoryFile, Do: folder.Part, To: profile.MemoryFile},
			{Name: profile.ContextFolder + "/", Do: folder.Context},
			{Name: profile.ExamplesFolder + "/", Do: folder.Example},
			{Name: profile.SamplesRoot + "/", Do: folder.Sample},
			{Name: profile.OptionsFile, Do: folder.Keep, Why: works},
			{Name: profile.SourcesFolder + "/", Do: folder.Document},
			{Name: profile.KnowledgeFolder + "/", Do: folder.Document},
			{Name: profile.OutputFile, Why: "a build writes it anew"},
			{Name: profile.ManifestFile, Why: "a build writes it anew"},
			{Name: exchange.KeptFolder + "/", Why: "is of an import before this one: --settings takes it over"},
			{Name: indexFile, Why: "has been looked at"},
			{Name: signFile, Why: "is for this pack alone"},
		},
		Rest: works,
	}
	return s.Read(&exchange.Input{Name: i.Name, Tree: files, User: in.User}, out)
}

// check reads the index of a pack, and holds every file to it.
func check(files *exchange.Tree) (index, error) {
	var i index
	if !files.Has(indexFile) {
		return i, fmt.Errorf("%w: a pack has a %s", exchange.ErrUnknown, indexFile)
	}
	content, err := files.Read(indexFile, exchange.MaxJSON)
	if err != nil {
		return i, err
	}
	if err := exchange.CheckJSON(content); err != nil {
		return i, fmt.Errorf("%s: %w", indexFile, err)
	}
	if err := json.Unmarshal(content, &i); err != nil {
		return i, fmt.Errorf("reading %s: %w: %w", indexFile, exchange.ErrCorrupt, err)
	}
	if i.Schema != schema {
		return i, fmt.Errorf("%w: %s has schema %d, and this program knows %d: use a newer one", exchange.ErrUnknown, indexFile, i.Schema, schema)
	}
	own := 1
	if files.Has(signFile) {
		own++
	}
	if len(i.Files) != len(files.Entries)-own {
		return i, fmt.Errorf("%w: %s names %d files, and there are %d", exchange.ErrCorrupt, indexFile, len(i.Files), len(files.Entries)-own)
	}
	named := map[string]bool{indexFile: true, signFile: true}
	for _, e := range i.Files {
		if !files.Has(e.Path) || named[e.Path] {
			return i, fmt.Errorf("%w: %s names the file %q, which is not there or named already", exchange.ErrCorrupt, indexFile, e.Path)
		}
		named[e.Path] = true
		content, err := files.Read(e.Path, maxPacked)
		if err != nil {
			return i, err
		}
		if digest := sha256.Sum256(content); hex.EncodeToString(digest[:]) != e.SHA256 {
			return i, fmt.Errorf("%w: %s is not what %s says", exchange.ErrCorrupt, e.Path, indexFile)
		}
	}
	return i, nil
}

// signed says who signed the index of a pack, and with it all of its files.
func signed(in *exchange.Input, files *exchange.Tree, out *exchange.Import) error {
	if in.SignedBy == nil {
		return nil
	}
	index, err := files.Read(indexFile, exchange.MaxJSON)
	if err != nil {
		return err
	}
	var signature []byte
	if files.Has(signFile) {
		if signature, err = files.Read(signFile, maxSign); err != nil {
			return err
		}
	}
	by, err := in.SignedBy(index, signature)
	if err != nil {
		return fmt.Errorf("%s: %w", indexFile, err)
	}
	if by == "" {
		out.Note(exchange.Kept, indexFile, "", "the pack is not signed")
		return nil
	}
	out.Note(exchange.Used, indexFile, "", "the pack is signed by "+by)
	return nil
}

// readAll takes every file over as it is.
func readAll(i index, files *exchange.Tree, out *exchange.Import) error {
	out.Name(i.Name)
	for _, e := range i.Files {
		if reason := why(e.Path); reason != "" {
			out.Note(exchange.Lost, e.Path, "", reason)
			continue
		}
		f, err := files.Open(e.Path)
		if err != nil {
			return err
		}
		out.Verbatim(e.Path, f)
		if err := f.Close(); err != nil {
			return fmt.Errorf("reading %s: %w", e.Path, err)
		}
		if err := out.Err(); err != nil {
			return err
		}
	}
	return out.Err()
}
