package chattoken

// isTagName reports whether a name between angle brackets is one that chat
// templates of language models set apart, beside the general forms <|…|>,
// <|…>, <…|> and <｜…｜>. Digits at its end are a single "0". Names that
// people write for something of theirs (<filename>, <response>) are left out.
func isTagName(name string) bool {
	switch name {
	// Llama 2, Mistral, Gemma, T5, Baichuan, Nemotron and who came from them.
	case "s", "/s", "bos", "eos", "pad", "unk", "mask", "cls", "sep", "bos_token", "eos_token", "extra_id_0", "unused0", "reserved_0", "SPECIAL_0":
		return true
	// Command R.
	case "BOS_TOKEN", "EOS_TOKEN", "PAD", "UNK", "CLS", "SEP", "MASK_TOKEN", "EOP_TOKEN":
		return true
	// Gemma, Function Gemma.
	case "start_of_turn", "end_of_turn", "start_of_image", "end_of_image", "image_soft_token",
		"start_of_audio", "end_of_audio", "audio_soft_token",
		"start_function_declaration", "end_function_declaration", "start_function_call", "end_function_call",
		"start_function_response", "end_function_response":
		return true
	// Tools and thoughts: Qwen, Hermes, Granite, GLM, DeepSeek, Phi, OLMo.
	case "tool_call", "/tool_call", "tool_calls", "/tool_calls", "tool_response", "/tool_response", "tool_result", "/tool_result",
		"tools", "/tools", "function_calls", "/function_calls", "function_call", "/function_call", "/function", "/parameter",
		"arg_key", "/arg_key", "arg_value", "/arg_value", "think", "/think", "system", "/system":
		return true
	// GLM, InternLM.
	case "sop", "eop", "eoh", "eoa", "eos_0":
		return true
	// Code: Code Llama, StarCoder, Granite.
	case "PRE", "SUF", "MID", "EOT", "fim_prefix", "fim_middle", "fim_suffix", "fim_pad", "file_sep", "repo_name", "reponame", "gh_stars",
		"issue_start", "issue_comment", "issue_closed", "jupyter_start", "jupyter_text", "jupyter_code", "jupyter_output",
		"jupyter_script", "empty_output", "commit_before", "commit_msg", "commit_after":
		return true
	}
	return false
}

// valueNames begin the names of tags that have a value or a name of their
// own behind them: Qwen and Llama, Seed, MiniMax.
var valueNames = [...]string{"function=", "parameter=", "seed:", "/seed:", "minimax:", "/minimax:"}

// isSquareName reports whether a name between square brackets is one that chat
// templates set apart, beside the general form [|…|] of EXAONE. Digits at its
// end are a single "0".
func isSquareName(name string) bool {
	switch name {
	// Mistral.
	case "INST", "/INST", "SYSTEM_PROMPT", "/SYSTEM_PROMPT", "AVAILABLE_TOOLS", "/AVAILABLE_TOOLS", "TOOL_CALLS", "/TOOL_CALLS",
		"TOOL_RESULTS", "/TOOL_RESULTS", "TOOL_CONTENT", "/TOOL_CONTENT", "ARGS", "CALL_ID", "THINK", "/THINK", "MODEL_SETTINGS", "/MODEL_SETTINGS",
		"IMG", "IMG_BREAK", "IMG_END", "PREFIX", "MIDDLE", "SUFFIX", "AUDIO", "BEGIN_AUDIO", "TRANSCRIBE", "control_0":
		return true
	// GLM, Kimi, InternLM, BERT.
	case "gMASK", "sMASK", "MASK", "BOS", "EOS", "EOT", "PAD", "UNK", "CLS", "SEP", "start_header_id", "end_header_id", "UNUSED_TOKEN_0":
		return true
	}
	return false
}

// oddTokens are tokens of a form of their own, whose second byte is "~", "e" or
// "<": MiniMax.
var oddTokens = [...]string{"]~b]", "]~!b[", "[e~[", "]<]minimax[>["}

// barToken is what DeepSeek puts in front of names. It ends in a character that no backslash of Markdown escapes: the
// writer leaves it, and [Break] breaks it.
const barToken = "｜DSML｜"

// firstBytes marks the bytes that tokens begin with.
var firstBytes = [256]bool{'<': true, '[': true, ']': true, 0xef: true} // the last one of barToken
