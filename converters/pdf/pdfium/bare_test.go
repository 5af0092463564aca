package pdfium

import (
	"bytes"
	"context"
	"errors"
	"hash/crc32"
	"io"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

func TestBareModuleHasAllButTheBodies(t *testing.T) {
	module, err := bare(pdfiumWasm)
	if err != nil {
		t.Fatal(err)
	}
	if len(module) > len(pdfiumWasm)/2 {
		t.Errorf("the bare module has %d of %d bytes", len(module), len(pdfiumWasm))
	}
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithCoreFeatures(api.CoreFeaturesV2|experimental.CoreFeaturesExceptionHandling))
	defer r.Close(ctx)
	c, err := r.CompileModule(ctx, module)
	if err != nil {
		t.Fatalf("the bare module is not valid: %v", err)
	}
	exported := c.ExportedFunctions()
	for _, name := range functionNames {
		if exported[name] == nil {
			t.Errorf("the bare module does not export %q", name)
		}
	}
}

func TestBareModuleWithoutTheCodeIsAnError(t *testing.T) {
	e, err := compile(context.Background(), Config{}, bare, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close(context.Background())
	file := page("")
	if _, err := e.Open(context.Background(), Source{Content: io.NewSectionReader(strings.NewReader(file), 0, int64(len(file)))}); err == nil {
		t.Error("a document was opened by functions without bodies")
	}
}

func TestNotesOfModulesThatDifferDiffer(t *testing.T) {
	one := noteOf(5, 1)
	if bytes.Equal(one, noteOf(5, 2)) || bytes.Equal(one, noteOf(6, 1)) {
		t.Error("another module has the same note")
	}
	if sum := crc32.Checksum(pdfiumWasm, crc32.MakeTable(crc32.Castagnoli)); sum != moduleSum {
		t.Errorf("the checksum of the module is %#x, want %#x", sum, moduleSum)
	}
	if module, err := bare(pdfiumWasm); err != nil || !bytes.HasSuffix(module, noteOf(len(pdfiumWasm), moduleSum)) {
		t.Errorf("the bare module does not name the one that it was made of: %v", err)
	}
}

func TestWhatIsNoModuleHasNoBareOne(t *testing.T) {
	for _, module := range []string{"", "\x00asm", "\x00asm\x01\x00\x00\x00\x0a", "\x00asm\x01\x00\x00\x00\x0a\x05\x01", "\x00asm\x01\x00\x00\x00\x0a\x01\x80", "\x00asm\x01\x00\x00\x00\x0a\x02\xff\x7f"} {
		if _, err := bare([]byte(module)); !errors.Is(err, errModule) {
			t.Errorf("%q: %v, want %v", module, err, errModule)
		}
	}
}
