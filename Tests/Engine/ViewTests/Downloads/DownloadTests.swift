import Foundation
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

@MainActor @Suite(.hangLimit(minutes: 1))
struct DownloadTests {
    private let downloads: Downloads
    private let navigations: DownloadingNavigations
    private let view: WKWebView

    init() throws {
        downloads = try Downloads.make()
        navigations = DownloadingNavigations(downloads)
        view = makeView(Pages(), Navigations())
        view.navigationDelegate = navigations
    }

    private func load(_ address: String) {
        if let url = URL(string: address) { view.load(URLRequest(url: url)) }
    }

    private func start(_ address: String) async throws -> WKDownload {
        let download = await view.startDownload(using: URLRequest(url: try #require(URL(string: address))))
        download.delegate = downloads
        return download
    }

    private nonisolated static let letters = String(repeating: "a", count: 5000)

    private func serve() throws -> RawServer {
        try RawServer { _, connection in
            connection.head(
                "200 OK",
                ["Content-Length": "5000", "Content-Disposition": "attachment; filename=example.txt", "ETag": "\"1\""])
            connection.send(Self.letters)
        }
    }

    @Test("a download begins without a delegate")
    func noDelegate() async throws {
        let (requests, request) = AsyncStream.makeStream(of: String.self)
        let server = try RawServer { asked, connection in
            request.yield(asked.path)
            connection.head("200 OK", ["Content-Length": "0"])
        }
        let download = await view.startDownload(using: URLRequest(url: try #require(URL(string: server.origin + "/a"))))
        var asked = requests.makeAsyncIterator()
        #expect(await asked.next() == "/a")
        #expect(await download.cancel() == nil)
        #expect(downloads.files.isEmpty)
    }

    @Test("a placeholder stands beside the file until the download is over, where the delegate wants one")
    func placeholder() async throws {
        let server = try serve()
        downloads.wantsPlaceholder = true
        _ = try await start(server.origin + "/page")
        await downloads.over()
        #expect(
            downloads.log == ["destination", "placeholder policy", "placeholder file.download", "final file", "finish"])
        #expect(downloads.files == ["file"])
        #expect(downloads.filesDuring == ["file.download"])
    }

    @Test("a response becomes a download, whose bytes are on disk at its end; the navigation fails with 102")
    func response() async throws {
        let server = try serve()
        navigations.response = { _ in .download }
        load(server.origin + "/page")
        let download = try #require(await navigations.download())
        #expect(download.webView === view)
        #expect(download.originalRequest?.url?.absoluteString == server.origin + "/page")
        #expect(download.isUserInitiated)
        #expect(download.originatingFrame.isMainFrame)
        await downloads.over()
        #expect(downloads.log == ["destination", "finish"])
        #expect(downloads.text == Self.letters)
        #expect(downloads.files == ["file"])
        #expect(downloads.names == ["example.txt"])
        #expect((downloads.responses.first as? HTTPURLResponse)?.statusCode == 200)
        #expect(download.progress.fileURL == downloads.file)
        #expect(download.progress.completedUnitCount == 5000)
        #expect(download.progress.totalUnitCount == 5000)
        let error = await navigations.failure()
        #expect(error?.domain == WebKitErrorDomain && error?.code == 102)
        // WebKitGTK fails the navigation before or after it reports the download.
        #expect(navigations.log.prefix(2) == ["action", "response"])
        #expect(Set(navigations.log.dropFirst(2)) == ["response became", "failProvisional"])
        #expect(navigations.log.count == 4)
        #expect(server.requests.count == 1)
    }

    @Test("an action becomes a download, and its navigation does not begin")
    func action() async throws {
        let server = try serve()
        navigations.action = { _ in .download }
        load(server.origin + "/page")
        let download = try #require(await navigations.download())
        await downloads.over()
        #expect(downloads.text == Self.letters)
        #expect(downloads.names == ["example.txt"])
        #expect(navigations.log == ["action", "action became"])
        #expect(server.requests.count == 1)
        #expect(download.originalRequest?.url?.path == "/page")
    }

    @Test("`startDownload` sends the method, headers, body and cookies, and keeps the cookies of the response")
    func request() async throws {
        try await LocalServer.with({ request in
            #expect(request.method == "POST")
            return LocalServer.Answer(
                headers: ["Set-Cookie": "given=1", "Content-Type": "text/plain"],
                body: "\(request.headers["x-own"] ?? "") \(request.headers["cookie"] ?? "") "
                    + String(decoding: request.body, as: UTF8.self))
        }) { server in
            let cookies = view.configuration.websiteDataStore.httpCookieStore
            await cookies.setCookie(try .test("sent", "2"))
            await cookies.setCookie(try .test("elsewhere", "3", path: "/other"))
            var request = URLRequest(url: try #require(URL(string: server.origin + "/data")))
            request.httpMethod = "POST"
            request.httpBody = Data("body".utf8)
            request.setValue("own", forHTTPHeaderField: "X-Own")
            let download = await view.startDownload(using: request)
            download.delegate = downloads
            await downloads.over()
            #expect(downloads.text == "own sent=2 body")
            #expect(downloads.names == ["data.txt"])
            let names = Set(await cookies.allCookies().map(\.name))
            #expect(names == ["sent", "elsewhere", "given"])
        }
    }

    @Test(
        "an existing file stays unchanged, and the download fails with `cannotCreateFile`", arguments: [true, false])
    func existingFile(fromResponse: Bool) async throws {
        let server = try serve()
        try Data("mine".utf8).write(to: downloads.file)
        navigations.response = { _ in .download }
        if fromResponse { load(server.origin) } else { _ = try await start(server.origin) }
        await downloads.over()
        #expect(downloads.error?.domain == NSURLErrorDomain && downloads.error?.code == NSURLErrorCannotCreateFile)
        #expect(downloads.resumeData == nil)
        #expect(downloads.text == "mine")
        #expect(downloads.files == ["file"])
    }

    @Test("a download into a missing folder fails with `cannotCreateFile`", arguments: [true, false])
    func missingFolder(fromResponse: Bool) async throws {
        let server = try serve()
        let file = downloads.folder.url.appendingPathComponent("nowhere/file")
        downloads.destination = { _ in file }
        navigations.response = { _ in .download }
        if fromResponse { load(server.origin) } else { _ = try await start(server.origin) }
        await downloads.over()
        #expect(downloads.error?.code == NSURLErrorCannotCreateFile)
        #expect(downloads.files == [])
    }

    @Test("a delegate that chooses no file cancels the download", arguments: [true, false])
    func noFile(fromResponse: Bool) async throws {
        let server = try serve()
        downloads.destination = { _ in nil }
        navigations.response = { _ in .download }
        if fromResponse { load(server.origin) } else { _ = try await start(server.origin) }
        await downloads.over()
        #expect(downloads.log == ["destination", "fail"])
        #expect(downloads.error?.domain == NSURLErrorDomain && downloads.error?.code == NSURLErrorCancelled)
        #expect(downloads.files == [])
    }

    @Test("the delegate may choose the file later", arguments: [true, false])
    func laterFile(fromResponse: Bool) async throws {
        let server = try serve()
        let (asked, answer) = (Gate(), Gate())
        let file = downloads.file
        downloads.destination = { _ in
            asked.open()
            await answer.pass()
            return file
        }
        navigations.response = { _ in .download }
        if fromResponse { load(server.origin) } else { _ = try await start(server.origin) }
        await asked.pass()
        _ = try await view.call("return 1")
        #expect(downloads.files == [])
        answer.open()
        await downloads.over()
        #expect(downloads.text == Self.letters)
    }

    @Test("the delegate decides about redirects, and the last address responds")
    func redirect() async throws {
        try await LocalServer.with({ request in
            request.path == "/"
                ? LocalServer.Answer(status: 301, headers: ["Location": "/target", "Custom-Name": "Custom-Value"])
                : LocalServer.Answer(headers: ["Content-Type": "text/plain"], body: "hi")
        }) { server in
            let download = try await start(server.origin + "/")
            await downloads.over()
            #expect(downloads.log == ["redirect", "destination", "finish"])
            #expect(downloads.text == "hi")
            #expect(downloads.names == ["target.txt"])
            #expect(downloads.redirects.first?.response.statusCode == 301)
            #expect(downloads.redirects.first?.response.value(forHTTPHeaderField: "Custom-Name") == "Custom-Value")
            #expect(downloads.redirects.first?.request.url?.path == "/target")
            #expect(download.originalRequest?.url?.path == "/")
            #expect(downloads.responses.first?.url?.path == "/target")
        }
    }

    @Test("a redirect that the delegate refuses cancels the download")
    func refusedRedirect() async throws {
        try await LocalServer.with({ _ in LocalServer.Answer(status: 302, headers: ["Location": "/target"]) }) {
            server in
            downloads.redirectPolicy = .cancel
            _ = try await start(server.origin)
            await downloads.over()
            #expect(downloads.log == ["redirect", "fail"])
            #expect(downloads.error?.code == NSURLErrorCancelled)
            #expect(server.received.count == 1)
        }
    }

    @Test("the delegate supplies a credential for a challenge; a rejection saves the server's response")
    func challenge() async throws {
        try await LocalServer.with({ request in
            request.headers["authorization"] == "Basic dXNlcjpwYXNz"
                ? LocalServer.Answer(body: "secret")
                : LocalServer.Answer(
                    status: 401, headers: ["WWW-Authenticate": "Basic realm=\"The \\\"realm\\\"\""], body: "who?")
        }) { server in
            downloads.credential = (
                .useCredential, URLCredential(user: "user", password: "pass", persistence: .none)
            )
            _ = try await start(server.origin)
            await downloads.over()
            #expect(downloads.text == "secret")
            #expect(downloads.log == ["challenge", "destination", "finish"])
            let space = downloads.challenges.first?.protectionSpace
            #expect(space?.realm == "The \"realm\"" && space?.host == "127.0.0.1")
            #expect(space?.authenticationMethod == NSURLAuthenticationMethodHTTPBasic)
            try FileManager.default.removeItem(at: downloads.file)
            downloads.credential = (.rejectProtectionSpace, nil)
            _ = try await start(server.origin)
            await downloads.over()
            #expect(downloads.text == "who?")
            downloads.credential = (.cancelAuthenticationChallenge, nil)
            _ = try await start(server.origin)
            await downloads.over()
            #expect(downloads.error?.code == NSURLErrorCancelled)
        }
    }

    @Test("the body of an error status is saved")
    func errorStatus() async throws {
        try await LocalServer.with({ _ in LocalServer.Answer(status: 404, body: "nothing here") }) { server in
            _ = try await start(server.origin)
            await downloads.over()
            #expect(downloads.text == "nothing here")
            #expect(downloads.log == ["destination", "finish"])
        }
    }

    @Test("a missing server gives `cannotConnectToHost`, and a scheme without a handler WebKitErrorDomain 101")
    func unreachable() async throws {
        let port = try RawServer { _, _ in }.port
        _ = try await start("http://127.0.0.1:\(port)/")
        await downloads.over()
        #expect(downloads.error?.domain == NSURLErrorDomain && downloads.error?.code == NSURLErrorCannotConnectToHost)
        _ = try await start("nobody://there/")
        await downloads.over()
        #expect(downloads.error?.domain == WebKitErrorDomain && downloads.error?.code == 101)
        #expect(downloads.log == ["fail", "fail"])
    }

    @Test("a name that a server suggests is one component of a path", arguments: [true, false])
    func hostileName(fromResponse: Bool) async throws {
        let server = try RawServer { _, connection in
            connection.head(
                "200 OK",
                [
                    "Content-Length": "1",
                    "Content-Disposition": "attachment; filename=\"../../etc/pass\u{1}wd\\\\x.txt\"",
                ])
            connection.send("a")
        }
        navigations.response = { _ in .download }
        if fromResponse { load(server.origin) } else { _ = try await start(server.origin) }
        await downloads.over()
        let name = try #require(downloads.names.first)
        #expect(!name.contains("/") && !name.contains("\\") && !name.hasPrefix(".") && !name.contains("\u{1}"))
        #expect(name.hasSuffix("x.txt"))
    }

    @Test("an unknown length is -1 until the end", arguments: [true, false])
    func unknownLength(fromResponse: Bool) async throws {
        let permission = Permission()
        let server = try RawServer { _, connection in
            connection.head("200 OK", ["Content-Type": "application/octet-stream"])
            connection.send(Self.letters)
            permission.wait()
        }
        navigations.response = { _ in .download }
        let download: WKDownload?
        if fromResponse {
            load(server.origin)
            download = await navigations.download()
        } else {
            download = try await start(server.origin)
        }
        await download?.saved(5000)
        #expect(download?.progress.totalUnitCount == -1)
        #expect(downloads.text == Self.letters)
        permission.give()
        await downloads.over()
        #expect(downloads.log == ["destination", "finish"])
        #expect(download?.progress.totalUnitCount == 5000)
        #expect(download?.progress.fractionCompleted == 1)
    }

    @Test("two downloads at once have their own files and delegates")
    func twoAtOnce() async throws {
        let (first, second) = (Permission(), Permission())
        let server = try RawServer { request, connection in
            let isFirst = request.path == "/first"
            connection.head("200 OK", ["Content-Length": "10000", "Content-Type": "application/octet-stream"])
            connection.send(String(repeating: isFirst ? "first" : "other", count: 1000))
            (isFirst ? first : second).wait()
            connection.send(String(repeating: isFirst ? "first" : "other", count: 1000))
        }
        navigations.response = { _ in .download }
        let other = try Downloads.make()
        load(server.origin + "/first")
        let one = try #require(await navigations.download())
        let two = await view.startDownload(using: URLRequest(url: try #require(URL(string: server.origin + "/second"))))
        two.delegate = other
        await one.saved(5000)
        await two.saved(5000)
        second.give()
        await other.over()
        #expect(downloads.log == ["destination"])
        first.give()
        await downloads.over()
        #expect(downloads.text == String(repeating: "first", count: 2000))
        #expect(other.text == String(repeating: "other", count: 2000))
    }
}
