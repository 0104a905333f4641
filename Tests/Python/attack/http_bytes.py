"""Sends bytes that are no HTTP, or odd HTTP, to the driver and holds connections open. The driver must go on answering others."""

import json
import socket
import time
import urllib.parse

import attack
import values
from driver import Driver

METHODS = [b"GET", b"POST", b"DELETE", b"OPTIONS", b"CONNECT", b"TRACE", b"get", b"", b"\0", b"X" * 300, b"GET GET"]
TARGETS = [
    b"/status", b"/session", b"/session/x/url", b"*", b"/", b"", b"http://x/status", b"//", b"/%00", b"/../status", b"/\xff", b"/" + b"a" * 70000,
]
VERSIONS = [b"HTTP/1.1", b"HTTP/1.0", b"HTTP/2.0", b"HTTP/9", b"HTTP/1.1 x", b"", b"http/1.1"]
NAMES = [
    b"Host", b"Origin", b"Content-Length", b"Transfer-Encoding", b"Connection", b"Upgrade", b"Expect", b"Content-Type", b"Cookie", b"X", b"",
    b" X", b"X ", b"\0", b"A" * 40000,
]
VALUES = [
    b"127.0.0.1", b"evil.example", b"null", b"0", b"1", b"-1", b"+5", b"5, 6", b"99999999999999999999", b"chunked", b"chunked, chunked", b"gzip",
    b"close", b"keep-alive", b"websocket", b"h2c", b"100-continue", b"application/json", b"", b"\0", b"\xff\xfe", b"v" * 40000, b"a\r\n b",
]
BODIES = [b"", b"{}", b"{", b"0\r\n\r\n", b"5\r\nhello\r\n0\r\n\r\n", b"fffffffffffffffff\r\n", b"-1\r\n", b"5;x=y\r\nhel", b"\r\n" * 500, b"\0" * 5000]


def message(chance, port):
    if chance.random() < 0.1:
        return chance.randbytes(chance.randrange(3000))
    line = b" ".join([chance.choice(METHODS), chance.choice(TARGETS), chance.choice(VERSIONS)])
    headers = [chance.choice(NAMES) + chance.choice([b": ", b":", b" ", b""]) + chance.choice(VALUES) for _ in range(chance.randrange(6))]
    if chance.random() < 0.5:
        headers.append(b"Host: 127.0.0.1:%d" % port)
    if chance.random() < 0.05:
        headers += [b"X-%d: 1" % number for number in range(3000)]
    end = chance.choice([b"\r\n\r\n", b"\r\n\r\n", b"\n\n", b"\r\n", b""])
    return b"\r\n".join([line, *headers]) + end + chance.choice(BODIES)


def send(chance, port, held):
    """Sends one message; a part of the connections is held open, and another is reset."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=attack.PATIENCE)
    try:
        connection.settimeout(0.02)
        connection.sendall(message(chance, port))
        connection.recv(4096)
    except OSError:
        pass  # The driver has refused the message, or waits for its rest.
    if chance.random() < 0.3:
        held.append(connection)
    else:
        connection.close()
    if len(held) > 200:
        held.pop(chance.randrange(len(held))).close()


def run(chance, tally):
    driver = Driver({"index.html": "<title>http</title>"})
    held = []
    try:
        port = urllib.parse.urlsplit(driver.url).port
        while not tally.is_enough():
            for _ in range(100):
                send(chance, port, held)
            tally.tried += 100
            began = time.monotonic()
            status, _ = driver.value("GET", "/status")
            took = time.monotonic() - began
            if status != 200 or took > attack.PATIENCE / 2:
                tally.fail(f"/status answers {status} after {took:.1f} s")
            # The JSON of a client that is let in.
            for _ in range(10):
                path = chance.choice(["/session", "/session/none/url", "/session/none/execute/sync", "/session/none/swwebview/offline"])
                body = values.value(chance, ["capabilities", "alwaysMatch", "firstMatch", "swwebview:options", "map", "size"], odd=False)
                status, answer = driver.send("POST", path, body)
                if status == 200:
                    # The body has begun a session, which would keep its place.
                    driver.send("DELETE", f"/session/{json.loads(answer)['value']['sessionId']}")
                elif status not in (400, 404, 405, 500):
                    tally.fail(f"{path} with {body!r}")
            tally.tried += 10
    finally:
        for connection in held:
            connection.close()
        driver.close()


attack.main("http_bytes", run)
