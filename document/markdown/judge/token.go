package judge

// ChatTokens lists special tokens as the tokenizers and templates of language
// models have them, written down apart from what the writer knows of them.
func ChatTokens() []string {
	return []string{
		// ChatML: Qwen, Yi, Hermes, and many that were tuned.
		"<|im_start|>", "<|im_end|>", "<|im_sep|>", "<|endoftext|>", "<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>", "<|vision_start|>", "<|image_pad|>",
		"<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>", "<tools>", "</tools>", "<think>", "</think>",
		"<function=search>", "</function>", "<parameter=query>", "</parameter>",
		// Llama 2, 3 and 4.
		"<s>", "</s>", "<unk>", "[INST]", "[/INST]", "<<SYS>>", "<</SYS>>",
		"<|begin_of_text|>", "<|end_of_text|>", "<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>", "<|eom_id|>", "<|python_tag|>", "<|finetune_right_pad_id|>",
		"<|header_start|>", "<|header_end|>", "<|eot|>", "<|eom|>", "<|image_start|>", "<|tile_x_separator|>",
		// Mistral.
		"[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]", "[TOOL_CALLS]", "[TOOL_RESULTS]", "[/TOOL_RESULTS]", "[TOOL_CONTENT]", "[ARGS]", "[CALL_ID]",
		"[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]", "[IMG]", "[IMG_BREAK]", "[IMG_END]", "[PREFIX]", "[MIDDLE]", "[SUFFIX]", "[THINK]", "[/THINK]", "[AUDIO]", "[BEGIN_AUDIO]", "[control_8]",
		// Command R and A.
		"<BOS_TOKEN>", "<EOS_TOKEN>", "<PAD>", "<UNK>", "<CLS>", "<SEP>", "<MASK_TOKEN>", "<EOP_TOKEN>",
		"<|START_OF_TURN_TOKEN|>", "<|END_OF_TURN_TOKEN|>", "<|SYSTEM_TOKEN|>", "<|USER_TOKEN|>", "<|CHATBOT_TOKEN|>", "<|START_THINKING|>", "<|START_ACTION|>", "<|START_TOOL_RESULT|>",
		// DeepSeek.
		"<｜begin▁of▁sentence｜>", "<｜end▁of▁sentence｜>", "<｜User｜>", "<｜Assistant｜>", "<｜tool▁calls▁begin｜>", "<｜tool▁sep｜>", "<｜fim▁hole｜>", "｜DSML｜",
		// gpt-oss.
		"<|start|>", "<|message|>", "<|channel|>", "<|constrain|>", "<|call|>", "<|return|>", "<|end|>", "<|startoftext|>", "<|endofprompt|>",
		// Gemma.
		"<bos>", "<eos>", "<pad>", "<mask>", "<start_of_turn>", "<end_of_turn>", "<start_of_image>", "<end_of_image>", "<image_soft_token>", "<unused42>",
		"<|turn>", "<turn|>", "<|channel>", "<channel|>", "<|tool_call>", "<tool_call|>", `<|"|>`, "<start_function_call>", "<end_function_response>",
		// Phi.
		"<|system|>", "<|user|>", "<|assistant|>", "<|tool|>", "<|/tool|>", "<|tool_response|>", "<|dummy_87|>",
		// Granite, StarCoder, Code Llama.
		"<|start_of_role|>", "<|end_of_role|>", "<|tool_call|>", "<fim_prefix>", "<fim_suffix>", "<reponame>", "<gh_stars>", "<issue_start>", "<jupyter_code>", "<commit_msg>", "<PRE>", "<EOT>",
		// GLM, Kimi, InternLM, Baichuan, T5, Nemotron.
		"[gMASK]", "[sMASK]", "<sop>", "<eop>", "<|observation|>", "<arg_key>", "</arg_value>", "[BOS]", "[EOS]", "[EOT]", "[PAD]", "[UNK]", "[start_header_id]", "<|tool_calls_section_begin|>",
		"[UNUSED_TOKEN_145]", "<reserved_106>", "<extra_id_0>", "<SPECIAL_12>",
		// EXAONE, Seed, MiniMax.
		"[|system|]", "[|endofturn|]", "<seed:bos>", "<seed:think>", "</seed:tool_call>", "<minimax:tool_call>", "]~b]", "]~!b[", "[e~[", "]<]minimax[>[",
	}
}
