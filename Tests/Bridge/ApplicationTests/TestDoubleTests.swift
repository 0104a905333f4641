import TestSupport
import Testing
import UIKitSubset
import WebKit

/// Doubles of WebKit's classes, as the tests of iOS applications have them.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct TestDoubleTests {
    private final class RecordingView: WKWebView {
        var calls: [String] = []

        override var cameraCaptureState: WKMediaCaptureState { .active }
        override var microphoneCaptureState: WKMediaCaptureState { .muted }
        override var fullscreenState: FullscreenState { .inFullscreen }

        override func takeSnapshot(
            with snapshotConfiguration: WKSnapshotConfiguration?,
            completionHandler: @escaping @MainActor (UIImage?, (any Error)?) -> Void
        ) { completionHandler(UIImage(), nil) }

        override func setCameraCaptureState(
            _ state: WKMediaCaptureState, completionHandler: (@MainActor () -> Void)? = nil
        ) {
            calls.append("camera")
            completionHandler?()
        }

        override func pauseAllMediaPlayback(completionHandler: (@MainActor () -> Void)? = nil) {
            calls.append("pause")
            completionHandler?()
        }

        override func closeAllMediaPresentations(completionHandler: (@MainActor () -> Void)? = nil) {
            calls.append("close")
            completionHandler?()
        }

        override func startDownload(
            using request: URLRequest, completionHandler: @escaping @MainActor (WKDownload) -> Void
        ) {
            calls.append("start")
            super.startDownload(using: request, completionHandler: completionHandler)
        }

        override func resumeDownload(
            fromResumeData resumeData: Data, completionHandler: @escaping @MainActor (WKDownload) -> Void
        ) { calls.append("resume") }
    }

    /// Compiles: on iOS, too, no store but WebKit's own can be made.
    private class EmptyStore: WKWebsiteDataStore {
        override var isPersistent: Bool { true }
        override func fetchDataRecords(
            ofTypes dataTypes: Set<String>, completionHandler: @escaping @MainActor ([WKWebsiteDataRecord]) -> Void
        ) { completionHandler([]) }
        override func removeData(
            ofTypes dataTypes: Set<String>, modifiedSince date: Date, completionHandler: @escaping @MainActor () -> Void
        ) { completionHandler() }
        override func removeData(
            ofTypes dataTypes: Set<String>, for dataRecords: [WKWebsiteDataRecord]
        ) async {}
    }

    private class EmptyCookies: WKHTTPCookieStore {
        override func allCookies() async -> [HTTPCookie] { [] }
        override func setCookie(_ cookie: HTTPCookie) async {}
        override func deleteCookie(_ cookie: HTTPCookie) async {}
    }

    private final class Record: WKWebsiteDataRecord {
        let ended: @Sendable () -> Void
        init(_ ended: @escaping @Sendable () -> Void) { self.ended = ended }
        deinit { ended() }
        override var displayName: String { "example.com" }
    }

    @Test func `the asynchronous form of a view's method is served by a double's form with a handler`() async throws {
        let view = RecordingView()
        await view.setCameraCaptureState(.muted)
        await view.pauseAllMediaPlayback()
        await view.closeAllMediaPresentations()
        let url = try #require(URL(string: "data:text/plain,text"))
        let download = await view.startDownload(using: URLRequest(url: url))
        #expect(view.calls == ["camera", "pause", "close", "start"] && download.originalRequest?.url == url)
        #expect(view.cameraCaptureState == .active && view.fullscreenState == .inFullscreen)
        view.takeSnapshot(with: nil) { image, _ in #expect(image?.size == .zero) }
    }

    @Test func `a double of a record may have a deinit`() async {
        let (ends, continuation) = AsyncStream<Void>.makeStream()
        var record: Record? = Record { continuation.finish() }
        #expect(record?.displayName == "example.com")
        record = nil
        for await _ in ends {}
    }
}
