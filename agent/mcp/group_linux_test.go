package mcp_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/mcp"
)

// What a command starts ends with it, and Ctrl-C at the terminal does not reach
// it.
func TestNothingIsLeftBehind(t *testing.T) {
	s, env := command(t, "serve")
	s.Command = []string{"/bin/sh", "-c", `sleep 300 & echo $! > child; exec "$0"`, s.Command[0]}
	h := mcp.Open(t.Context(), map[string]catalog.Server{"tide": s}, mcp.Options{Getenv: env})
	h.Wait(t.Context(), patience)
	if len(h.Tools()) == 0 {
		t.Fatal(h.Notes())
	}
	content, err := os.ReadFile(filepath.Join(s.Dir, "child"))
	if err != nil {
		t.Fatal(err)
	}
	child := strings.TrimSpace(string(content))
	status := func() string {
		stat, err := os.ReadFile("/proc/" + child + "/stat")
		if err != nil {
			return "gone"
		}
		return strings.Fields(string(stat))[2]
	}
	if got := status(); got == "gone" || got == "Z" {
		t.Fatalf("the child is %s", got)
	}
	stat, err := os.ReadFile("/proc/" + child + "/stat")
	if err != nil {
		t.Fatal(err)
	}
	if group := strings.Fields(string(stat))[4]; group == "0" || group == field(t, "/proc/self/stat", 4) {
		t.Errorf("the child is in our group %s of %d", group, syscall.Getpgrp())
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	for begin := time.Now(); time.Since(begin) < patience; time.Sleep(20 * time.Millisecond) {
		if got := status(); got == "gone" || got == "Z" {
			return
		}
	}
	t.Errorf("the child is left: %s", status())
}

func field(t *testing.T, path string, n int) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(content))[n]
}
