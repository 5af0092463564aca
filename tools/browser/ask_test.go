package browser

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// lamps is a folder with two documents.
func lamps() map[string]string {
	return map[string]string{
		"lamp.md":   "# Lamps\n\nThe lamp of Skarv was lit in 1888 by Ida Holm.\n\nIt burns whale oil.\n",
		"boats.txt": "The boats of Skarv are painted red.\n\nEach boat carries four people.\n",
	}
}

// A question is asked by the keyboard alone, and its citation leads to the line in the source.
func TestAnAnswerLeadsToItsPlace(t *testing.T) {
	s := open(t, lamps())
	s.until("document.activeElement.id === 'question'")
	s.shot("ask-empty")
	s.ask("Who lit the lamp of Skarv?")
	s.has(".answer", "lit in 1888 by Ida Holm")
	s.has(".sources", "lamp.md")
	s.until("location.pathname.includes('/ask/')")
	s.shot("ask-answer")
	s.click(".sources a, .mark", "")
	s.has("tr:target", "lit in 1888")
	s.shot("read-line")
	s.eval("history.back()")
	s.has(".answer", "lit in 1888")
	s.eval("history.forward()")
	s.has("tr:target", "lit in 1888")
}

func TestWhatNoDocumentSaysIsNotAnswered(t *testing.T) {
	s := open(t, lamps())
	s.ask("How many penguins live in Tokyo?")
	s.has(".answer", "Nothing in these documents")
}

// The answer of a model comes word by word; the part that a document says has its mark.
func TestAnAnswerOfAModelIsShownWhileItComes(t *testing.T) {
	m := model(t, "The lamp of Skarv was lit in 1888 by Ida Holm. It is made of pure gold and "+strings.Repeat("more ", 40)+".", 50*time.Millisecond)
	s := m.with(t, lamps())
	s.ask("Who lit the lamp?")
	s.has(".answer", "The lamp of Skarv")
	s.lacks(".answer", "more more more more more more more more more more more more more more more more more more more more")
	s.has("#stop", "Stop")
	close(m.slow)
	s.has(".sources", "lamp.md")
	s.has(".missing", "gold")
	s.has(".cost", "Tokens")
	s.has(".foot", "lab/one")
	s.shot("ask-model")
}

// Stop ends an answer: what was said so far stays.
func TestAnAnswerIsStopped(t *testing.T) {
	m := model(t, "It begins "+strings.Repeat("and goes on ", 2000), 30*time.Millisecond)
	s := m.with(t, lamps())
	s.ask("What is there?")
	s.has(".answer", "and goes on")
	s.click("#stop", "Stop")
	s.until("!document.querySelector('[data-running]') && document.querySelector('.answer').textContent.includes('It begins')")
}

// A reload in the middle of an answer shows what was said and goes on.
func TestAReloadGoesOnWithTheAnswer(t *testing.T) {
	m := model(t, "It begins "+strings.Repeat("and goes on ", 400)+"until the end.", 25*time.Millisecond)
	s := m.with(t, lamps())
	s.ask("What is there?")
	s.has(".answer", "and goes on")
	s.to("/p/papers/talks")
	s.click(".rows a", "What is there?")
	s.has(".answer", "and goes on")
	s.run(chromedp.Reload())
	s.has(".answer", "and goes on")
	close(m.slow)
	s.has(".answer", "until the end.")
	s.until("!document.querySelector('[data-running]')")
}

// Two windows of one talk see the same answers.
func TestTwoWindowsShowOneTalk(t *testing.T) {
	m := model(t, "It begins "+strings.Repeat("and goes on ", 400)+"until the end.", 25*time.Millisecond)
	s := m.with(t, lamps())
	s.ask("What is there?")
	s.has(".answer", "and goes on")
	other := s.another("/p/papers/talks")
	other.click(".rows a", "What is there?")
	other.has(".answer", "and goes on")
	close(m.slow)
	s.has(".answer", "until the end.")
	other.has(".answer", "until the end.")
}

// Where the server ends, what was typed is kept, and can be sent when it runs again.
func TestAnEndedServerLosesNothing(t *testing.T) {
	s := open(t, lamps())
	s.until("document.activeElement.id === 'question'")
	port := s.base[strings.LastIndex(s.base, ":")+1:]
	s.stop()
	s.ask("Who lit the lamp of Skarv?")
	s.has(".wrong", "The server does not answer")
	s.shot("ask-ended")
	s.serve(port)
	s.until("document.getElementById('question').value === 'Who lit the lamp of Skarv?'")
	s.click("form.ask button", "Ask")
	s.has(".answer", "Ida Holm")
}

// A talk is asked on in the same view, and a new one begins without it.
func TestATalkGoesOn(t *testing.T) {
	s := open(t, lamps())
	s.ask("Who lit the lamp of Skarv?")
	s.until("document.querySelectorAll('.turn').length === 1 && location.pathname.includes('/ask/')")
	s.ask("What colour are the boats?")
	s.until("document.querySelectorAll('.turn').length === 2")
	s.has(".answer", "painted red")
	s.has(".turn:last-child a", "What the model was sent") // the view that the server makes of it
	s.shot("ask-two")
	s.click("a", "What the model was sent")
	s.has("summary", "System text")
	s.shot("request")
	s.click("a", "Back to the answer")
	s.click("form.do button", "Ask again")
	s.until("document.getElementById('question').value === 'What colour are the boats?' && document.querySelectorAll('.turn').length === 1")
	s.click(".buttons a", "New question")
	s.until("document.querySelectorAll('.turn').length === 0")
}
