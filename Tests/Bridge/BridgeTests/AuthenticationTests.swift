import SWWebView
import Synchronization
import TestSupport
import Testing
import URLInterception
import WebKit

@testable import ViewTestSupport

/// Names and passwords of pages under `sw://` for their servers.
@MainActor @Suite(.hangLimit(minutes: 1))
struct AuthenticationTests {
    @Test func `a name and a password answer a challenge, and go with later credentials`() async throws {
        let sent = Mutex<[String]>([])
        try await LocalServer.with({ request in
            let given = request.headers["authorization"]
            if request.path == "/private" { sent.withLock { $0.append(given ?? "-") } }
            let isKnown = given == "Basic dXNlcjpzZWNyZXQ="
            var answer = LocalServer.Answer(body: isKnown ? "known" : "unknown")
            answer.status = request.path != "/private" || isKnown ? 200 : 401
            if answer.status == 401 { answer.headers["WWW-Authenticate"] = "Basic realm=\"x\"" }
            return answer
        }) { server in
            let view = makeBridgedView(store: .nonPersistent())
            view.loader = MappedLoader(map: try OriginMap(["sw://app.example=\(server.origin)"]))
            await view.open("sw://app.example/", Navigations())
            let statuses = try await view.call(
                """
                const send = (name, password) => new Promise((resolve) => {
                    const request = new XMLHttpRequest();
                    request.open("GET", "/private", true, name, password);
                    request.onloadend = () => resolve(request.status);
                    request.send();
                });
                return [await send(), await send("user", "wrong"), await send("user", "secret"), (await fetch("/private")).status,
                    (await fetch("/private", { credentials: "omit" })).status];
                """)
            #expect(statuses as? [Int] == [401, 401, 200, 200, 401])
            let right = "Basic dXNlcjpzZWNyZXQ="
            #expect(sent.withLock { $0 } == ["-", "-", "Basic dXNlcjp3cm9uZw==", "-", right, right, "-"])
        }
    }
}
