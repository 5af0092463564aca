// Command workbooks writes the test workbook that excelize makes.
//
//	go run ./workbooks ../converters/xlsx/testdata/fixtures/excelize.xlsx
package main

import (
	"fmt"
	"os"
	"time"

	"github.com/xuri/excelize/v2"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "workbooks: give the file to write")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "workbooks:", err)
		os.Exit(1)
	}
}

// write makes a workbook of what excelize can do and other programs do not:
// streamed rows with inline strings, rich text, charts with a title, groups.
func write(path string) error {
	f := excelize.NewFile()
	defer f.Close()
	for _, step := range []func(*excelize.File) error{stock, streamed, rich, grouped} {
		if err := step(f); err != nil {
			return err
		}
	}
	return f.SaveAs(path)
}

// setRows fills a sheet from its first row on.
func setRows(f *excelize.File, sheet string, rows [][]any) error {
	for i := range rows {
		if err := f.SetSheetRow(sheet, fmt.Sprintf("A%d", i+1), &rows[i]); err != nil {
			return err
		}
	}
	return nil
}

func stock(f *excelize.File) error {
	if err := f.SetSheetName("Sheet1", "Stock"); err != nil {
		return err
	}
	day := time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC)
	if err := setRows(f, "Stock", [][]any{
		{"Article", "Pieces", "Since", "Paid"},
		{"Rope", 12, day, true},
		{"Anchor", 3.5, day.Add(36 * time.Hour), false},
		{"Paint", -1, day.AddDate(-100, 0, 0), true},
	}); err != nil {
		return err
	}
	if err := f.SetCellFormula("Stock", "B5", "SUM(B2:B4)"); err != nil {
		return err
	}
	if err := f.AddComment("Stock", excelize.Comment{Cell: "B3", Author: "Bob", Paragraph: []excelize.RichTextRun{{Text: "Count again"}}}); err != nil {
		return err
	}
	if err := f.SetCellHyperLink("Stock", "A2", "https://example.org/rope", "External"); err != nil {
		return err
	}
	return f.AddChart("Stock", "G2", &excelize.Chart{
		Type:   excelize.Col,
		Title:  excelize.ChartTitle{Paragraph: []excelize.RichTextRun{{Text: "Pieces in stock"}}},
		Series: []excelize.ChartSeries{{Name: "Stock!$B$1", Categories: "Stock!$A$2:$A$4", Values: "Stock!$B$2:$B$4"}},
	})
}

func streamed(f *excelize.File) error {
	if _, err := f.NewSheet("Streamed"); err != nil {
		return err
	}
	w, err := f.NewStreamWriter("Streamed")
	if err != nil {
		return err
	}
	for i, row := range [][]any{{"Key", "Value"}, {"a & b", 1}, {"<c>", 2.25}, {"d|e", "text"}} {
		if err := w.SetRow(fmt.Sprintf("A%d", i+1), row); err != nil {
			return err
		}
	}
	return w.Flush()
}

func rich(f *excelize.File) error {
	if _, err := f.NewSheet("Rich"); err != nil {
		return err
	}
	if err := setRows(f, "Rich", [][]any{{"Unit", "Value"}, {"", 5}}); err != nil {
		return err
	}
	return f.SetCellRichText("Rich", "A2", []excelize.RichTextRun{{Text: "m"}, {Text: "2", Font: &excelize.Font{VertAlign: "superscript"}}, {Text: " of floor"}})
}

func grouped(f *excelize.File) error {
	if _, err := f.NewSheet("Grouped"); err != nil {
		return err
	}
	if err := setRows(f, "Grouped", [][]any{{"Item", "Count"}, {"part one", 1}, {"part two", 2}, {"all", 3}}); err != nil {
		return err
	}
	for _, row := range []int{2, 3} {
		if err := f.SetRowOutlineLevel("Grouped", row, 1); err != nil {
			return err
		}
		if err := f.SetRowVisible("Grouped", row, false); err != nil {
			return err
		}
	}
	return nil
}
