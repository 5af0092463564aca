// Asks `backstory mcp` with the protocol's SDK for JavaScript: mcp_client.mjs PROGRAM FOLDER.
import assert from "node:assert";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [program, folder] = process.argv.slice(2);
const started = performance.now();
const client = new Client({ name: "test", version: "1" });
await client.connect(new StdioClientTransport({ command: program, args: ["mcp", "--root", folder] }));
const { tools } = await client.listTools();
console.log(`ready in ${Math.round(performance.now() - started)} ms`);
for (const name of ["convert", "backstory_search", "backstory_read"]) assert(tools.some((t) => t.name === name), name);
const found = await client.callTool({ name: "backstory_search", arguments: { profile: "caelum", query: "harbour" } });
assert.match(found.content[0].text, /Skarv/);
const converted = await client.callTool({ name: "convert", arguments: { path: "table.csv" } });
assert.match(converted.content[0].text, /\|20\|/);
const refused = await client.callTool({ name: "convert", arguments: { path: "../secret" } });
assert(refused.isError);
const soul = await client.readResource({ uri: "backstory://caelum/soul" });
assert.match(soul.contents[0].text, /Caelum/);
const prompt = await client.getPrompt({ name: "persona", arguments: { profile: "caelum" } });
assert.match(prompt.messages[0].content.text, /Caelum/);
await client.close();
console.log("all is answered");
