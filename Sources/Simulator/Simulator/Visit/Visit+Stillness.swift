import Foundation
import SWWebView
import WebKit

extension Visit {
    /// The treatment of animations in pictures.
    package enum Animations: String, CaseIterable, Sendable {
        /// Finite animations are finished and endless ones cancelled.
        case disabled
        /// The picture shows animations as they are.
        case allow
    }

    /// Seconds that a page may take to draw two equal frames.
    private static let patience = 5.0
    private static let script = EmbeddedFiles.still_js

    /// Holds the page still, covers elements, and waits until two frames in a row are equal.
    ///
    /// - Parameter masks: CSS selectors of the elements to cover.
    /// - Throws: ``VisitError`` for a selector that finds nothing, or is none.
    package func hold(_ animations: Animations, masking masks: [String]) async throws {
        guard animations == .disabled || !masks.isEmpty else { return }
        let missing: Any?
        do {
            missing = try await view.callAsyncJavaScript(
                Self.script, arguments: ["freezes": animations == .disabled, "masks": masks],
                contentWorld: .defaultClient)
        } catch {
            let reason = (error as NSError).userInfo["WKJavaScriptExceptionMessage"] as? String
            throw VisitError("the page cannot be held still: \(reason ?? error.localizedDescription)")
        }
        if let selector = missing as? String {
            throw VisitError("--mask: “\(selector)” finds no element on the page")
        }
        if animations == .disabled,
            await withTimeLimit(seconds: Self.patience, { await self.awaitEqualFrames() }) == nil
        {
            hearProblem("the page changes from frame to frame: the picture shows one of them")
        }
    }

    private func awaitEqualFrames() async {
        var last: Data?
        while !Task.isCancelled {
            _ = try? await view.callAsyncJavaScript(
                "await new Promise(requestAnimationFrame); await new Promise(requestAnimationFrame)",
                contentWorld: .defaultClient)
            guard let frame = try? await view.takeSnapshot(configuration: nil).pngData(), frame != last else { return }
            last = frame
        }
    }
}
