package layout

import "github.com/seed353dc258/backstory/converters/pdf/script"

// mirror turns the columns of a table around whose text is written from right
// to left.
func (t *Table) mirror() {
	rtl, all := 0, 0
	for _, row := range t.Rows {
		for i := range row {
			for j := range row[i].Words {
				if script.HasLetter(row[i].Words[j].Text) {
					all++
					rtl += script.Flag(row[i].Words[j].RTL)
				}
			}
		}
	}
	if all == 0 || rtl*2 <= all {
		return
	}
	for _, row := range t.Rows {
		for i, j := 0, len(row)-1; i < j; i, j = i+1, j-1 {
			row[i], row[j] = row[j], row[i]
		}
	}
}
