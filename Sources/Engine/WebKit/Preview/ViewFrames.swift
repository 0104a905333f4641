import CWebKitGTK

/// A part of a view's picture as a PNG file, and where it belongs, in device pixels.
package struct ViewFrame: Sendable {
    package let png: Data
    package let x, y, width, height: Int
    package let wholeWidth, wholeHeight: Int
}

/// The picture of a view as it changes. One for a view that is on the screen, kept as long as the view. Main actor only.
@MainActor
package final class ViewFrames {
    private weak var view: WKWebView?
    private let changed: @MainActor () -> Void

    /// - Parameter changed: called when there is something that ``take(whole:)`` has not given, once until that is called.
    package init(of view: WKWebView, changed: @escaping @MainActor () -> Void) {
        self.view = view
        self.changed = changed
        view.attachments[ObjectIdentifier(ViewFrames.self)] = self
        guard let handle = view.handle else { return }
        cwk_view_watch_frames(
            handle, { ShimCallback.unretained($0, ViewFrames.self) { $0.changed() } },
            Unmanaged.passUnretained(self).toOpaque())
    }

    /// Returns the pixels that have changed since the last call, or the whole; nil where nothing has changed.
    package func take(whole: Bool) async -> ViewFrame? {
        guard let handle = view?.handle else { return nil }
        return await withCheckedContinuation { (continuation: CheckedContinuation<ViewFrame?, Never>) in
            cwk_view_take_frame(
                handle, whole,
                { frame, context in
                    let frame = frame.map { ViewFrame($0.pointee) }
                    ShimCallback.retained(context, Box<CheckedContinuation<ViewFrame?, Never>>.self) {
                        $0.value.resume(returning: frame)
                    }
                }, Unmanaged.passRetained(Box(continuation)).toOpaque())
        }
    }
}

extension ViewFrame {
    init(_ frame: CWKFrame) {
        png = frame.png.map { Data(bytes: $0, count: frame.length) } ?? Data()
        (x, y) = (Int(frame.x), Int(frame.y))
        (width, height) = (Int(frame.width), Int(frame.height))
        (wholeWidth, wholeHeight) = (Int(frame.whole_width), Int(frame.whole_height))
    }
}
