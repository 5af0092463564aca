package pdfium

import (
	"context"
	"errors"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental/table"
	"github.com/tetratelabs/wazero/sys"
)

// callbacks are the imports that PDFium calls where a program gave it functions, which
// nothing here does: each with the types of its parameters and its result.
var callbacks = [...]struct{ name, types string }{
	{"FPDF_FILEACCESS_CB", "iiii:i"},
	{"FPDF_FILEWRITE_CB", "iii:i"},
	{"FX_FILEAVAIL_IS_DATA_AVAILABLE_CB", "iii:i"},
	{"FX_DOWNLOADHINTS_ADD_SEGMENT_CB", "iii:"},
	{"FSDK_SetTimeFunction_CB", ":l"},
	{"FSDK_SetLocaltimeFunction_CB", "i:i"},
	{"FPDF_FORMFILLINFO_FFI_DoGoToAction_CB", "iiiii:"},
	{"FPDF_FORMFILLINFO_FFI_DoURIAction_CB", "ii:"},
	{"FPDF_FORMFILLINFO_FFI_SetTextFieldFocus_CB", "iiii:"},
	{"FPDF_FORMFILLINFO_FFI_ExecuteNamedAction_CB", "ii:"},
	{"FPDF_FORMFILLINFO_FFI_GetRotation_CB", "ii:i"},
	{"FPDF_FORMFILLINFO_FFI_GetCurrentPage_CB", "ii:i"},
	{"FPDF_FORMFILLINFO_FFI_GetPage_CB", "iii:i"},
	{"FPDF_FORMFILLINFO_FFI_OnChange_CB", "i:"},
	{"FPDF_FORMFILLINFO_FFI_GetLocalTime_CB", "ii:"},
	{"FPDF_FORMFILLINFO_FFI_KillTimer_CB", "ii:"},
	{"FPDF_FORMFILLINFO_FFI_SetTimer_CB", "iii:i"},
	{"FPDF_FORMFILLINFO_FFI_SetCursor_CB", "ii:"},
	{"FPDF_FORMFILLINFO_FFI_OutputSelectedRect_CB", "iidddd:"},
	{"FPDF_FORMFILLINFO_FFI_Invalidate_CB", "iidddd:"},
	{"FPDF_FORMFILLINFO_Release_CB", "i:"},
	{"IFSDK_PAUSE_NeedToPauseNow_CB", "i:i"},
}

// jumpers are the imports by which C code calls a function that it may be thrown out of
// (setjmp), one for each type of such functions.
var jumpers = [...]struct{ name, types string }{
	{"invoke_viii", "iiii:"},
	{"invoke_ii", "ii:i"},
	{"invoke_iii", "iii:i"},
	{"invoke_iiii", "iiii:i"},
	{"invoke_iiiii", "iiiii:i"},
}

var (
	errCallback = errors.New("nothing was set that calls back")
	errJump     = errors.New("longjmp")
)

// instantiateHost gives the module the imports that Emscripten makes.
func instantiateHost(ctx context.Context, r wazero.Runtime) error {
	b := r.NewHostModuleBuilder("env")
	export := func(name, types string, f api.GoModuleFunc) {
		params, results := typesOf(types)
		b.NewFunctionBuilder().WithGoModuleFunction(f, params, results).Export(name)
	}
	for _, c := range callbacks {
		export(c.name, c.types, func(context.Context, api.Module, []uint64) { panic(errCallback) })
	}
	for kind, j := range jumpers {
		params, results := typesOf(j.types)
		k := &jumper{uint64(kind), params[1:], results}
		export(j.name, j.types, k.call)
	}
	export("emscripten_notify_memory_growth", "i:", func(context.Context, api.Module, []uint64) {})
	export("_emscripten_throw_longjmp", ":", func(context.Context, api.Module, []uint64) { panic(errJump) })
	_, err := b.Instantiate(ctx)
	return err
}

// typesOf returns the types of parameters and results, a letter for each.
func typesOf(letters string) (params, results []api.ValueType) {
	out := &params
	for _, c := range letters {
		switch c {
		case ':':
			out = &results
		case 'i':
			*out = append(*out, api.ValueTypeI32)
		case 'l':
			*out = append(*out, api.ValueTypeI64)
		case 'd':
			*out = append(*out, api.ValueTypeF64)
		}
	}
	return params, results
}

// jumper calls functions of a type. It does what the same import of wazero does, which
// makes two functions with new stacks for each call: that took a tenth of the time of
// a page.
type jumper struct {
	kind            uint64
	params, results []api.ValueType
}

// call calls the function whose place in the table is first on the stack, with what
// is behind it.
func (j *jumper) call(ctx context.Context, module api.Module, stack []uint64) {
	c, ok := ctx.Value(machineKey{}).(*machine)
	if !ok {
		panic(errJump)
	}
	place := uint32(stack[0])
	key := j.kind<<32 | uint64(place)
	var f api.Function
	if free := c.known.free[key]; len(free) > 0 {
		f, c.known.free[key] = free[len(free)-1], free[:len(free)-1]
	} else {
		f = table.LookupFunction(module, 0, place, j.params, j.results)
	}
	var saved [2]uint64 // the address of the stack in the instance's memory
	c.known.must(c.ctx, fnStackNow, saved[:])
	copy(stack, stack[1:])
	err := f.CallWithStack(ctx, stack)
	c.known.free[key] = append(c.known.free[key], f) // it is of use after an error, too
	if err == nil {
		return
	}
	var exit *sys.ExitError
	if errors.As(err, &exit) {
		panic(err)
	}
	c.known.must(c.ctx, fnStackRestore, saved[:])
	if !errors.Is(err, errJump) {
		panic(err)
	}
	saved = [2]uint64{1, 0}
	c.known.must(c.ctx, fnSetThrew, saved[:])
}

// must calls a function while another one runs.
func (k *functions) must(ctx context.Context, f function, stack []uint64) {
	if err := k.named(f).CallWithStack(ctx, stack); err != nil {
		panic(err)
	}
}
