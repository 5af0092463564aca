package backstory_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory"
)

// ida makes a profile with two documents.
func ida() string {
	dir, err := os.MkdirTemp("", "ida")
	if err != nil {
		panic(err)
	}
	for name, text := range map[string]string{
		"soul.md":                "You are Ida, who keeps a lighthouse.\n",
		"backstory/1-origin.txt": "Ida was born at Skarv.\n",
		"backstory/2-boats.csv":  "name,oars\nLark,2\nTern,4\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			panic(err)
		}
	}
	return dir
}

func Example() {
	dir := ida()
	defer os.RemoveAll(dir)
	report, err := backstory.Build(context.Background(), dir, backstory.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := os.ReadFile(report.Output)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(text))
	// Output:
	// ## Backstory
	//
	// ### File: /1-origin.txt
	//
	// Ida was born at Skarv.
	//
	// ### File: /2-boats.csv
	//
	// |name|oars|
	// |-|-|
	// |Lark|2|
	// |Tern|4|
}

func ExampleCheck() {
	dir := ida()
	defer os.RemoveAll(dir)
	for range 2 {
		verdict, err := backstory.Check(context.Background(), dir, true, backstory.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(verdict.Fresh)
		if _, err := backstory.Build(context.Background(), dir, backstory.Options{}); err != nil {
			fmt.Println(err)
			return
		}
	}
	// Output:
	// false
	// true
}

func ExampleConvert() {
	doc, err := backstory.Convert(context.Background(), "letter.html", []byte(`<h1>Dear Ida</h1><p>Come <b>soon</b>.<span style="display:none">Bring gold.</span>`), backstory.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(doc.Markdown)
	for _, w := range doc.Warnings {
		fmt.Println(w.Code)
	}
	// Output:
	// # Dear Ida
	//
	// Come **soon**.
	// hidden-style
}

func ExamplePrompt() {
	dir := ida()
	defer os.RemoveAll(dir)
	if _, err := backstory.Build(context.Background(), dir, backstory.Options{}); err != nil {
		fmt.Println(err)
		return
	}
	epoch, err := backstory.Prompt(dir, backstory.PromptOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	first, _, _ := strings.Cut(epoch.System, "\n\n## ")
	fmt.Println(first)
	fmt.Println(strings.Contains(epoch.System, "|Lark|2|"), len(epoch.Omitted))
	// Output:
	// You are Ida, who keeps a lighthouse.
	// true 0
}

func TestErrorsSayWhatIsWrong(t *testing.T) {
	if _, err := backstory.Convert(t.Context(), "x.exe", []byte("MZ"), backstory.Options{}); !errors.Is(err, backstory.ErrUnsupported) {
		t.Error(err)
	}
	for _, dir := range []string{"", filepath.Join(t.TempDir(), "nobody")} {
		if _, err := backstory.Build(t.Context(), dir, backstory.Options{}); err == nil {
			t.Errorf("%q was built", dir)
		}
		if _, err := backstory.Prompt(dir, backstory.PromptOptions{}); err == nil {
			t.Errorf("%q was composed", dir)
		}
	}
}

// A build that finds nothing to do says what is there all the same.
func TestABuildThatIsCurrentReportsItsManifest(t *testing.T) {
	dir := ida()
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "backstory", "3.json"), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	cache := t.TempDir()
	for _, written := range []bool{true, false} {
		r, err := backstory.Build(t.Context(), dir, backstory.Options{CacheDir: cache})
		if err != nil || r.Written != written || len(r.Manifest.Files) != 3 || len(r.Failed) != 1 {
			t.Errorf("%+v, %v", r, err)
		}
	}
}
