package runner

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/seed353dc258/backstory/agent/model"
)

// wire is what a model is asked through: one that knows nothing of tools is told
// of them in words.
func (a asker) wire(by Utility) model.Provider {
	mode := a.r.caps(by.Provider, by.Model).Tools
	if _, refused := a.r.noTools.Load(by.Model); refused && mode == model.ToolsNative {
		mode = model.ToolsText
	}
	if mode == model.ToolsNative {
		return by.Provider
	}
	sum := sha256.Sum256([]byte("calls in " + a.session.ID))
	return model.NewText(by.Provider, mode, hex.EncodeToString(sum[:6]))
}

// takesNoTools reports whether a server refused the tools of a request: from now
// on they are told in words.
func (t *turn) takesNoTools(err error) bool {
	if !model.IsKind(err, model.KindNoTools) || len(t.rest) > 0 {
		return false
	}
	if _, known := t.thread.r.noTools.LoadOrStore(t.thread.model(), true); known {
		return false
	}
	t.note(fmt.Sprintf(`%s takes no tools: they are told in words ("tools": "text" for its provider in config.json does so from the start)`, t.thread.model()))
	return true
}
