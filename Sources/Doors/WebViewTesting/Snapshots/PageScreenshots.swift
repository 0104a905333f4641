import Foundation
import HTTPMessages
import ProcessFiles
import Reports
import SWWebView
import URLInterception
import WebKit

/// The part of ``TestingEndpoint`` that compares pictures with those beside the test: `__screenshots__/FILE/NAME-webkit-linux.png`.
///
/// Source: Vitest, https://vitest.dev/guide/browser/visual-regression-testing
@MainActor
final class PageScreenshots {
    private struct Wanted: Decodable {
        /// The part of the page; nil for the whole page.
        var area: PageArea?
        var name: String
        /// How far a colour may be off, from 0 to 1.
        var threshold: Double?
        var allowedMismatchedPixels: Int?
        /// The share of pixels that may differ, from 0 to 1.
        var allowedMismatchedPixelRatio: Double?
        /// Milliseconds until the page must look the same twice.
        var timeout: Double?
    }

    private static let largest = 1 << 16
    private static let usualThreshold = 0.1
    private static let usualTimeout = 5000.0

    /// Two rendering updates: what moves has moved by then.
    private static let twoFrames =
        "await new Promise((resolve) => { requestAnimationFrame(() => { requestAnimationFrame(() => { resolve(); }); }); });"

    private weak var view: SWWebView?
    private let page: PageReference
    private let update: SnapshotUpdate
    private let record: (SnapshotCounts) -> Void

    /// - Parameter record: the closure that receives what was written.
    init(
        of view: SWWebView, page: PageReference, update: SnapshotUpdate, record: @escaping (SnapshotCounts) -> Void
    ) {
        (self.view, self.page, self.update, self.record) = (view, page, update, record)
    }

    /// Answers the endpoint with `passes`, and for a failure with its `message` and the paths of pictures.
    func respond(_ url: URL, _ body: BodyStream) async throws -> LoadedResource {
        try await LoadedResource.refusing(url) {
            let wanted = try await body.message(Wanted.self, upTo: Self.largest)
            let folder = try TestFolder(of: page)
            let reference = try file("__screenshots__", wanted.name, "", folder)
            let earlier = try picture(in: reference)
            guard let view else { throw EndpointRefusal("The page has gone") }
            guard let picture = try await stablePicture(wanted, earlier, of: view) else {
                return try .json(
                    url,
                    [
                        "passes": false,
                        "message": .string("The page did not look the same twice within \(Int(timeout(wanted))) ms."),
                    ])
            }
            guard let earlier else { return try .json(url, try keepMissing(picture, reference, folder)) }
            guard let problem = try problem(earlier, picture, wanted) else { return try .json(url, ["passes": true]) }
            if update == .all {
                try write(picture.pngData(), to: reference, folder)
                var counts = SnapshotCounts()
                counts.updated = 1
                record(counts)
                return try .json(url, ["passes": true])
            }
            return try .json(url, try keepFailure(problem, picture, wanted.name, reference, folder))
        }
    }

    // MARK: Pictures

    private func timeout(_ wanted: Wanted) -> Double { min(max(wanted.timeout ?? Self.usualTimeout, 0), 600_000) }

    /// Returns a picture that fits the earlier one, or the first that equals the one before it; nil where the page goes on changing.
    private func stablePicture(
        _ wanted: Wanted, _ earlier: WKSnapshotImage?, of view: SWWebView
    ) async throws -> WKSnapshotImage? {
        let end = ContinuousClock.now + .milliseconds(timeout(wanted))
        var last: WKSnapshotImage?
        while true {
            let picture = try await view.picture(of: wanted.area)
            if let earlier, try problem(earlier, picture, wanted) == nil { return picture }
            if let last, last.difference(from: picture)?.differentPixels == 0 { return picture }
            guard ContinuousClock.now < end else { return nil }
            last = picture
            _ = try await view.callAsyncJavaScript(Self.twoFrames, contentWorld: .defaultClient)
        }
    }

    private struct Problem {
        var message: String
        /// The pixels that differ, as a PNG file.
        var difference: Data?
    }

    /// Returns how a picture differs from the earlier one by more than it may; nil where it does not.
    private func problem(
        _ earlier: WKSnapshotImage, _ picture: WKSnapshotImage, _ wanted: Wanted
    ) throws(EndpointRefusal) -> Problem? {
        let threshold = wanted.threshold ?? Self.usualThreshold
        let (pixels, ratio) = (wanted.allowedMismatchedPixels, wanted.allowedMismatchedPixelRatio)
        guard (0...1).contains(threshold), (0...1).contains(ratio ?? 0), (pixels ?? 0) >= 0 else {
            throw EndpointRefusal(
                "threshold and allowedMismatchedPixelRatio are from 0 to 1, allowedMismatchedPixels from 0")
        }
        guard let found = earlier.difference(from: picture, tolerance: Int((threshold * 255).rounded())) else {
            throw EndpointRefusal("The pictures cannot be compared")
        }
        let sizes = found.sizes.map { "\(Int($0.width))x\(Int($0.height))" }
        if sizes[0] != sizes[1] {
            return Problem(
                message: "Expected image dimensions to be \(sizes[0])px, but received \(sizes[1])px.",
                difference: found.picture)
        }
        let allowed =
            [pixels.map { Double($0) }, ratio.map { $0 * Double(found.totalPixels) }].compactMap(\.self).min() ?? 0
        guard Double(found.differentPixels) > allowed else { return nil }
        let share = String(format: "%.4g", found.percentage)
        return Problem(
            message: "\(found.differentPixels) pixels (\(share) %) differ, and \(Int(allowed)) may.",
            difference: found.picture)
    }

    // MARK: Files

    /// Returns the file of a picture. A name may have folders.
    private func file(
        _ place: String, _ name: String, _ suffix: String, _ folder: TestFolder
    ) throws(EndpointRefusal) -> URL {
        let parts = name.split(separator: "/").map { part in
            part.replacing(/\s+/, with: "-").replacing(/[^A-Za-z0-9_-]+/, with: "").replacing(/-{2,}/, with: "-")
        }.filter { !$0.isEmpty }
        guard !parts.isEmpty else { throw EndpointRefusal("“\(name)” is no name of a picture: it has no letter") }
        let path = "\(folder.page.lastPathComponent)/\(parts.joined(separator: "/"))\(suffix)-webkit-linux.png"
        return try folder.file(at: path, in: place)
    }

    private func picture(in file: URL) throws(EndpointRefusal) -> WKSnapshotImage? {
        guard FileKind(file) == .file,
            let bytes = FileManager.default.contents(atPath: file.path(percentEncoded: false))
        else { return nil }
        guard let picture = WKSnapshotImage(pngData: bytes) else {
            throw EndpointRefusal("\(file.lastPathComponent) is no PNG file. Remove it, or run with --update.")
        }
        return picture
    }

    private func write(_ bytes: Data?, to file: URL, _ folder: TestFolder) throws(EndpointRefusal) {
        try folder.write(bytes ?? Data(), to: file)
    }

    private func keepMissing(
        _ picture: WKSnapshotImage, _ reference: URL, _ folder: TestFolder
    ) throws(EndpointRefusal) -> JSONValue {
        guard update != .none else {
            return [
                "passes": false,
                "message": """
                No existing reference screenshot found, and none is written where CI is set. Run the test without CI, or with --update, and \
                commit what it writes.
                """,
            ]
        }
        try write(picture.pngData(), to: reference, folder)
        var counts = SnapshotCounts()
        counts.written = 1
        record(counts)
        if update == .all { return ["passes": true] }
        return [
            "passes": false, "reference": .string(folder.shown(reference)),
            "message":
                "No existing reference screenshot found; a new one was created. Review it before running tests again.",
        ]
    }

    /// Writes the picture, and what differs in it.
    private func keepFailure(
        _ problem: Problem, _ picture: WKSnapshotImage, _ name: String, _ reference: URL, _ folder: TestFolder
    ) throws(EndpointRefusal) -> JSONValue {
        let actual = try file(".vitest-attachments", name, "-actual", folder)
        try write(picture.pngData(), to: actual, folder)
        var shown: JSONValue = .null
        if let difference = problem.difference {
            let file = try file(".vitest-attachments", name, "-diff", folder)
            try write(difference, to: file, folder)
            shown = .string(folder.shown(file))
        }
        return [
            "passes": false, "message": .string("Screenshot does not match the stored reference.\n\(problem.message)"),
            "reference": .string(folder.shown(reference)), "actual": .string(folder.shown(actual)), "diff": shown,
        ]
    }
}
