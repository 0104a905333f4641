import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// The recording of a page, as its view sees and changes it. The devices are WebKit's mock ones.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct CaptureStateTests {
    let navigations = Navigations()

    final class Permission: NSObject, WKUIDelegate {
        func webView(
            _ webView: WKWebView, decideMediaCapturePermissionsFor origin: WKSecurityOrigin,
            initiatedBy frame: WKFrameInfo, type: WKMediaCaptureType
        ) async -> WKPermissionDecision { .grant }
    }

    /// Waits until a property of the view has a value.
    func wait<Value: Equatable>(_ view: WKWebView, for keyPath: KeyPath<WKWebView, Value>, _ expected: Value) async {
        let gate = Gate()
        let observation = view.observe(keyPath, options: [.initial, .new]) { _, change in
            if change.newValue == expected { gate.open() }
        }
        await gate.pass()
        observation.invalidate()
    }

    @Test func `a page's recording is seen, muted, continued and ended`() async throws {
        let permission = Permission()
        let view = makeView(Pages(), navigations) {
            $0.preferences.setValue(true, forKey: "mockCaptureDevicesEnabled")
            $0.preferences.setValue(true, forKey: "mediaDevicesEnabled")
        }
        view.uiDelegate = permission
        view.loadHTMLString("<p>page</p>", baseURL: URL("https://page.example/"))
        await navigations.over()
        #expect(view.cameraCaptureState == .none && view.microphoneCaptureState == .none)
        try await view.call("window.stream = await navigator.mediaDevices.getUserMedia({ video: true, audio: true })")
        await wait(view, for: \.cameraCaptureState, .active)
        await wait(view, for: \.microphoneCaptureState, .active)
        await view.setCameraCaptureState(.muted)
        await wait(view, for: \.cameraCaptureState, .muted)
        #expect(view.microphoneCaptureState == .active)
        // The view knows of it before the track does: the page gets to know in a task of its own.
        try await view.call(
            """
            const [track] = stream.getVideoTracks()
            if (!track.muted) await new Promise((resolve) => track.addEventListener("mute", resolve))
            """)
        await view.setCameraCaptureState(.active)
        await wait(view, for: \.cameraCaptureState, .active)
        await view.setMicrophoneCaptureState(.none)
        await wait(view, for: \.microphoneCaptureState, .none)
        try await view.call(
            """
            const [track] = stream.getAudioTracks()
            if (track.readyState !== "ended") await new Promise((resolve) => track.addEventListener("ended", resolve))
            """)
    }
}
