package memory_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/org"
)

// TC-26
func TestAnOrganisationSharesWhatItsAdminsApprove(t *testing.T) {
	s := serve(t, "")
	s.Org("acme", "ida", nil)
	s.Org("zeta", "ida", nil)
	all := []string{"read", "chat", "write", "approve"}
	admin, member, viewer := s.AsUser("acme", "ada", org.Admin, all...), s.AsUser("acme", "bo", org.Member, all...), s.AsUser("acme", "vi", org.Viewer, all...)
	other := s.AsUser("zeta", "zed", org.Admin, all...)
	const base = "/api/v2/org-memory"
	const proposals = base + "/proposals"
	viewer.Must(403, "POST", proposals, apitest.M{"text": "x"})
	made := member.Must(201, "POST", proposals, apitest.M{"text": " The well is  deep. "})
	id := made.Text("id")
	if made.Text("text") != "The well is deep." || made.Text("state") != "pending" || made.Text("author") != "bo" {
		t.Errorf("%s", made.Body)
	}
	member.Must(422, "POST", proposals, apitest.M{"text": "  "})
	member.Must(403, "POST", proposals+"/"+id+"/approve", apitest.M{})
	member.Must(403, "POST", base+"/entries", apitest.M{"text": "x"})
	// Of another organisation it is not there.
	other.Must(404, "POST", proposals+"/"+id+"/approve", apitest.M{})
	other.Must(404, "POST", proposals+"/"+id+"/reject", apitest.M{})
	if r := other.Must(200, "GET", proposals, nil); strings.Contains(string(r.Body), "well") {
		t.Errorf("%s", r.Body)
	}
	admin.Must(204, "POST", proposals+"/"+id+"/approve", apitest.M{"pin": true})
	if r := member.Must(200, "GET", base, nil); r.Text("entries.0.text") != "The well is deep." || r.Get("entries.0.pinned") != true {
		t.Errorf("%s", r.Body)
	}
	admin.Must(409, "POST", proposals+"/"+id+"/approve", apitest.M{})
	gate := member.Must(201, "POST", proposals, apitest.M{"text": "The gate is red."}).Text("id")
	admin.Must(204, "POST", proposals+"/"+gate+"/reject", apitest.M{"reason": "It is green."})
	if r := member.Must(200, "GET", proposals+"?state=rejected", nil); r.Text("data.0.reason") != "It is green." || r.Text("data.0.decider") != "ada" {
		t.Errorf("%s", r.Body)
	}
	if r := admin.Must(201, "POST", base+"/entries", apitest.M{"text": "The mill is shut."}); r.Text("text") != "The mill is shut." || r.Text("author") != "ada" {
		t.Errorf("%s", r.Body)
	}
	if r := viewer.Must(200, "GET", base, nil); r.Get("version") != 2.0 || r.Text("entries.0.text") != "The mill is shut." {
		t.Errorf("%s", r.Body)
	}
	if r := other.Must(200, "GET", base, nil); r.Get("version") != 0.0 {
		t.Errorf("%s", r.Body)
	}
	entry := admin.Must(200, "GET", base, nil).Text("entries.0.id")
	other.Must(404, "DELETE", base+"/entries/"+entry, nil)
	admin.Must(204, "DELETE", base+"/entries/"+entry, nil)
	admin.Must(204, "POST", base+"/undo", nil)
	if r := viewer.Must(200, "GET", base, nil); r.Text("entries.0.text") != "The mill is shut." {
		t.Errorf("%s", r.Body)
	}
	viewer.Must(403, "GET", base+"/versions", nil)
	if r := admin.Must(200, "GET", base+"/versions", nil); r.Text("data.0.action") != "undone" || r.Get("data.0.source") != 2.0 {
		t.Errorf("%s", r.Body)
	}
	admin.Must(204, "POST", base+"/versions/1/restore", nil)
	if r := viewer.Must(200, "GET", base, nil); r.Text("entries.0.text") != "The well is deep." || r.Get("version") != 5.0 {
		t.Errorf("%s", r.Body)
	}
	admin.Must(404, "POST", base+"/versions/99/restore", nil)
}
