"""Talks with a profile as another agent would: the a2a-sdk reads its card, and
sends two messages of one conversation. Prints a line a step."""

import asyncio
import os

import httpx
from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
from a2a.types import GetTaskRequest, Message, Part, Role, SendMessageRequest
from a2a.utils.errors import TaskNotFoundError


async def main():
    base = os.environ["BACKSTORY_URL"]
    async with httpx.AsyncClient(timeout=60, headers={"Authorization": "Bearer " + os.environ["BACKSTORY_TOKEN"]}) as http:
        card = await A2ACardResolver(http, base).get_agent_card()
        print("card", card.name, "|", card.description)
        client = ClientFactory(ClientConfig(httpx_client=http, streaming=False)).create(card)

        async def say(text, context):
            said = Message(message_id="m-" + text[:4], role=Role.ROLE_USER, parts=[Part(text=text)], context_id=context)
            async for event in client.send_message(SendMessageRequest(message=said)):
                assert event.HasField("message"), event
                return event.message

        first = await say("Where were you born?", "")
        print("first", first.parts[0].text)
        second = await say("And the fog?", first.context_id)
        print("second", second.parts[0].text, second.context_id == first.context_id)
        try:
            await client.get_task(GetTaskRequest(id="none"))
        except TaskNotFoundError as e:
            print("task", type(e).__name__)


asyncio.run(main())
