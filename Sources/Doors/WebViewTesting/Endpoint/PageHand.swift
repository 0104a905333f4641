import Foundation
import FoundationNetworking
import HTTPMessages
import ProcessFiles
import SWWebView
import URLInterception
import WebKit

/// The part of ``TestingEndpoint`` that acts as a person before the page: its input, its window's size, and pictures.
@MainActor
final class PageHand {
    private struct Input: Decodable { var actions: [InputAction] }

    private struct Viewport: Decodable {
        var width: Double
        var height: Double
    }

    private struct Picture: Decodable {
        /// The part of the page; nil for the whole page.
        var area: PageArea?
        /// The file, relative to the test's folder; nil for the picture as the answer.
        var path: String?
    }

    private static let largest = 1 << 20
    /// Points.
    private static let longestSide = 1...10000.0

    private weak var view: SWWebView?
    private let page: PageReference
    /// The input that is being carried out. Later input waits for it.
    private var underway: Task<Void, Never>?

    init(of view: SWWebView, page: PageReference) { (self.view, self.page) = (view, page) }

    /// Carries out input. Answers when the page has had its events.
    func input(_ url: URL, _ body: BodyStream) async throws -> LoadedResource {
        try await LoadedResource.refusing(url) {
            let actions = try await body.message(Input.self, upTo: Self.largest).actions
            let earlier = underway
            let task = Task { @MainActor [weak self] () -> String? in
                await earlier?.value
                return await self?.view?.carryOut(actions)
            }
            underway = Task { _ = await task.value }
            if let key = await task.value { throw EndpointRefusal("There is no key “\(key)” on the keyboard") }
            return try .json(url, [:])
        }
    }

    /// Gives the page's window another size.
    func resize(_ url: URL, _ body: BodyStream) async throws -> LoadedResource {
        try await LoadedResource.refusing(url) {
            let viewport = try await body.message(Viewport.self, upTo: Self.largest)
            guard Self.longestSide.contains(viewport.width), Self.longestSide.contains(viewport.height) else {
                throw EndpointRefusal("A viewport has 1 to 10000 points to a side")
            }
            view?.frame = CGRect(x: 0, y: 0, width: viewport.width, height: viewport.height)
            return try .json(url, [:])
        }
    }

    /// Takes a picture of the page, also of parts that are out of sight: the answer, or a file.
    func picture(_ url: URL, _ body: BodyStream) async throws -> LoadedResource {
        try await LoadedResource.refusing(url) {
            let wanted = try await body.message(Picture.self, upTo: Self.largest)
            let file = try wanted.path.map { try self.file(at: $0) }
            guard let bytes = try await view?.picture(of: wanted.area).pngData() else {
                throw EndpointRefusal("The page gives no picture")
            }
            guard let file else { return try .answer(url, type: "image/png", body: BodyStream(bytes)) }
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            // A link in the file's place goes: it could lead out of the folder.
            try PrivateFiles.replace(file, with: bytes)
            return try .json(url, ["path": .string(file.path(percentEncoded: false))])
        }
    }

    /// Returns the file that a test names, in the folder of the page or below.
    private func file(at path: String) throws(EndpointRefusal) -> URL {
        guard path.hasSuffix(".png") else { throw EndpointRefusal("“\(path)” is no name of a PNG file") }
        return try TestFolder(of: page).file(at: path)
    }
}

/// A part of a page, or the whole page, as a test asks for its picture.
struct PageArea: Decodable {
    var x: Double?
    var y: Double?
    var width: Double?
    var height: Double?

    /// The part in points of the page; `CGRect.null` for the whole page.
    var rectangle: CGRect {
        get throws(EndpointRefusal) {
            guard let x, let y, let width, let height else { return .null }
            let isPlain = [x, y, width, height].allSatisfy { $0.isFinite && abs($0) <= 1e5 }
            guard isPlain, width > 0, height > 0 else {
                throw EndpointRefusal("The picture would be empty, or too large")
            }
            return CGRect(x: x, y: y, width: width, height: height)
        }
    }
}

extension SWWebView {
    /// Takes a picture of a part of the page, also of what is out of sight.
    ///
    /// - Throws: ``EndpointRefusal`` for a page that gives none.
    func picture(of area: PageArea?) async throws -> WKSnapshotImage {
        let picture = try await takeFullPageSnapshot(of: try area?.rectangle ?? .null)
        guard picture.pngData() != nil else { throw EndpointRefusal("The page gives no picture") }
        return picture
    }
}
