"""A server over TLS on a free port of an address, its second argument. It prints the port, and answers every path with the page on its
standard input, and a web socket with the first frame that it gets."""

import base64
import hashlib
import http.server
import ssl
import sys

PAGE = sys.stdin.buffer.read()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        key = self.headers.get("Sec-WebSocket-Key")
        if key:
            return self.echo(key)
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)

    def echo(self, key):
        accepted = base64.b64encode(hashlib.sha1(f"{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()).digest())
        self.send_response(101)
        for name, value in [("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Accept", accepted.decode())]:
            self.send_header(name, value)
        self.end_headers()
        head = self.rfile.read(2)
        mask, words = self.rfile.read(4), self.rfile.read(head[1] & 0x7F)
        text = bytes(byte ^ mask[index % 4] for index, byte in enumerate(words))
        self.wfile.write(bytes([0x81, len(text)]) + text)
        self.rfile.read(1)
        self.close_connection = True

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer((sys.argv[2], 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1])
server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
print(server.server_port, flush=True)
server.serve_forever()
