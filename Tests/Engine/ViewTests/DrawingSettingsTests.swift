import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Settings of drawing.
@MainActor @Suite(.serialized, .hangLimit(minutes: 2))
struct DrawingSettingsTests {
    /// A view whose page is red, and waits for an image.
    @MainActor private final class Loading {
        let pages = Pages()
        let navigations = Navigations()
        let image = Gate()
        let view: WKWebView
        private var frames: ViewFrames?
        private var changed: CheckedContinuation<Void, Never>?
        private var hasChanged = false

        init(suppressesIncrementalRendering: Bool) async {
            let isWaiting = Gate()
            pages["/"] = "<body style='margin: 0; background: rgb(255, 0, 0)'>text<img src=/image>"
            view = makeView(pages, navigations) {
                $0.suppressesIncrementalRendering = suppressesIncrementalRendering
            }
            frames = ViewFrames(of: view) { [weak self] in
                self?.hasChanged = true
                self?.changed?.resume()
                self?.changed = nil
            }
            pages.on("/image") { [image] task in
                isWaiting.open()
                Task { @MainActor in
                    await image.pass()
                    task.answer("", status: 404)
                }
            }
            view.load(URLRequest(url: URL("app://host/")))
            await isWaiting.pass()
        }

        var isRed: Bool {
            get async {
                guard let frame = await frames?.take(whole: true) else { return false }
                return WKSnapshotImage(pngData: frame.png)?.pixel(x: 300, y: 200)?.prefix(3) == [255, 0, 0]
            }
        }

        func becomesRed() async {
            hasChanged = false
            while await !isRed {
                if !hasChanged { await withCheckedContinuation { changed = $0 } }
                hasChanged = false
            }
        }
    }

    /// After five seconds WebKit draws in any case, so that what a busy machine shows later says nothing: it is asked again.
    @Test func `a page that suppresses incremental rendering is drawn when it has loaded`() async {
        var isInTime = false
        for _ in 0..<5 where !isInTime {
            let start = ContinuousClock.now
            let suppressed = await Loading(suppressesIncrementalRendering: true)
            let usual = await Loading(suppressesIncrementalRendering: false)
            await usual.becomesRed()
            let isRed = await suppressed.isRed
            isInTime = ContinuousClock.now - start < .seconds(5)
            #expect(!isRed || !isInTime)
            suppressed.image.open()
            await suppressed.becomesRed()
            usual.image.open()
            for loading in [suppressed, usual] { await loading.navigations.over() }
        }
    }
}
