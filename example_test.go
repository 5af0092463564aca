package backstory_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

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
	doc, err := backstory.Convert(context.Background(), "letter.html", strings.NewReader(`<h1>Dear Ida</h1><p>Come <b>soon</b>.<span style="display:none">Bring gold.</span>`), backstory.Options{})
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

func ExampleConvert_options() {
	options := backstory.Options{Conversion: map[string]any{"hidden": "mark"}, Limits: map[string]int64{"input": 1000}}
	doc, err := backstory.Convert(context.Background(), "letter.html", strings.NewReader(`<p>Come soon.<span style="display:none"> Bring gold.</span>`), options)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(doc.Markdown)
	_, err = backstory.Convert(context.Background(), "long.txt", strings.NewReader(strings.Repeat("x", 2000)), options)
	var failed *backstory.Error
	if errors.As(err, &failed) {
		fmt.Println(failed.Code)
	}
	// Output:
	// Come soon. [hidden: Bring gold.]
	// limit
}

func ExampleSearch() {
	dir := ida()
	defer os.RemoveAll(dir)
	ctx := context.Background()
	if _, err := backstory.Build(ctx, dir, backstory.Options{}); err != nil {
		fmt.Println(err)
		return
	}
	found, err := backstory.Search(ctx, dir, "How many oars has the Tern?", 1, backstory.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range found {
		fmt.Println(p.Source, p.Place, p.Answers)
	}
	// Output:
	// 2-boats.csv row 3, line 3 true
}

func ExamplePrompt() {
	dir := ida()
	defer os.RemoveAll(dir)
	ctx := context.Background()
	if _, err := backstory.Build(ctx, dir, backstory.Options{}); err != nil {
		fmt.Println(err)
		return
	}
	prompt, err := backstory.Prompt(ctx, dir, backstory.PromptOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	first, _, _ := strings.Cut(prompt.Text, "\n\n## ")
	fmt.Println(first)
	fmt.Println(strings.Contains(prompt.Text, "|Lark|2|"), len(prompt.Omitted))
	// Output:
	// You are Ida, who keeps a lighthouse.
	// true 0
}

func TestErrorsSayWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		name, text, code, place string
		o                       backstory.Options
	}{
		{name: "x.exe", text: "MZ", code: "unsupported"},
		{name: "x.json", text: "{\n\"a\": }", code: "corrupt", place: "line 2"},
		{name: "x.txt", text: "long", code: "limit", o: backstory.Options{Limits: map[string]int64{"input": 3}}},
	} {
		_, err := backstory.Convert(t.Context(), c.name, strings.NewReader(c.text), c.o)
		var failed *backstory.Error
		if !errors.As(err, &failed) || failed.Code != c.code || failed.Place != c.place || !strings.Contains(err.Error(), c.name) {
			t.Errorf("%s: %+v (%v)", c.name, failed, err)
		}
		if errors.Is(err, backstory.ErrUnsupported) != (c.code == "unsupported") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	for _, o := range []backstory.Options{
		{Conversion: map[string]any{"hiden": "mark"}},
		{Conversion: map[string]any{"hidden": "maybe"}},
		{Conversion: map[string]any{"rows": func() {}}},
		{Limits: map[string]int64{"inputs": 3}},
		{Limits: map[string]int64{"input": 0}},
	} {
		if _, err := backstory.Convert(t.Context(), "x.txt", strings.NewReader("x"), o); err == nil {
			t.Errorf("%+v was taken", o)
		}
	}
	if _, err := backstory.Convert(t.Context(), "x.txt", iotest.ErrReader(errors.New("gone")), backstory.Options{}); err == nil || !strings.Contains(err.Error(), "gone") {
		t.Error(err)
	}
	for _, dir := range []string{"", filepath.Join(t.TempDir(), "nobody")} {
		if _, err := backstory.Build(t.Context(), dir, backstory.Options{}); err == nil {
			t.Errorf("%q was built", dir)
		}
		if _, err := backstory.Search(t.Context(), dir, "words", 3, backstory.Options{}); err == nil {
			t.Errorf("%q was searched", dir)
		}
		if _, err := backstory.Prompt(t.Context(), dir, backstory.PromptOptions{}); err == nil {
			t.Errorf("%q was composed", dir)
		}
	}
}

// A build that finds nothing to do says what is there all the same.
func TestABuildThatIsCurrentReportsItsSources(t *testing.T) {
	dir := ida()
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "backstory", "3.json"), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	cache := t.TempDir()
	for _, written := range []bool{true, false} {
		r, err := backstory.Build(t.Context(), dir, backstory.Options{CacheDir: cache})
		if err != nil || r.Written != written || len(r.Sources) != 3 || len(r.Failed) != 1 {
			t.Errorf("%+v, %v", r, err)
		}
	}
}
