import Foundation
import HTTPMessages
import URLInterception
import WebKit

/// The scripts of dedicated workers, and what they begin with.
enum DedicatedWorkerScript {
    /// The path of every origin that a worker's runtime is served at.
    static let runtimePath = "/___runtime___"
    /// The path of every origin that a worker posts its commands to.
    static let commandPath = "/___command___"

    /// The runtime, in a function that the last part calls when the worker needs it.
    private static let text = Data(
        "const runtime = () => {\n\(RuntimeScripts.dedicated)};\n\(RuntimeScripts.dedicatedStart)})".utf8)

    /// A worker's runtime. A classic script's own scope is `this`, whatever it declares.
    static func runtime(id: String, isModule: Bool, isShared: Bool, isIsolated: Bool) -> Data {
        let head = """
            ((scope) => {
            "use strict";
            const documentID = \(JSONText.string(id)), isShared = \(isShared), isIsolated = \(isIsolated),
                inlineLimit = \(BodyRegistry.inlineLimit);

            """
        return Data(head.utf8) + text + Data("(\(isModule ? "self" : "this"));".utf8)
    }

    /// The response of a worker's script with its runtime before the script, on the script's first line.
    ///
    /// A script that WebKit will not run stays as it is.
    static func withRuntime(_ resource: LoadedResource, at url: URL, id: String, isModule: Bool) async throws
        -> LoadedResource
    {
        guard (200..<300).contains(resource.response.statusCode) else { return resource }
        let body = resource.body
        let start = try await ScriptStart(of: body)
        guard !start.isWide else { return try resource.with(body: start.rest(of: body), changing: [:], url: url) }
        let runtime = "\(Addresses.scheme)://\(Addresses.authority(of: url))\(runtimePath)?document=\(id)"
        let head = Data(start.head(runtime: runtime, isModule: isModule).utf8)
        var changes = ["Cache-Control": "no-store"]
        if let length = resource.response.value(forHTTPHeaderField: "Content-Length").flatMap(Int.init) {
            changes["Content-Length"] = String(length + head.count)
        }
        return try resource.with(body: start.rest(of: body, after: head), changing: changes, url: url)
    }
}

extension LoadedResource {
    fileprivate func with(body: BodyStream, changing changes: [String: String], url: URL) throws -> LoadedResource {
        let names = Set(changes.keys.map { $0.lowercased() })
        let fields = response.headerFields.filter { !names.contains($0.key.lowercased()) }
        return try LoadedResource(
            url: url, status: response.statusCode, headers: fields.merging(changes) { _, new in new }, body: body)
    }
}
