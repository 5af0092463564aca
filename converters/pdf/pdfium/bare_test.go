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
	module, err := bareModule()
	if err != nil {
		t.Fatal(err)
	}
	if len(module) > moduleLength/2 {
		t.Errorf("the bare module has %d of %d bytes", len(module), moduleLength)
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
	e, err := compile(context.Background(), Config{}, bareModule, nil)
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
	module, err := whole()
	if sum := crc32.Checksum(module, crc32.MakeTable(crc32.Castagnoli)); err != nil || len(module) != moduleLength || sum != moduleSum {
		t.Fatalf("the checksum of the module of %d bytes is %#x, want %#x of %d: %v", len(module), sum, moduleSum, moduleLength, err)
	}
	want, err := bare(module)
	if got, err2 := bareModule(); err != nil || err2 != nil || !bytes.Equal(got, want) || !bytes.HasSuffix(got, noteOf(moduleLength, moduleSum)) {
		t.Errorf("the bare module is not that of the whole one: %v, %v", err, err2)
	}
}

func TestWhatIsNoModuleHasNoBareOne(t *testing.T) {
	for _, module := range []string{"", "\x00asm", "\x00asm\x01\x00\x00\x00\x0a", "\x00asm\x01\x00\x00\x00\x0a\x05\x01", "\x00asm\x01\x00\x00\x00\x0a\x01\x80", "\x00asm\x01\x00\x00\x00\x0a\x02\xff\x7f"} {
		if _, err := bare([]byte(module)); !errors.Is(err, errModule) {
			t.Errorf("%q: %v, want %v", module, err, errModule)
		}
	}
}
