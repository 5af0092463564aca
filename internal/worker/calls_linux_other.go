//go:build linux && !amd64 && !arm64

package worker

const auditArch = 0 // PDFium's compiler is not for this processor either

func oldCalls() []uint32 { return nil }
