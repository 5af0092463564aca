// Asks a server with OpenAI's package for Node. It prints one line for each call.

import OpenAI from "openai";

const baseURL = process.env.BACKSTORY_URL + "/v1";
const client = new OpenAI({ baseURL, apiKey: process.env.BACKSTORY_TOKEN, maxRetries: 0 });
let calls = 0;

function check(what, good, seen) {
  calls++;
  console.log(good ? "ok" : "FAILED", what, good ? "" : JSON.stringify(seen));
  if (!good) process.exit(1);
}

async function fails(what, kind, ask, status) {
  try {
    check(what, false, await ask());
  } catch (e) {
    check(what, e instanceof kind && (!status || e.status === status) && e.message, String(e));
  }
}

const user = (content) => ({ role: "user", content });
const say = (text, more) => client.chat.completions.create({ model: "caelum", messages: [user(text)], ...more });
const fn = { name: "forecast", description: "Says how the weather will be.", parameters: { type: "object", properties: { place: { type: "string" } } } };
const tools = [{ type: "function", function: fn }];
const flat = [{ type: "function", strict: false, ...fn }];

const models = (await client.models.list()).data;
check("models.list", models[0].id === "caelum" && models[1].id === "caelum:clerk", models);
check("models.retrieve", (await client.models.retrieve("caelum:clerk")).id === "caelum:clerk");
await fails("models.retrieve: unknown", OpenAI.NotFoundError, () => client.models.retrieve("nobody"), 404);

let r = await say("Hello?");
check("chat", r.choices[0].message.content === "Caelum answers." && r.usage.total_tokens > 0, r);
check("chat: role", (await say("Hello?", { model: "caelum:clerk" })).choices[0].message.content === "Caelum answers.");
check("chat: length", (await say("This is long.")).choices[0].finish_reason === "length");
r = await say("Where was Caelum born?");
check("chat: annotations", r.choices[0].message.annotations[0].url_citation.url === "backstory://caelum/source/intro.md", r);
let raw = await say("Hello?", { seed: 7, top_p: 0.5 }).withResponse();
check("chat: ignored fields", raw.response.headers.get("x-backstory-ignored") === "seed, top_p", [...raw.response.headers]);

let text = "", usage;
for await (const c of await say("Hello?", { stream: true, stream_options: { include_usage: true } })) {
  text += c.choices[0]?.delta?.content ?? "";
  usage = c.usage ?? usage;
}
check("chat stream", text === "Caelum answers." && usage.total_tokens > 0, text);
let runner = client.chat.completions.stream({ model: "caelum", messages: [user("Hello?")] });
check("chat.completions.stream", (await runner.finalContent()) === "Caelum answers.");
runner = client.chat.completions.stream({ model: "caelum", messages: [user("What is the weather in Skarv?")], tools });
r = await runner.finalChatCompletion();
check("chat stream: a call", r.choices[0].message.tool_calls[0].function.arguments === '{"place":"Skarv"}', r);
await fails("chat stream: breaks", OpenAI.APIError, async () => {
  for await (const c of await say("It breaks.", { stream: true })) void c;
});
runner = client.chat.completions.runTools({
  model: "caelum",
  messages: [user("What is the weather in Skarv?")],
  tools: [{ type: "function", function: { ...fn, parse: JSON.parse, function: ({ place }) => "rain in " + place } }],
});
check("runTools", (await runner.finalContent()) === "It rains.");

r = await say("What is the weather in Skarv?", { tools });
const call = r.choices[0].message.tool_calls[0];
check("chat: a call", r.choices[0].finish_reason === "tool_calls" && call.function.name === "forecast", r);
const past = [user("What is the weather in Skarv?"), r.choices[0].message, { role: "tool", tool_call_id: call.id, content: "rain" }];
check("chat: its result", (await client.chat.completions.create({ model: "caelum", messages: past, tools })).choices[0].message.content === "It rains.");

const headers = { "X-Backstory-Session": "node-chat" };
const session = async (messages) =>
  (await client.chat.completions.create({ model: "caelum", messages }, { headers }).withResponse()).response.headers.get("x-backstory-session");
const more = [user("Hello?"), { role: "assistant", content: "Caelum answers." }, user("And the fog?")];
const one = await session([user("Hello?")]), two = await session(more), three = await session(more);
check("a session goes on", one === two, [one, two]);
check("regenerating branches", three !== two, [two, three]);

r = await client.responses.create({ model: "caelum", input: "Hello?", instructions: "Be brief." });
check("responses", r.output_text === "Caelum answers." && r.status === "completed", r);
const n = await client.responses.create({ model: "caelum", input: "And the fog?", previous_response_id: r.id });
check("responses: previous", n.output_text === "Fog till noon.", n);
check("responses.retrieve", (await client.responses.retrieve(n.id)).id === n.id);
await client.responses.delete(n.id);
await fails("responses.delete", OpenAI.NotFoundError, () => client.responses.retrieve(n.id), 404);
const kinds = [];
for await (const e of await client.responses.create({ model: "caelum", input: "Hello?", stream: true })) kinds.push(e.type);
check("responses: events", kinds[0] === "response.created" && kinds.at(-1) === "response.completed", kinds);
check("responses.stream", (await client.responses.stream({ model: "caelum", input: "Hello?" }).finalResponse()).output_text === "Caelum answers.");
r = await client.responses.create({ model: "caelum", input: "What is the weather in Skarv?", tools: flat });
const asked = r.output.find((o) => o.type === "function_call");
const output = [{ type: "function_call_output", call_id: asked.call_id, output: "rain" }];
r = await client.responses.create({ model: "caelum", input: output, tools: flat, previous_response_id: r.id });
check("responses: a call and its result", r.output_text === "It rains.", r);

await fails("401", OpenAI.AuthenticationError, () => new OpenAI({ baseURL, apiKey: "wrong", maxRetries: 0 }).models.list(), 401);
await fails("404", OpenAI.NotFoundError, () => say("a", { model: "nobody" }), 404);
await fails("400", OpenAI.BadRequestError, () => client.chat.completions.create({ model: "caelum", messages: [] }), 400);
await fails("5xx", OpenAI.InternalServerError, () => say("boom"));
await fails("embeddings", OpenAI.NotFoundError, () => client.embeddings.create({ model: "caelum", input: "a" }), 404);
console.log(calls, "calls");
