import Foundation
import FoundationNetworking
import ProcessFiles
import SWWebView
import URLInterception

extension CapacitorPlugins {
    /// Returns the method `downloadFile` of the Filesystem plugin, with its event `progress`.
    ///
    /// Source: capacitor-filesystem 8.1.2, `ios/Sources/FilesystemPlugin/LegacyFilesystemImplementation.swift`.
    static func downloadFile(to files: PhoneFiles) -> SimulatedPlugin.Method {
        .promise { call in
            guard let url = call.arguments["url"]?.string else { throw NativeCallError("Must provide a URL") }
            guard let path = call.arguments["path"]?.string else { throw NativeCallError("Invalid file path") }
            let known = ["CACHE", "LIBRARY"]
            let directory = call.arguments["directory"]?.string ?? "DOCUMENTS"
            let place = try files.place(of: path, in: known.contains(directory) ? directory : "DOCUMENTS")
            guard place.path != files.root.path, !path.isEmpty else { throw NativeCallError("Invalid file path") }
            let request = try CapacitorHTTPRequest.request(
                call.arguments, method: call.arguments["method"]?.string ?? "GET")
            do {
                let resource = try await CapacitorHTTP.load(request, for: call)
                guard (200...299).contains(resource.response.statusCode) else {
                    throw NativeCallError("Error downloading file: \(url)", code: "DOWNLOAD")
                }
                let reports = call.arguments["progress"]?.bool == true
                try await write(resource, to: place, of: files) { bytes, total in
                    guard reports else { return }
                    let data: NativeValue = [
                        "url": .string(url), "bytes": .number(Double(bytes)), "contentLength": .number(Double(total)),
                    ]
                    call.view?.fire("progress", data, of: "Filesystem")
                }
            } catch let error as URLError {
                throw NativeCallError(error.text, code: "DOWNLOAD")
            } catch let error as CocoaError {
                throw NativeCallError("Unable to download file: \(error.localizedDescription)", code: "DOWNLOAD")
            }
            return ["path": .string(files.address(of: place))]
        }
    }

    /// The time between two events of a download whose size is known.
    private static let interval = Duration.milliseconds(100)

    /// Writes a response's body to a file. The file appears when the body is complete.
    private static func write(
        _ resource: LoadedResource, to place: URL, of files: PhoneFiles, report: (_ bytes: Int, _ total: Int) -> Void
    ) async throws {
        let folder = place.deletingLastPathComponent()
        try PrivateFiles.makeFolder(folder)
        let part = folder.appendingPathComponent(".download-\(UUID().uuidString)")
        let handle = try PrivateFiles.create(part.path)
        defer { try? FileManager.default.removeItem(at: part) }
        defer { try? handle.close() }
        let length = resource.response.value(forHTTPHeaderField: "Content-Length").flatMap { Int($0) } ?? 0
        var (bytes, reported) = (0, ContinuousClock.now - interval)
        while let piece = try await resource.body.next() {
            try handle.write(contentsOf: piece)
            bytes += piece.count
            guard length <= 0 || ContinuousClock.now - reported >= interval else { continue }
            reported = .now
            report(bytes, max(length, 0))
        }
        try files.transfer(.move, part, to: place)
    }
}
