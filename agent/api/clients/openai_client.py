"""Asks a server with OpenAI's package for Python. It prints one line for each call."""

import asyncio
import os
import sys

import openai

URL, TOKEN = os.environ["BACKSTORY_URL"], os.environ["BACKSTORY_TOKEN"]
client = openai.OpenAI(base_url=URL + "/v1", api_key=TOKEN, max_retries=0)
calls = 0


def check(what, good, seen=""):
    global calls
    calls += 1
    print("ok" if good else "FAILED", what, "" if good else repr(seen))
    if not good:
        sys.exit(1)


def fails(what, kind, ask, status=None):
    try:
        seen = ask()
    except kind as e:
        check(what, status in (None, getattr(e, "status_code", None)) and str(e), e)
    else:
        check(what, False, seen)


def say(text, **more):
    return client.chat.completions.create(model="caelum", messages=[{"role": "user", "content": text}], **more)


TOOL = {
    "type": "function",
    "function": {
        "name": "forecast",
        "description": "Says how the weather will be.",
        "parameters": {"type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]},
    },
}
FLAT = {"type": "function", **TOOL["function"], "strict": False}

# Models.
models = list(client.models.list())
check("models.list", [m.id for m in models][:2] == ["caelum", "caelum:clerk"] and models[0].owned_by == "backstory", models)
check("models.retrieve", client.models.retrieve("caelum").id == "caelum")
fails("models.retrieve: unknown", openai.NotFoundError, lambda: client.models.retrieve("nobody"), 404)

# Chat.
r = say("Hello?")
check("chat", r.choices[0].message.content == "Caelum answers." and r.choices[0].finish_reason == "stop" and r.usage.total_tokens > 0, r)
r = client.chat.completions.create(
    model="caelum:clerk",
    temperature=0.3,
    messages=[{"role": "developer", "content": "Be brief."}, {"role": "user", "content": [{"type": "text", "text": "Hello?"}]}],
)
check("chat: role, developer, parts", r.choices[0].message.content == "Caelum answers.", r)
r = say("This is long.")
check("chat: length", r.choices[0].finish_reason == "length", r)
r = say("Where was Caelum born?")
check("chat: annotations", r.choices[0].message.annotations[0].url_citation.url == "backstory://caelum/source/intro.md", r)
raw = client.chat.completions.with_raw_response.create(model="caelum", messages=[{"role": "user", "content": "Hello?"}], seed=7, top_p=0.5)
check("chat: ignored fields", raw.headers["x-backstory-ignored"] == "seed, top_p" and raw.parse().choices, raw.headers)
check("chat: session", raw.headers["x-backstory-session"], raw.headers)

# Streams.
chunks = list(say("Hello?", stream=True, stream_options={"include_usage": True}))
text = "".join(c.choices[0].delta.content or "" for c in chunks if c.choices)
check("chat stream", text == "Caelum answers." and chunks[-1].usage.total_tokens > 0, text)
with client.chat.completions.stream(model="caelum", messages=[{"role": "user", "content": "Hello?"}]) as stream:
    kinds = [e.type for e in stream]
    final = stream.get_final_completion()
check("chat.completions.stream", "content.done" in kinds and final.choices[0].message.content == "Caelum answers.", kinds)
with client.chat.completions.stream(model="caelum", tools=[TOOL], messages=[{"role": "user", "content": "What is the weather in Skarv?"}]) as stream:
    final = stream.get_final_completion()
check("chat stream: tools", final.choices[0].message.tool_calls[0].function.name == "forecast", final)


def broken():
    return "".join(c.choices[0].delta.content or "" for c in say("It breaks.", stream=True))


fails("chat stream: breaks", openai.APIError, broken)

# Tools.
ask = {"role": "user", "content": "What is the weather in Skarv?"}
r = client.chat.completions.create(model="caelum", messages=[ask], tools=[TOOL], tool_choice="auto")
call = r.choices[0].message.tool_calls[0]
check("chat: a call", r.choices[0].finish_reason == "tool_calls" and call.function.arguments == '{"place":"Skarv"}', r)
past = [ask, r.choices[0].message.model_dump(exclude_none=True), {"role": "tool", "tool_call_id": call.id, "content": "rain"}]
r = client.chat.completions.create(model="caelum", messages=past, tools=[TOOL])
check("chat: its result", r.choices[0].message.content == "It rains.", r)

# Sessions.
keyed = client.with_options(default_headers={"X-Backstory-Session": "my-chat"})
one = keyed.chat.completions.with_raw_response.create(model="caelum", messages=[{"role": "user", "content": "Hello?"}])
more = [{"role": "user", "content": "Hello?"}, {"role": "assistant", "content": "Caelum answers."}, {"role": "user", "content": "And the fog?"}]
two = keyed.chat.completions.with_raw_response.create(model="caelum", messages=more)
check("a session goes on", one.headers["x-backstory-session"] == two.headers["x-backstory-session"], two.headers)
again = keyed.chat.completions.with_raw_response.create(model="caelum", messages=more)
check("regenerating branches", again.headers["x-backstory-session"] != two.headers["x-backstory-session"], again.headers)

# Responses.
r = client.responses.create(model="caelum", input="Hello?", instructions="Be brief.", metadata={"a": "b"})
check("responses", r.output_text == "Caelum answers." and r.status == "completed" and r.metadata == {"a": "b"}, r)
n = client.responses.create(model="caelum", input="And the fog?", previous_response_id=r.id)
check("responses: previous", n.output_text == "Fog till noon." and n.previous_response_id == r.id, n)
check("responses.retrieve", client.responses.retrieve(n.id).output_text == "Fog till noon.")
check("responses.input_items", client.responses.input_items.list(n.id).data[0].content[0].text == "And the fog?")
client.responses.delete(n.id)
fails("responses.delete", openai.NotFoundError, lambda: client.responses.retrieve(n.id), 404)
r = client.responses.create(model="caelum", input="Hello?", store=False)
fails("responses: not stored", openai.NotFoundError, lambda: client.responses.retrieve(r.id), 404)
kinds = [e.type for e in client.responses.create(model="caelum", input="Hello?", stream=True)]
check("responses: events", kinds[0] == "response.created" and kinds[-1] == "response.completed", kinds)
with client.responses.stream(model="caelum", input="Hello?") as stream:
    seen = "".join(e.delta for e in stream if e.type == "response.output_text.delta")
    final = stream.get_final_response()
check("responses.stream", seen == final.output_text == "Caelum answers.", final)
r = client.responses.create(model="caelum", input="What is the weather in Skarv?", tools=[FLAT])
call = next(o for o in r.output if o.type == "function_call")
out = [{"type": "function_call_output", "call_id": call.call_id, "output": "rain"}]
n = client.responses.create(model="caelum", input=out, tools=[FLAT], previous_response_id=r.id)
check("responses: a call and its result", call.name == "forecast" and n.output_text == "It rains.", n)
kinds = [e.type for e in client.responses.create(model="caelum", input="It breaks.", stream=True)]
check("responses: breaks", kinds[-1] == "response.failed", kinds)

# Errors.
fails("401", openai.AuthenticationError, lambda: client.with_options(api_key="wrong").models.list(), 401)
fails("404", openai.NotFoundError, lambda: client.chat.completions.create(model="nobody", messages=[ask]), 404)
fails("400", openai.BadRequestError, lambda: client.chat.completions.create(model="caelum", messages=[]), 400)
fails("5xx", openai.InternalServerError, lambda: say("boom"))
fails("embeddings", openai.NotFoundError, lambda: client.embeddings.create(model="caelum", input="a"), 404)
try:
    say("Hello?", tools=[{"type": "function", "function": {"name": "backstory_search"}}])
except openai.BadRequestError as e:
    check("error fields", e.code == "tool_name_taken" and e.param == "tools[0]" and e.type == "invalid_request_error", e.body)


async def together():
    many = openai.AsyncOpenAI(base_url=URL + "/v1", api_key=TOKEN)
    return await asyncio.gather(*[many.chat.completions.create(model="caelum", messages=[{"role": "user", "content": "Hello?"}]) for _ in range(8)])


check("8 at once", all(r.choices[0].message.content == "Caelum answers." for r in asyncio.run(together())))
print(calls, "calls")
