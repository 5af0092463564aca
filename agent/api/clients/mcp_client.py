"""Asks `backstory mcp` with the protocol's SDK for Python: mcp_client.py PROGRAM FOLDER."""
import asyncio
import sys
import time

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main(program, folder):
    started = time.monotonic()
    async with stdio_client(StdioServerParameters(command=program, args=["mcp", "--root", folder])) as (read, write):
        async with ClientSession(read, write) as session:
            init = await session.initialize()
            tools = (await session.list_tools()).tools
            print("ready in %.0f ms" % (1000 * (time.monotonic() - started)))
            info = getattr(init, "serverInfo", None) or init.server_info
            assert info.name == "backstory", info
            assert {"convert", "backstory_search", "backstory_read"} <= {t.name for t in tools}, tools
            found = await session.call_tool("backstory_search", {"profile": "caelum", "query": "harbour"})
            assert "Skarv" in found.content[0].text, found
            converted = await session.call_tool("convert", {"path": "table.csv"})
            assert "| 20 |" in converted.content[0].text.replace("|20|", "| 20 |"), converted
            refused = await session.call_tool("convert", {"path": "../secret"})
            assert getattr(refused, "isError", None) or getattr(refused, "is_error", None), refused
            soul = await session.read_resource("backstory://caelum/soul")
            assert "Caelum" in soul.contents[0].text, soul
            prompt = await session.get_prompt("persona", {"profile": "caelum"})
            assert "Caelum" in prompt.messages[0].content.text, prompt
    print("all is answered")


asyncio.run(main(*sys.argv[1:]))
