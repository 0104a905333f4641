"""Locators by accessibility, pictures, headers, credentials and downloads over WebDriver BiDi."""

import base64
import http.server
import tempfile
import threading
import unittest

from test_bidi import START, Driven


class Server(http.server.BaseHTTPRequestHandler):
    """Asks for a name and a password at /secret, sends a file at /file, and says which headers it got."""

    def do_GET(self):
        body, headers = self.headers.get("X-Mine", "none").encode(), {"Content-Type": "text/html"}
        status = 200
        if self.path == "/secret":
            token = base64.b64encode(b"ann:egret").decode()
            if self.headers.get("Authorization") != f"Basic {token}":
                status, headers["WWW-Authenticate"] = 401, 'Basic realm="birds"'
        elif self.path == "/file":
            headers["Content-Disposition"], body = 'attachment; filename="heron.txt"', b"grey"
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Parts(Driven):
    def serve(self):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        self.addCleanup(lambda: (server.shutdown(), thread.join(), server.server_close()))
        return f"http://127.0.0.1:{server.server_port}"

    def test_accessibility_locators(self):
        client = self.begin()
        client.navigate(START)

        def names(**value):
            nodes = client.send("browsingContext.locateNodes", context=client.window, locator={"type": "accessibility", "value": value})["nodes"]
            return [each["value"]["attributes"].get("id") or each["value"]["localName"] for each in nodes]

        self.assertEqual(names(role="button", name="Ask"), ["ask"])
        self.assertEqual(names(role="heading"), ["h1"])
        self.assertEqual(names(role="textbox", name="Name"), ["input"])
        self.assertEqual(names(name="nobody"), [])
        self.refuse("invalid selector", client.send, "browsingContext.locateNodes", context=client.window,
                    locator={"type": "accessibility", "value": {}})

    def test_pictures_are_jpeg_files(self):
        client = self.begin()
        client.navigate(START)
        sizes = []
        for quality in [0.1, 1]:
            picture = client.send("browsingContext.captureScreenshot", context=client.window, format={"type": "image/jpeg", "quality": quality})
            data = base64.b64decode(picture["data"])
            self.assertTrue(data.startswith(b"\xff\xd8\xff"))
            sizes.append(len(data))
        self.assertLess(*sizes)
        self.refuse("invalid argument", client.send, "browsingContext.captureScreenshot", context=client.window,
                    format={"type": "image/jpeg", "quality": 2})

    def test_requests_have_extra_headers(self):
        server = self.serve()
        client = self.begin(map=[f"sw://birds.localhost={server}"])
        header = {"name": "X-Mine", "value": {"type": "string", "value": "heron"}}
        client.send("network.setExtraHeaders", headers=[header])
        client.navigate(server + "/")
        self.assertEqual(client.evaluate("document.body.textContent")["value"], "heron")
        client.navigate("sw://birds.localhost/")
        self.assertEqual(client.evaluate("document.body.textContent")["value"], "heron")
        self.assertEqual(client.evaluate("fetch('/a').then((answer) => answer.text())")["value"], "heron")
        client.send("network.setExtraHeaders", headers=[])
        client.navigate(server + "/again")
        self.assertEqual(client.evaluate("document.body.textContent")["value"], "none")
        bad = {"name": "X Mine", "value": {"type": "string", "value": "a"}}
        self.refuse("invalid argument", client.send, "network.setExtraHeaders", headers=[bad])

    def test_servers_get_the_credentials_of_the_client(self):
        client, server = self.begin(), self.serve()
        intercept = client.send("network.addIntercept", phases=["authRequired"])["intercept"]
        client.send("browsingContext.navigate", context=client.window, url=server + "/secret", wait="none")
        event = client.event("network.authRequired")
        self.assertEqual((event["intercepts"], event["response"]["status"]), ([intercept], 401))
        credentials = {"type": "password", "username": "ann", "password": "egret"}
        client.send("network.continueWithAuth", request=event["request"]["request"], action="provideCredentials", credentials=credentials)
        client.event("browsingContext.load", lambda each: each["url"].endswith("/secret"))
        self.assertEqual(client.evaluate("document.body.textContent")["value"], "none")
        self.refuse("no such request", client.send, "network.continueWithAuth", request=event["request"]["request"], action="cancel")

    def test_downloads(self):
        client, server = self.begin(), self.serve()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        client.navigate(START)
        link = f"location.href = '{server}/file'"
        client.evaluate(link)
        self.assertEqual(client.event("browsingContext.downloadWillBegin")["suggestedFilename"], "heron.txt")
        self.assertEqual(client.event("browsingContext.downloadEnd")["status"], "canceled")
        client.send("browser.setDownloadBehavior", downloadBehavior={"type": "allowed", "destinationFolder": folder.name})
        for name in ["heron.txt", "heron (1).txt"]:
            client.evaluate(link)
            self.assertEqual(client.event("browsingContext.downloadWillBegin")["url"], server + "/file")
            end = client.event("browsingContext.downloadEnd")
            self.assertEqual((end["status"], end["filepath"]), ("complete", f"{folder.name}/{name}"))
            with open(end["filepath"], encoding="utf-8") as file:
                self.assertEqual(file.read(), "grey")
        self.assertEqual(client.evaluate("document.querySelector('h1').textContent")["value"], "Shop")



if __name__ == "__main__":
    unittest.main()
