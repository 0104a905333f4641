import Foundation
import WebKit

/// The picture of the page that runs, for all viewers. Main actor only.
@MainActor
final class LivePage {
    /// The viewers of the picture.
    private let viewers: @MainActor () -> [TestViewer]
    private var frames: ViewFrames?
    /// Whether the view has been drawn. GTK cannot draw a view that has no place yet.
    private var isDrawn = false
    private var hasChanged = false
    private var isTaking = false
    /// The number of views that were shown.
    private var number = 0

    init(_ viewers: @escaping @MainActor () -> [TestViewer]) { self.viewers = viewers }

    /// Shows another view; nil for none. The last picture stays.
    func show(_ view: WKWebView?) {
        // The view can still be read now, and not later.
        pump()
        frames = nil
        guard let view else { return }
        number += 1
        for viewer in viewers() { viewer.needsWhole = true }
        isDrawn = false
        frames = ViewFrames(of: view) { [weak self] in self?.changed() }
    }

    private func changed() {
        isDrawn = true
        hasChanged = true
        pump()
    }

    /// Takes a picture when a viewer is ready to show one.
    func pump() {
        let ready = viewers().filter(\.isReady)
        let needsWhole = ready.contains(where: \.needsWhole)
        guard let frames, isDrawn, !isTaking, !ready.isEmpty, hasChanged || needsWhole else { return }
        isTaking = true
        hasChanged = false
        let number = number
        Task.immediate { @MainActor in
            let frame = await frames.take(whole: needsWhole)
            isTaking = false
            if let frame, number == self.number { send(frame, isWhole: needsWhole) }
            // A view that has changed meanwhile, or another one, has another picture.
            if frame != nil || number != self.number { pump() }
        }
    }

    private func send(_ frame: ViewFrame, isWhole: Bool) {
        var bytes = Data(capacity: FrameHead.size + frame.png.count)
        FrameHead(frame).write(to: &bytes)
        bytes.append(frame.png)
        for viewer in viewers() {
            if viewer.isReady, isWhole || !viewer.needsWhole { viewer.send(bytes) } else { viewer.needsWhole = true }
        }
    }
}
