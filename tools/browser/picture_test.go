package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestPictures makes the pictures of docs/page.md, of the profile in the tree. BACKSTORY_SHOTS names
// the folder: BACKSTORY_SHOTS=$PWD/docs/picture make browser ARGS='-run TestPictures'.
func TestPictures(t *testing.T) {
	s := &site{t: t, dir: filepath.Join(t.TempDir(), "caelum"), home: t.TempDir()}
	if err := os.CopyFS(s.dir, os.DirFS("../../fixtures/profiles/caelum")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(s.dir, "backstory", "20-papers", "log.pdf"), []byte(logbook()), 0o644); err != nil {
		t.Fatal(err)
	}
	s.window()
	s.run(chromedp.EmulateViewport(1140, 660))
	s.serve("0")
	key := s.profile()
	s.ask("When was Caelum born?")
	s.has(".sources", "")
	s.until("!document.querySelector('[data-running]') && location.pathname.includes('/ask/')")
	s.shot("page-ask")
	path := "/p/" + key + "/read/20-papers/log.pdf"
	s.to(path)
	s.until("document.querySelector('svg image') && document.querySelectorAll('rect').length > 2")
	line := s.eval("[...document.querySelectorAll('rect')][3]?.dataset.line ?? document.querySelector('rect').dataset.line")
	s.to(path + "?line=" + line.(string) + "#L" + line.(string))
	s.until("document.querySelector('.here')")
	s.eval("new Promise(done => { const i = new Image(); i.onload = done; i.src = document.querySelector('image').getAttribute('href'); })")
	s.eval("scrollTo(0, 0)")
	s.shot("page-read")
	s.to("/p/" + key + "/found?q=lighthouse")
	s.has("h2", "hidden")
	s.shot("page-found")
}

// logbook is a page of a lighthouse's log, as a PDF.
func logbook() string {
	paint, y := "BT /F 20 Tf 72 720 Td (Log of the lighthouse of Skarv) Tj ET\n", 680
	for _, entry := range [][]string{
		{"14 March 1974. Wind from the north-west, force 8 at dusk. The lamp was lit at", "17.40 and burned until morning without a fault."},
		{"15 March 1974. Fog since noon. The horn was sounded every ninety seconds for", "eleven hours. Two boats waited outside the bar and came in on the 16th."},
		{"17 March 1974. The relief boat brought oil, flour and the post. One pane of the", "lantern has a crack, which was stopped with putty until the glazier comes."},
		{"20 March 1974. Clear. Eighteen ships passed, the last one at 23.10, bound west", "with timber. The barometer reads 1021 and rises."},
	} {
		for _, line := range entry {
			paint += fmt.Sprintf("BT /F 12 Tf 72 %d Td (%s) Tj ET\n", y, line)
			y -= 16
		}
		y -= 14
	}
	objects := []string{
		"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 790]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>",
		"<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>", fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(paint), paint),
	}
	return document(objects)
}
