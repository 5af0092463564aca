package all_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters/internal/officetest"
)

// biff is a workbook as a bare stream with one text.
func biff(text string) []byte {
	record := func(kind uint16, body ...byte) []byte {
		return append(le.AppendUint16(le.AppendUint16(nil, kind), uint16(len(body))), body...)
	}
	out := record(0x809, 0, 6, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	out = append(out, record(0x204, append([]byte{0, 0, 0, 0, 0, 0, byte(len(text)), 0, 0}, text...)...)...)
	return append(out, record(0x0A)...)
}

// native is the stream of a file that an object holds ([MS-OLEDS], 2.3.6).
func native(name string, content []byte) []byte {
	b := append([]byte{0, 0, 0, 0, 2, 0}, name+"\x00C:\\Users\\ida\\"+name+"\x00\x00\x00\x03\x00\x05\x00\x00\x00C:\\x\x00"...)
	return append(le.AppendUint32(b, uint32(len(content))), content...)
}

func TestEmbeddedDocumentsAreReadByTheirFormats(t *testing.T) {
	book := officetest.Pack(
		officetest.Stream{Name: "Workbook", Data: biff("Outer")},
		officetest.Stream{Name: "MBD00000001/Workbook", Data: biff("Inner sheet")},
		officetest.Stream{Name: "MBD00000002/Package", Data: smallDocx(t, "Inner letter.")},
		officetest.Stream{Name: "MBD00000003/\x01Ole10Native", Data: native("tides.csv", []byte("Time,Height\n09:00,4.1\n"))},
		officetest.Stream{Name: "MBD00000004/\x01Ole10Native", Data: native("run.exe", []byte("MZ\x90\x00"))},
		officetest.Stream{Name: "MBD00000005/\x01Ole10Native", Data: native("cut.txt", nil)[:9]},
		officetest.Stream{Name: "MBD00000006/CONTENTS", Data: bytes.Repeat([]byte{0xff}, 100)},
	)
	c, err := convertLocked(t, "a.xls", book)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Outer", "# Object: object.xls", "Inner sheet", "# Object: object.docx\n\nInner letter.", "# Object: tides.csv", "|09:00|4.1|"} {
		if !strings.Contains(c.Text, want) {
			t.Errorf("%q is not in\n%s", want, c.Text)
		}
	}
	if strings.Contains(c.Text, "run.exe") || strings.Contains(c.Text, "cut.txt") {
		t.Errorf("programs and what is cut are read:\n%s", c.Text)
	}
}

// A workbook that holds workbooks that hold workbooks is read to the limit.
func TestEmbeddedDocumentsEndAtTheLimit(t *testing.T) {
	book := biff("The last one.")
	for range 8 {
		book = officetest.Pack(
			officetest.Stream{Name: "Workbook", Data: biff("Around it.")},
			officetest.Stream{Name: "MBD00000001/\x01Ole10Native", Data: native("a.xls", book)},
		)
	}
	if _, err := convertLocked(t, "a.xls", book); err == nil || !strings.Contains(err.Error(), "documents inside documents") {
		t.Errorf("the error is %v", err)
	}
}
