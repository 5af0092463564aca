package sqlite

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/store/sqlstore"
)

// Every table is taken out with an organisation, with all of its columns, or is
// named as one that stays.
func TestEveryTableIsMovedOrStays(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "store.db"))
	rows, err := s.db.DB.QueryContext(t.Context(), `SELECT t.name, group_concat(c.name, ' ') FROM pragma_table_list t, pragma_table_info(t.name) c
		WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name <> 'goose_db_version' GROUP BY t.name`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	moved, seen := sqlstore.MovedTables(), 0
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			t.Fatal(err)
		}
		seen++
		if slices.Contains(sqlstore.StayingTables, name) {
			continue
		}
		// A row's number is given anew, and an epoch has its prompt with it.
		columns := slices.DeleteFunc(strings.Fields(text), func(c string) bool {
			return c == "org" || name == "memories" && c == "n" || name == "epochs" && c == "prompt"
		})
		slices.Sort(columns)
		want := moved[name]
		slices.Sort(want)
		if diff := cmp.Diff(columns, want); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if err := rows.Err(); err != nil || seen < 20 {
		t.Errorf("%d tables (%v)", seen, err)
	}
}
