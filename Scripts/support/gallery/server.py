"""A web server for one built app, as static hosts serve it, and a proxy that stands in for https servers of others."""

import http.server
import os
import pathlib
import posixpath
import socket
import ssl
import subprocess
import threading
import urllib.parse

# Types that Debian's list lacks or names otherwise than hosts do.
TYPES = {
    ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", ".json": "application/json",
    ".webmanifest": "application/manifest+json", ".map": "application/json", ".dll": "application/octet-stream",
    ".dat": "application/octet-stream", ".blat": "application/octet-stream", ".svg": "image/svg+xml",
    ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".woff2": "font/woff2",
}


class Handler(http.server.SimpleHTTPRequestHandler):
    """Answers from a folder: index.html for folders, NAME.html for NAME, 404.html for what isn't there."""

    protocol_version = "HTTP/1.1"
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, **TYPES}

    def handle_one_request(self):
        try:
            super().handle_one_request()
        except (ConnectionError, ValueError):
            self.close_connection = True

    def send_head(self):
        path = urllib.parse.unquote(urllib.parse.urlsplit(self.path).path)
        prefix = self.server.prefix
        file = None
        if path.startswith(prefix):
            file = self.server.folder / posixpath.normpath("/" + path.removeprefix(prefix)).lstrip("/")
            if file.is_dir() and not path.endswith("/"):
                return self.redirect(path + "/")
            if file.is_dir():
                file = file / "index.html"
            elif not file.is_file():
                file = file.with_name(file.name + ".html")
        status = 200
        if file is None or not file.is_file():
            status, file = 404, self.server.folder / "404.html"
        self.server.requests.append(f"{self.command} {self.path} {status}")
        body = file.read_bytes() if file.is_file() else b"Not found"
        kind = self.guess_type(str(file)) if file.is_file() else "text/plain"
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        # Neither browser may answer from its HTTP cache once the server has gone.
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_GET(self):
        self.send_head()

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.server.requests.append(f"POST {self.path} 405")
        self.send_response(405)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_PUT = do_DELETE = do_PATCH = do_POST

    def redirect(self, path):
        self.send_response(301)
        self.send_header("Location", urllib.parse.quote(path))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    """A server that can go away at once, open connections included."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, folder, prefix="/", handler=Handler):
        super().__init__(("127.0.0.1", 0), handler)
        self.folder, self.prefix, self.requests = pathlib.Path(folder), prefix, []
        self.connections = set()
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.server_port}"

    def get_request(self):
        connection, address = super().get_request()
        self.connections.add(connection)
        return connection, address

    def shutdown_request(self, request):
        self.connections.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request, client_address):
        pass

    def stop(self):
        """Ends the server; nothing happens the second time."""
        self.shutdown()
        self.server_close()
        for connection in list(self.connections):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


CERTIFICATE = threading.Lock()


def make_certificate(folder):
    """A certificate that nobody trusts: the session accepts it, for the stand-ins of a run."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    with CERTIFICATE:
        if not certificate.exists():
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=gallery",
                 "-keyout", str(key), "-out", str(certificate)],
                check=True, capture_output=True,
            )
    return certificate, key


class StandInHandler(Handler):
    """A proxy's CONNECT: the tunnel ends here, in the folder that stands in for the host. Other hosts cannot be reached."""

    def do_CONNECT(self):
        host = self.path.rpartition(":")[0]
        folder = self.server.folders.get(host)
        if folder is None:
            self.send_error(502)
            self.close_connection = True
            return
        self.send_response(200)
        self.end_headers()
        self.wfile.flush()
        tunnel = self.server.context.wrap_socket(self.connection, server_side=True)
        origin = HostedFolder(folder)
        Handler(tunnel, self.client_address, origin)
        self.close_connection = True


class HostedFolder:
    """The attributes that `Handler` reads from its server, for a host behind a tunnel."""

    def __init__(self, folder):
        self.folder, self.prefix, self.requests = folder, "/", []


class StandIns(Server):
    """The proxy of a session: https hosts that are answered from folders."""

    def __init__(self, folders, temporary):
        certificate, key = make_certificate(temporary)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificate, key)
        self.folders = {urllib.parse.urlsplit(origin).hostname: pathlib.Path(folder) for origin, folder in folders.items()}
        super().__init__(os.devnull, handler=StandInHandler)
