"""Asks a server with Anthropic's package for Python. It prints one line for each call."""

import os
import sys

import anthropic

URL, TOKEN = os.environ["BACKSTORY_URL"], os.environ["BACKSTORY_TOKEN"]
client = anthropic.Anthropic(base_url=URL, api_key=TOKEN, max_retries=0)
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


def say(text, client=client, **more):
    more.setdefault("model", "caelum")
    return client.messages.create(max_tokens=1000, messages=[{"role": "user", "content": text}], **more)


TOOL = {
    "name": "forecast",
    "description": "Says how the weather will be.",
    "input_schema": {"type": "object", "properties": {"place": {"type": "string"}}},
}
ask = {"role": "user", "content": "What is the weather in Skarv?"}

r = say("Hello?")
check("message", r.content[0].text == "Caelum answers." and r.stop_reason == "end_turn" and r.role == "assistant", r)
check("usage", r.usage.output_tokens > 0 and r.usage.input_tokens + r.usage.cache_read_input_tokens > 0, r.usage)
check("a role", say("Hello?", model="caelum:clerk").content[0].text == "Caelum answers.")
check("system", say("Hello?", system="Be brief.").content[0].text == "Caelum answers.")
check("system in blocks", say("Hello?", system=[{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}]).content[0].text == "Caelum answers.")
check("content in blocks", say([{"type": "text", "text": "Hello?"}]).content[0].text == "Caelum answers.")
check("length", say("This is long.").stop_reason == "max_tokens")
r = say("Where was Caelum born?")
check("citations", r.content[0].citations[0].source == "backstory://caelum/source/intro.md", r)
raw = client.messages.with_raw_response.create(model="caelum", max_tokens=10, messages=[{"role": "user", "content": "Hello?"}], extra_body={"top_k": 3, "mood": "sad"})
check("ignored fields", raw.headers["x-backstory-ignored"] == "mood, top_k", raw.headers)
check("session", raw.headers["x-backstory-session"])
check("bearer", say("Hello?", anthropic.Anthropic(base_url=URL, auth_token=TOKEN, api_key=None)).content[0].text == "Caelum answers.")

with client.messages.stream(model="caelum", max_tokens=1000, messages=[{"role": "user", "content": "Hello?"}]) as stream:
    text = "".join(stream.text_stream)
    final = stream.get_final_message()
check("stream", text == "Caelum answers." == final.content[0].text, text)
check("stream: the end", final.stop_reason == "end_turn" and final.usage.output_tokens > 0, final)
kinds = [e.type for e in say("Hello?", stream=True)]
check("stream: events", kinds[0] == "message_start" and kinds[-1] == "message_stop", kinds)
with client.messages.stream(model="caelum", max_tokens=1000, messages=[ask], tools=[TOOL]) as stream:
    final = stream.get_final_message()
check("stream: a call", final.content[-1].type == "tool_use" and final.content[-1].input == {"place": "Skarv"}, final)
with client.messages.stream(model="caelum", max_tokens=1000, messages=[{"role": "user", "content": "Where was Caelum born?"}]) as stream:
    final = stream.get_final_message()
check("stream: citations", final.content[0].citations[0].source == "backstory://caelum/source/intro.md", final)
fails("stream: breaks", anthropic.APIError, lambda: [e.type for e in say("It breaks.", stream=True)])

r = client.messages.create(model="caelum", max_tokens=1000, messages=[ask], tools=[TOOL])
call = r.content[-1]
check("a call", r.stop_reason == "tool_use" and call.name == "forecast" and call.input == {"place": "Skarv"}, r)
past = [ask, {"role": "assistant", "content": r.content}, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": call.id, "content": "rain"}]}]
check("its result", client.messages.create(model="caelum", max_tokens=1000, messages=past, tools=[TOOL]).content[0].text == "It rains.")
check("no tools", client.messages.create(model="caelum", max_tokens=1000, messages=[{"role": "user", "content": "Hello?"}], tools=[TOOL], tool_choice={"type": "none"}).content[0].text)

one = client.messages.with_raw_response.create(model="caelum", max_tokens=10, metadata={"user_id": "ada"}, messages=[{"role": "user", "content": "Good day?"}])
more = [{"role": "user", "content": "Good day?"}, {"role": "assistant", "content": "Caelum answers."}, {"role": "user", "content": "And the fog?"}]
two = client.messages.with_raw_response.create(model="caelum", max_tokens=10, metadata={"user_id": "ada"}, messages=more)
check("a session goes on", one.headers["x-backstory-session"] == two.headers["x-backstory-session"], two.headers)
check("count_tokens", client.messages.count_tokens(model="caelum", messages=[ask], tools=[TOOL]).input_tokens > 50)

fails("401", anthropic.AuthenticationError, lambda: say("a", client.with_options(api_key="wrong")), 401)
fails("404", anthropic.NotFoundError, lambda: say("a", model="nobody"), 404)
fails("400", anthropic.BadRequestError, lambda: client.messages.create(model="caelum", max_tokens=10, messages=[]), 400)
fails("400: an image", anthropic.BadRequestError, lambda: say([{"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}}]), 400)
fails("400: a name that is taken", anthropic.BadRequestError, lambda: say("a", tools=[{**TOOL, "name": "backstory_search"}]), 400)
fails("5xx", anthropic.InternalServerError, lambda: say("boom"))
print(calls, "calls")
