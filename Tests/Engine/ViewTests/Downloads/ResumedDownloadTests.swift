import Foundation
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

@MainActor @Suite(.hangLimit(minutes: 1))
struct ResumedDownloadTests {
    private let downloads: Downloads
    private let navigations: DownloadingNavigations
    private let view: WKWebView

    init() throws {
        downloads = try Downloads.make()
        navigations = DownloadingNavigations(downloads)
        view = makeView(Pages(), Navigations())
        view.navigationDelegate = navigations
    }

    private nonisolated static let first = String(repeating: "a", count: 5000)
    private nonisolated static let second = String(repeating: "b", count: 5000)

    /// Returns a server that sends half of a body, and then the response of a closure.
    private func serve(
        _ headers: [String: String] = ["ETag": "\"1\""],
        rest: @escaping @Sendable (RawServer.Request, RawServer.Connection) -> Void = { request, connection in
            connection.head(
                "206 Partial Content",
                ["Content-Range": "bytes 5000-9999/10000", "Content-Length": "5000", "ETag": "\"1\""])
            connection.send(Self.second)
        }, after: @escaping @Sendable (RawServer.Connection) -> Void = { $0.waitForClose() }
    ) throws -> RawServer {
        let isFirst = Once()
        return try RawServer { request, connection in
            guard isFirst.take() else { return rest(request, connection) }
            connection.head("200 OK", headers.merging(["Content-Length": "10000"]) { $1 })
            connection.send(Self.first)
            after(connection)
        }
    }

    private func begin(_ server: RawServer, fromResponse: Bool = false) async throws -> WKDownload {
        let url = try #require(URL(string: server.origin + "/file.bin"))
        if fromResponse {
            navigations.response = { _ in .download }
            view.load(URLRequest(url: url))
            return try #require(await navigations.download())
        }
        var request = URLRequest(url: url)
        request.setValue("own", forHTTPHeaderField: "X-Own")
        let download = await view.startDownload(using: request)
        download.delegate = downloads
        return download
    }

    private func resume(_ data: Data) async -> WKDownload {
        let download = await view.resumeDownload(fromResumeData: data)
        download.delegate = downloads
        return download
    }

    @Test("a cancelled download continues at its end, and asks for no file", arguments: [true, false])
    func cancelAndResume(fromResponse: Bool) async throws {
        let server = try serve()
        let download = try await begin(server, fromResponse: fromResponse)
        await download.saved(5000)
        #expect(download.progress.totalUnitCount == 10000)
        let data = try #require(await download.cancel())
        #expect(downloads.text == Self.first)
        #expect(downloads.files == ["file"])
        #expect(await download.cancel() == nil)
        let resumed = await resume(data)
        #expect(resumed.webView === view)
        await downloads.over()
        #expect(downloads.log == ["destination", "finish"])
        #expect(downloads.text == Self.first + Self.second)
        #expect(resumed.progress.completedUnitCount == 10000 && resumed.progress.totalUnitCount == 10000)
        #expect(resumed.progress.fileURL?.path == downloads.file.path)
        let asked = try #require(server.requests.last)
        #expect(asked.headers["range"] == "bytes=5000-" && asked.headers["if-range"] == "\"1\"")
        #expect(asked.headers["x-own"] == (fromResponse ? nil : "own"))
    }

    @Test("a lost connection gives resume data", arguments: [true, false])
    func failAndResume(fromResponse: Bool) async throws {
        let permission = Permission()
        let server = try serve(after: { _ in permission.wait() })
        let download = try await begin(server, fromResponse: fromResponse)
        await download.saved(5000)
        permission.give()
        await downloads.over()
        #expect(downloads.error?.domain == NSURLErrorDomain)
        #expect(downloads.error?.code == NSURLErrorNetworkConnectionLost)
        #expect(downloads.text == Self.first)
        _ = await resume(try #require(downloads.resumeData))
        await downloads.over()
        #expect(downloads.text == Self.first + Self.second)
    }

    @Test("a response without a validator cannot be resumed; the file keeps its bytes", arguments: [true, false])
    func noValidator(fromResponse: Bool) async throws {
        let server = try serve(["ETag": "W/\"weak\""])
        let download = try await begin(server, fromResponse: fromResponse)
        await download.saved(5000)
        #expect(await download.cancel() == nil)
        #expect(downloads.text == Self.first)
        #expect(downloads.log == ["destination"])
    }

    @Test("`Last-Modified` is the validator where there is no strong `ETag`")
    func lastModified() async throws {
        let date = "Tue, 15 Nov 1994 12:45:26 GMT"
        let server = try serve(["ETag": "W/\"weak\"", "Last-Modified": date])
        let download = try await begin(server)
        await download.saved(5000)
        _ = await resume(try #require(await download.cancel()))
        await downloads.over()
        #expect(server.requests.last?.headers["if-range"] == date)
    }

    @Test("a response with the whole body replaces the file", arguments: [200, 206, 416])
    func anew(status: Int) async throws {
        let answersWhole = Once()
        let server = try serve(rest: { request, connection in
            if answersWhole.take(), status != 200 {
                // The response has another range, or an error status.
                connection.head(
                    "\(status) Status", ["Content-Range": "bytes 0-9/10000", "Content-Length": "10", "ETag": "\"1\""])
                connection.send("0123456789")
            } else {
                connection.head("200 OK", ["Content-Length": "3", "ETag": "\"2\""])
                connection.send("new")
            }
        })
        let download = try await begin(server)
        await download.saved(5000)
        let resumed = await resume(try #require(await download.cancel()))
        await downloads.over()
        #expect(downloads.text == "new")
        #expect(resumed.progress.totalUnitCount == 3 && resumed.progress.completedUnitCount == 3)
        #expect(server.requests.last?.headers["range"] == (status == 200 ? "bytes=5000-" : nil))
    }

    @Test("a part of another version replaces the file")
    func changedPart() async throws {
        let answersPart = Once()
        let server = try serve(rest: { _, connection in
            if answersPart.take() {
                connection.head(
                    "206 Partial Content",
                    ["Content-Range": "bytes 5000-9999/10000", "Content-Length": "5000", "ETag": "\"2\""])
                connection.send(Self.second)
            } else {
                connection.head("200 OK", ["Content-Length": "3", "ETag": "\"2\""])
                connection.send("new")
            }
        })
        let download = try await begin(server)
        await download.saved(5000)
        _ = await resume(try #require(await download.cancel()))
        await downloads.over()
        #expect(downloads.text == "new")
    }

    @Test("a removed file is loaded again, without a range")
    func removedFile() async throws {
        let server = try serve(rest: { _, connection in
            connection.head("200 OK", ["Content-Length": "3", "ETag": "\"1\""])
            connection.send("new")
        })
        let download = try await begin(server)
        await download.saved(5000)
        let data = try #require(await download.cancel())
        try FileManager.default.removeItem(at: downloads.file)
        _ = await resume(data)
        await downloads.over()
        #expect(downloads.text == "new")
        #expect(server.requests.last?.headers["range"] == nil)
    }

    @Test("a file with another length, and a link in its place, stay unchanged", arguments: [true, false])
    func changedFile(isLink: Bool) async throws {
        let server = try serve()
        let download = try await begin(server)
        await download.saved(5000)
        let data = try #require(await download.cancel())
        try FileManager.default.removeItem(at: downloads.file)
        if isLink {
            let other = downloads.folder.url.appendingPathComponent("other")
            try Data(Self.first.utf8).write(to: other)
            try FileManager.default.createSymbolicLink(at: downloads.file, withDestinationURL: other)
        } else {
            try Data("mine".utf8).write(to: downloads.file)
        }
        _ = await resume(data)
        await downloads.over()
        #expect(downloads.error?.code == NSURLErrorCannotOpenFile)
        #expect(downloads.text == (isLink ? Self.first : "mine"))
        #expect(server.requests.count == 1)
    }

    @Test("a missing or refusing server gives resume data", arguments: [true, false])
    func stillResumable(isGone: Bool) async throws {
        let busy: @Sendable (RawServer.Request, RawServer.Connection) -> Void = { _, connection in
            connection.head("503 Busy", ["Content-Length": "0"])
        }
        var server: RawServer? = try serve(rest: busy)
        let download = try await begin(try #require(server))
        await download.saved(5000)
        let data = try #require(await download.cancel())
        if isGone { server = nil }
        _ = await resume(data)
        await downloads.over()
        #expect(downloads.error?.code == (isGone ? NSURLErrorCannotConnectToHost : NSURLErrorBadServerResponse))
        #expect(downloads.resumeData == data)
        #expect(downloads.text == Self.first)
    }

    @Test("damaged resume data raises an exception; the download fails, and touches no file")
    func damaged() async throws {
        let server = try serve()
        let download = try await begin(server)
        await download.saved(5000)
        let data = try #require(await download.cancel())
        var bent = data
        bent[bent.count / 2] ^= 1
        for damaged in [Data(), Data("resume data".utf8), data.dropLast(), bent, data + Data([0]), data.prefix(30)] {
            let misuse = await WKException.recording {
                let resumed = await resume(Data(damaged))
                #expect(resumed.originalRequest == nil)
            }
            #expect(misuse.map(\.name) == [.invalidArgumentException])
            await downloads.over()
            #expect(downloads.error?.domain == NSURLErrorDomain)
            #expect(downloads.error?.code == NSURLErrorCannotDecodeRawData)
            #expect(downloads.resumeData == nil)
        }
        #expect(downloads.text == Self.first)
        #expect(server.requests.count == 1)
    }

    @Test("cancelling the progress cancels the download")
    func cancelProgress() async throws {
        let server = try serve()
        let download = try await begin(server)
        await download.saved(5000)
        download.progress.cancel()
        #expect(download.progress.isCancelled)
        // Wait for the end of the download, which ends the connection and the server's thread.
        while await download.cancel() != nil {}
        #expect(downloads.text == Self.first)
        #expect(downloads.log == ["destination"])
    }

    @Test("a download that is cancelled before its file is chosen creates no file", arguments: [true, false])
    func cancelBeforeDestination(fromResponse: Bool) async throws {
        let server = try serve()
        let (asked, answer) = (Gate(), Gate())
        let file = downloads.file
        downloads.destination = { _ in
            asked.open()
            await answer.pass()
            return file
        }
        let download = try await begin(server, fromResponse: fromResponse)
        await asked.pass()
        #expect(await download.cancel() == nil)
        answer.open()
        _ = try await view.call("return 1")
        #expect(downloads.files == [])
        #expect(downloads.log == ["destination"])
    }

    @Test("a download that is cancelled before it begins sends no request")
    func cancelAtOnce() async throws {
        let server = try serve()
        let ended = Gate()
        view.startDownload(using: URLRequest(url: try #require(URL(string: server.origin)))) { [downloads] download in
            download.delegate = downloads
            download.cancel { data in
                #expect(data == nil)
                ended.open()
            }
        }
        await ended.pass()
        #expect(downloads.log == [] && server.requests.isEmpty)
    }
}

/// A flag that can be taken once.
final class Once: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var isTaken = false  // guarded by the lock

    func take() -> Bool {
        lock.withLock {
            defer { isTaken = true }
            return !isTaken
        }
    }
}
