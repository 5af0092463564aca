package cli

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"strings"
)

type (
	sarifText struct {
		Text string `json:"text"`
	}
	sarifRule struct {
		ID      string     `json:"id"`
		Short   *sarifText `json:"shortDescription,omitempty"`
		Help    *sarifText `json:"help,omitempty"`
		HelpURI string     `json:"helpUri,omitempty"`
	}
	// sarifRegion is where in a file something is: its line. In one without lines,
	// such as a workbook, it is the first, and a logical location says the place.
	sarifRegion struct {
		Line      int `json:"startLine"`
		Column    int `json:"startColumn,omitempty"`
		EndColumn int `json:"endColumn,omitempty"`
	}
	sarifLogical struct {
		Name string `json:"fullyQualifiedName"`
	}
	sarifPlace struct {
		Physical struct {
			Artifact struct {
				URI string `json:"uri"`
			} `json:"artifactLocation"`
			Region *sarifRegion `json:"region,omitempty"`
		} `json:"physicalLocation"`
		Logical []sarifLogical `json:"logicalLocations,omitempty"`
	}
	sarifResult struct {
		Rule      string            `json:"ruleId"`
		Index     int               `json:"ruleIndex"`
		Level     Level             `json:"level"`
		Message   sarifText         `json:"message"`
		Locations []sarifPlace      `json:"locations,omitempty"`
		Partial   map[string]string `json:"partialFingerprints"`
	}
	sarifRun struct {
		Tool struct {
			Driver struct {
				Name    string      `json:"name"`
				Version string      `json:"semanticVersion,omitempty"`
				Home    string      `json:"informationUri"`
				Rules   []sarifRule `json:"rules"`
			} `json:"driver"`
		} `json:"tool"`
		Columns string        `json:"columnKind"`
		Results []sarifResult `json:"results"`
	}
)

// fingerprintName is what the fingerprints of findings are called: of their content,
// so that one that moves to another line is the same.
const fingerprintName = "backstory/v1"

// writeSARIF prints findings as SARIF 2.1.0, section 3: one run, a rule for each
// code.
func writeSARIF(out io.Writer, list []Finding) error {
	run := sarifRun{Results: []sarifResult{}, Columns: "unicodeCodePoints"}
	driver := &run.Tool.Driver
	driver.Name, driver.Home, driver.Rules = "backstory", home, []sarifRule{}
	if v, ok := strings.CutPrefix(ProgramVersion(), "v"); ok {
		driver.Version = v
	}
	rules := map[string]int{}
	for _, f := range list {
		if _, known := rules[f.Code]; !known {
			rules[f.Code] = len(driver.Rules)
			driver.Rules = append(driver.Rules, ruleOf(f))
		}
		r := sarifResult{Rule: f.Code, Index: rules[f.Code], Level: f.Level, Message: sarifText{f.says()}, Partial: map[string]string{fingerprintName: f.fingerprint()}}
		if f.path() != "" {
			r.Locations = []sarifPlace{f.sarifPlace()}
		}
		run.Results = append(run.Results, r)
	}
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

// ruleOf returns what is said of a code.
func ruleOf(f Finding) sarifRule {
	rule := sarifRule{ID: f.Code}
	if f.Title != "" {
		rule.Short = &sarifText{f.Title}
	}
	if f.Help != "" {
		rule.Help, rule.HelpURI = &sarifText{f.Help}, home+"/blob/main/docs/lint.md"
	}
	return rule
}

// fingerprint returns the fingerprint of a finding: that of its content, or of what the
// notice says.
func (f Finding) fingerprint() string {
	sum := sha256.Sum256([]byte(strings.Join([]string{f.Code, f.path(), f.Message}, "\x00")))
	return cmp.Or(f.Fingerprint, hex.EncodeToString(sum[:8]))
}

// sarifPlace returns where a finding is.
func (f Finding) sarifPlace() (at sarifPlace) {
	name := &url.URL{Path: f.path()}
	if filepath.IsAbs(f.path()) {
		name.Scheme = "file"
	}
	at.Physical.Artifact.URI = name.String()
	at.Physical.Region = &sarifRegion{Line: max(f.line(), 1)}
	if f.line() > 0 {
		at.Physical.Region.Column, at.Physical.Region.EndColumn = f.Columns[0], f.Columns[1]
	} else if f.Place != "" {
		at.Logical = []sarifLogical{{Name: f.Place}}
	} else if f.File == "" {
		at.Physical.Region = nil
	}
	return at
}
