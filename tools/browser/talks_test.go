package browser

import "testing"

// Sessions are renamed and deleted, memories kept, corrected and forgotten.
func TestSessionsAndMemories(t *testing.T) {
	s := open(t, map[string]string{"soul.md": "# Ada\n\nYou are Ada.\n", "backstory/a.txt": "The lamp was lit in 1888.\n"})
	key := s.profile()
	s.ask("When was the lamp lit?")
	s.has(".answer", "1888")
	s.until("location.pathname.includes('/ask/')") // the page goes there by itself when the answer has ended
	s.to("/p/" + key + "/talks")
	s.shot("talks")
	s.click(".rows summary", "Change")
	s.eval("document.querySelector('.rows input[name=title]').value = 'The year of the lamp'")
	s.click(".rows button", "Rename")
	s.has(".rows a", "The year of the lamp")
	s.click("summary", "Remember something")
	s.eval("document.getElementById('new').value = 'Tea at four.'")
	s.click("button", "Remember")
	s.has(".rows .passage", "Tea at four.")
	s.shot("talks-memory")
	s.eval("document.querySelector('h2 ~ .rows textarea').value = 'Tea at five.'")
	s.click("h2 ~ .rows button", "Correct")
	s.has(".rows .passage", "Tea at five.")
	s.click("h2 ~ .rows button", "Forget")
	s.has("p", "Nothing is remembered.")
	s.lacks(".rows button", "Correct")
	s.click(".rows summary", "Change")
	s.click(".rows button", "Delete")
	s.has("p", "Nobody has asked anything yet.")
}

// The prompt is shown by section; a section opens by the keyboard.
func TestThePromptIsShown(t *testing.T) {
	s := open(t, map[string]string{"soul.md": "# Ada\n\nYou are Ada.\n", "backstory/a.txt": "The lamp was lit in 1888.\n"})
	s.to("/p/" + s.profile() + "/prompt")
	s.has(".sections summary", "token")
	s.eval("document.querySelector('.sections summary').focus()")
	s.press("\r")
	s.until("document.querySelector('.sections details').open")
	s.shot("prompt")
}

// A page that is only read offers no change, and who signed out sees how to come back.
func TestAReadOnlyPage(t *testing.T) {
	s := open(t, map[string]string{"soul.md": "# Ada\n\nYou are Ada.\n", "backstory/a.txt": "The lamp was lit in 1888.\n"}, "--read-only")
	s.to("/p/" + s.profile() + "/read/a.txt")
	s.has(".lines", "1888")
	s.lacks("summary", "Change")
	s.click("button", "Sign out")
	s.has("h1", "Open the page from a terminal")
	s.to("/")
	s.has("h1", "Open the page from a terminal")
	s.shot("signin")
}
