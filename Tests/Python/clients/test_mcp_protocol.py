"""The protocol of `swwebview mcp`: its revisions, and lines that no client sends."""

import json
import subprocess
import unittest

from agent import APP, COMMAND, PATIENCE, driven, environment


class Protocol(unittest.TestCase):
    async def check(self, agent, revision):
        self.assertEqual(agent.client.protocol_version, revision)
        tools = (await agent.client.list_tools()).tools
        self.assertGreaterEqual(len(tools), 25)
        for tool in tools:
            self.assertRegex(tool.description, r"^[A-Z][^\n]{10,200}\.$", tool.name)
            self.assertEqual(tool.input_schema["type"], "object")
        self.assertIn("Shop", await agent.call("open", page="www", snapshot=True))

    @driven("2026-07-28")
    async def test_a_client_without_a_handshake(self, agent):
        await self.check(agent, "2026-07-28")

    @driven("legacy")
    async def test_a_client_with_a_handshake(self, agent):
        await self.check(agent, "2025-11-25")

    @driven("auto")
    async def test_a_client_that_asks(self, agent):
        await self.check(agent, "2026-07-28")


class Lines(unittest.TestCase):
    """Lines that no client sends."""

    def server(self):
        process = subprocess.Popen([COMMAND, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment())
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait, PATIENCE)
        self.addCleanup(process.stdin.close)
        return process

    def exchange(self, process, line):
        process.stdin.write((line if isinstance(line, bytes) else line.encode()) + b"\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    def test_lines_that_make_no_sense_do_no_harm(self):
        process = self.server()
        for line, code in [
            ("{", -32700), ("nonsense", -32700), (b"\xff\xfe", -32700), ("[" * 100_000, -32700), ("[]", -32600), ("7", -32600), ("null", -32600),
            ('{"id":1}', -32600), ('{"id":null,"method":"ping"}', -32600), ('{"id":[1],"method":"ping"}', -32600),
            ('{"id":{"a":1},"method":"ping"}', -32600), ('{"id":"%s","method":"ping"}' % ("x" * 10_000), -32600),
            ('{"id":1e999,"method":"ping"}', -32700), ('{"id":1,"method":7}', -32600), ('{"id":1,"method":"nothing"}', -32601),
            ('{"id":1,"method":"resources/list"}', -32601), ('{"id":1,"method":"ping","params":[1]}', -32602),
            ('{"id":1,"method":"tools/call"}', -32602), ('{"id":1,"method":"tools/call","params":{"name":"nothing"}}', -32602),
            ('{"id":1,"method":"tools/call","params":{"name":7}}', -32602),
            ('{"id":1,"method":"tools/call","params":{"name":"open","arguments":[]}}', -32602),
            ('{"id":1,"method":"server/discover"}', -32602),
            ('{"id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"1999-01-01"}}}', -32022),
            ('{"id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":7}}}', -32022),
            (b"x" * ((16 << 20) + 5), -32700),
        ]:
            answer = self.exchange(process, line)
            self.assertEqual(answer["error"]["code"], code, line[:80])
        self.assertIn("2026-07-28", answer["error"].get("data", {}).get("supported", ["2026-07-28"]))
        for identifier in ["9007199254740993", "-5", '"text"', '"\\u0000\\n"', "0"]:
            answer = self.exchange(process, '{"jsonrpc":"2.0","id":%s,"method":"ping"}' % identifier)
            self.assertEqual((answer["id"], answer["result"]), (json.loads(identifier), {}))

    def test_unknown_revisions_are_refused_with_those_there_are(self):
        process = self.server()
        answer = self.exchange(process, json.dumps({
            "jsonrpc": "2.0", "id": 1, "method": "server/discover",
            "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2031-01-01"}}}))
        self.assertEqual(answer["error"]["code"], -32022)
        self.assertIn("2026-07-28", answer["error"]["data"]["supported"])
        answer = self.exchange(process, json.dumps({
            "jsonrpc": "2.0", "id": 2, "method": "initialize", "params": {"protocolVersion": "2031-01-01"}}))
        self.assertEqual(answer["result"]["protocolVersion"], "2025-11-25")

    def test_notifications_and_responses_have_no_answer(self):
        process = self.server()
        for line in ['{"method":"notifications/initialized"}', '{"id":9,"result":{}}', '{"id":9,"error":{}}', "", "  \t",
                     '{"method":"notifications/cancelled","params":{"requestId":77}}', '{"method":"notifications/cancelled"}']:
            process.stdin.write(line.encode() + b"\n")
        self.assertEqual(self.exchange(process, '{"id":3,"method":"ping"}')["id"], 3)

    def test_a_call_that_is_cancelled_has_no_answer(self):
        process = self.server()
        call = {"name": "wait_for", "arguments": {"text": "nothing", "seconds": 3600}}
        page = {"name": "open", "arguments": {"page": str(APP)}}
        for identifier, parameters in [(1, page), (2, call)]:
            process.stdin.write(json.dumps({"id": identifier, "method": "tools/call", "params": parameters}).encode() + b"\n")
        process.stdin.flush()
        self.assertEqual(json.loads(process.stdout.readline())["id"], 1)
        process.stdin.write(b'{"method":"notifications/cancelled","params":{"requestId":2}}\n')
        answer = self.exchange(process, json.dumps({"id": 4, "method": "tools/call", "params": {"name": "close"}}))
        self.assertEqual((answer["id"], answer["result"]["isError"]), (4, False))

    def test_the_server_ends_with_its_input(self):
        process = self.server()
        self.exchange(process, '{"id":1,"method":"ping"}')
        process.stdin.close()
        self.assertEqual(process.wait(PATIENCE), 0)


if __name__ == "__main__":
    unittest.main()
