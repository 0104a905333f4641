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
        var x: Double?
        var y: Double?
        var width: Double?
        var height: Double?
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
        try await Self.refusing(url) {
            let actions = try await Self.read(Input.self, body).actions
            let earlier = underway
            let task = Task { @MainActor [weak self] () -> String? in
                await earlier?.value
                return await self?.view?.carryOut(actions)
            }
            underway = Task { _ = await task.value }
            if let key = await task.value { throw Refusal("There is no key “\(key)” on the keyboard") }
            return try .json(url, [:])
        }
    }

    /// Gives the page's window another size.
    func resize(_ url: URL, _ body: BodyStream) async throws -> LoadedResource {
        try await Self.refusing(url) {
            let viewport = try await Self.read(Viewport.self, body)
            guard Self.longestSide.contains(viewport.width), Self.longestSide.contains(viewport.height) else {
                throw Refusal("A viewport has 1 to 10000 points to a side")
            }
            view?.frame = CGRect(x: 0, y: 0, width: viewport.width, height: viewport.height)
            return try .json(url, [:])
        }
    }

    /// Takes a picture of the page, also of parts that are out of sight: the answer, or a file.
    func picture(_ url: URL, _ body: BodyStream) async throws -> LoadedResource {
        try await Self.refusing(url) {
            let wanted = try await Self.read(Picture.self, body)
            let file = try wanted.path.map { try self.file(at: $0) }
            var area = CGRect.null
            if let x = wanted.x, let y = wanted.y, let width = wanted.width, let height = wanted.height {
                area = CGRect(x: x, y: y, width: width, height: height)
                let isPlain = [x, y, width, height].allSatisfy { $0.isFinite && abs($0) <= 1e5 }
                guard isPlain, width > 0, height > 0 else { throw Refusal("The picture would be empty, or too large") }
            }
            guard let bytes = try await view?.takeFullPageSnapshot(of: area).pngData() else {
                throw Refusal("The page gives no picture")
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
    private func file(at path: String) throws -> URL {
        guard path.hasSuffix(".png") else { throw Refusal("“\(path)” is no name of a PNG file") }
        do throws(TestFolder.Refusal) {
            return try TestFolder(of: page).file(at: path)
        } catch {
            throw Refusal(error.message)
        }
    }

    // MARK: Messages

    private struct Refusal: Error {
        let message: String
        init(_ message: String) { self.message = message }
    }

    private static func read<Value: Decodable>(_ type: Value.Type, _ body: BodyStream) async throws -> Value {
        let text = try await body.collect(upTo: largest)
        do {
            return try JSONText.decode(type, from: text)
        } catch let error as DecodingError {
            let context: DecodingError.Context? =
                switch error {
                case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
                    .valueNotFound(_, let context):
                    context
                @unknown default: nil
                }
            throw Refusal(context?.debugDescription ?? "The message cannot be read")
        }
    }

    private static func refusing(
        _ url: URL, _ answer: @MainActor () async throws -> LoadedResource
    ) async throws -> LoadedResource {
        do {
            return try await answer()
        } catch let refusal as Refusal {
            return try .json(url, ["error": .string(refusal.message)], status: 400)
        }
    }
}
