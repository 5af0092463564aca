package modeltest

import (
	"fmt"
	"net/http"
	"strings"
)

// wording is how a server says that a request is too long. The two numbers of
// its message are the tokens of the request and of the window.
type wording struct {
	server   string
	protocol Protocol
	status   int
	body     string // "USED" and "WINDOW" are put for the numbers
}

var wordings = [...]wording{
	{"openai", OpenAI, http.StatusBadRequest, `{"error":{"message":"This model's maximum context length is WINDOW tokens. However, your messages resulted in USED tokens. Please reduce the length of the messages.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}`},
	{"openai, new", OpenAI, http.StatusBadRequest, `{"error":{"message":"Input tokens exceed the configured limit of WINDOW tokens. Your messages resulted in USED tokens. Please reduce the length of the messages.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}`},
	{"vllm", OpenAI, http.StatusBadRequest, `{"object":"error","message":"This model's maximum context length is WINDOW tokens. However, you requested USED tokens (USED in the messages, 0 in the completion). Please reduce the length of the messages or completion.","type":"BadRequestError","param":null,"code":400}`},
	{"vllm, new", OpenAI, http.StatusBadRequest, `{"error":{"message":"'max_tokens' or 'max_completion_tokens' is too large: 8192. This model's maximum context length is WINDOW tokens and your request has USED input tokens (8192 > WINDOW - USED).","type":"BadRequestError","param":null,"code":400}}`},
	{"vllm, prompt", OpenAI, http.StatusBadRequest, `{"error":{"message":"The decoder prompt (length USED) is longer than the maximum model length of WINDOW. Make sure that ` + "`max_model_len`" + ` is not a smaller than the number of text tokens.","type":"BadRequestError","param":null,"code":400}}`},
	{"llama.cpp", OpenAI, http.StatusBadRequest, `{"error":{"code":400,"message":"the request exceeds the available context size. try increasing the context size or enable context shift","type":"invalid_request_error"}}`},
	{"llama.cpp, new", OpenAI, http.StatusBadRequest, `{"error":{"code":400,"message":"request (USED tokens) exceeds the available context size (WINDOW tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":USED,"n_ctx":WINDOW}}`},
	{"ollama", OpenAI, http.StatusBadRequest, `{"error":{"message":"the input length exceeds the context length","type":"invalid_request_error","param":null,"code":null}}`},
	{"ollama, prompt", OpenAI, http.StatusInternalServerError, `{"error":{"message":"prompt too long; exceeded max context length by 812 tokens","type":"api_error","param":null,"code":null}}`},
	{"mistral", OpenAI, http.StatusBadRequest, `{"object":"error","message":"Prompt contains USED tokens and 0 draft tokens, too large for model with WINDOW maximum context length","type":"invalid_request_prompt","param":null,"code":"3051"}`},
	{"mistral, nested", OpenAI, http.StatusUnprocessableEntity, `{"object":"error","message":{"detail":[{"type":"value_error","loc":["body","messages"],"msg":"Prompt contains USED tokens, too large for model with WINDOW maximum context length"}]},"type":"invalid_request_error","code":"3051"}`},
	{"gemini", OpenAI, http.StatusBadRequest, `[{"error":{"code":400,"message":"The input token count (USED) exceeds the maximum number of tokens allowed (WINDOW).","status":"INVALID_ARGUMENT"}}]`},
	{"lm studio", OpenAI, http.StatusBadRequest, `{"error":"Trying to keep the first USED tokens when context the overflows. However, the model is loaded with context length of only WINDOW tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input"}`},
	{"anthropic", Anthropic, http.StatusBadRequest, `{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: USED tokens > WINDOW maximum"}}`},
	{"anthropic, answer", Anthropic, http.StatusBadRequest, `{"type":"error","error":{"type":"invalid_request_error","message":"input length and ` + "`max_tokens`" + ` exceed context limit: USED + 8192 > WINDOW, decrease input length or ` + "`max_tokens`" + ` and try again"}}`},
	{"anthropic, size", Anthropic, http.StatusRequestEntityTooLarge, `{"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}`},
	{"bedrock", Anthropic, http.StatusBadRequest, `{"message":"Input is too long for requested model."}`},
}

// Wordings names the servers of a protocol whose words are known, in an order
// that stays.
func Wordings(p Protocol) []string {
	var names []string
	for _, w := range wordings {
		if w.protocol == p {
			names = append(names, w.server)
		}
	}
	return names
}

// TooLong refuses a request that has so many tokens more than the window, in the
// words of a server ([Wordings]).
func TooLong(server string, used, window int) Reply {
	for _, w := range wordings {
		if w.server == server {
			body := strings.NewReplacer("USED", fmt.Sprint(used), "WINDOW", fmt.Sprint(window)).Replace(w.body)
			return Refuses(w.status, body)
		}
	}
	panic("modeltest: nobody knows the words of " + server)
}
