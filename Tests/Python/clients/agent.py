"""An agent at `swwebview mcp`: the client of the Model Context Protocol, with a folder of its own."""

import asyncio
import functools
import os
import pathlib
import re
import shutil
import tempfile

from mcp import Client, StdioServerParameters, stdio_client

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
COMMAND = os.environ.get("SWWEBVIEW_COMMAND", str(REPOSITORY / ".build/package/release/swwebview"))
APP = pathlib.Path(__file__).parent / "app"

# Seconds for an answer. They only guard against hanging: a busy machine may take long.
PATIENCE = 120


def environment():
    return {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "SWWEBVIEW_CONFIG")}


class Agent:
    """The tools of a server."""

    def __init__(self, client, folder):
        self.client, self.folder = client, folder

    async def result(self, tool, **arguments):
        return await asyncio.wait_for(self.client.call_tool(tool, arguments), PATIENCE)

    async def call(self, tool, **arguments):
        """The text of a result."""
        result = await self.result(tool, **arguments)
        text = "\n".join(part.text for part in result.content if part.type == "text")
        assert not result.is_error, f"{tool}: {text}"
        return text

    async def fail(self, tool, **arguments):
        """The text of a result that is an error."""
        result = await self.result(tool, **arguments)
        assert result.is_error, f"{tool}: {result.content}"
        return result.content[0].text

    async def reference(self, line):
        """The reference in the first line of a snapshot that has a text in it."""
        snapshot = await self.call("snapshot")
        found = re.search(rf"{re.escape(line)}.*\[ref=(e\d+)\]", snapshot)
        assert found, f"no {line} in {snapshot}"
        return found[1]

    async def press(self, name):
        return await self.call("click", ref=await self.reference(f'button "{name}"'))


def driven(mode="2026-07-28", arguments=()):
    """Runs a test with an agent, whose server has a folder of its own with the app."""
    def decorate(test):
        @functools.wraps(test)
        def run(self):
            async def main():
                folder = pathlib.Path(tempfile.mkdtemp(prefix="swwebview-test-"))
                try:
                    shutil.copytree(APP, folder / "www")
                    server = StdioServerParameters(command=COMMAND, args=["mcp", *arguments], env=environment(), cwd=str(folder))
                    async with Client(stdio_client(server), mode=mode) as client:
                        await test(self, Agent(client, folder))
                finally:
                    shutil.rmtree(folder, ignore_errors=True)
            asyncio.run(main())
        return run
    return decorate
