import Foundation
import URLInterception
import WebKit

/// The scripts of dedicated workers, and what they begin with.
enum DedicatedWorkerScript {
    /// The path of every origin that a worker's runtime is served at.
    static let runtimePath = "/___runtime___"
    /// The path of every origin that a worker posts its commands to.
    static let commandPath = "/___command___"

    /// The parts of the runtime, one after the other in a function that the last part calls when the worker needs it.
    private static let text: Data = {
        let parts = [
            PackageResources.dedicated_globals_js, PackageResources.primordials_js,
            PackageResources.addresses_js, PackageResources.window_addresses_js,
            PackageResources.dedicated_bridge_js, PackageResources.bridge_js, PackageResources.base64_js,
            PackageResources.webidl_js, PackageResources.conversions_js,
            PackageResources.serialize_js, PackageResources.deserialize_js, PackageResources.ports_js,
            PackageResources.service_worker_js, PackageResources.registration_js, PackageResources.bodies_js,
            PackageResources.uploads_js, PackageResources.marks_js, PackageResources.responses_js,
            PackageResources.response_bodies_js,
            PackageResources.fetch_js, PackageResources.xhr_js, PackageResources.event_source_js,
            PackageResources.sockets_js, PackageResources.worker_online_js,
            PackageResources.container_js,
            PackageResources.cache_window_js, PackageResources.cache_requests_js, PackageResources.cache_bodies_js,
            PackageResources.cache_responses_js, PackageResources.cache_js, PackageResources.cache_storage_js,
            PackageResources.workers_js, PackageResources.client_interfaces_js, PackageResources.scope_interface_js,
            PackageResources.shared_scope_js, PackageResources.dedicated_js,
        ]
        let runtime = parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
        let start = String(decoding: PackageResources.dedicated_start_js, as: UTF8.self)
        return Data("const runtime = () => {\n\(withoutComments(runtime))};\n\(withoutComments(start))})".utf8)
    }()

    /// Without the lines that are comments: every worker reads the text.
    static func withoutComments(_ text: String) -> String {
        var isInside = false
        var lines = ""
        for line in text.split(separator: "\n") {
            let line = line.drop { $0 == " " }
            let isEnd = line.hasSuffix("*/")
            let begins = !isInside && line.hasPrefix("/*")
            if isInside || line.hasPrefix("//") || begins && (isEnd || !line.contains("*/")) {
                isInside = (isInside || begins) && !isEnd
            } else {
                lines += line + "\n"
            }
        }
        return lines
    }

    /// A worker's runtime. A classic script's own scope is `this`, whatever it declares.
    static func runtime(id: String, isModule: Bool, isShared: Bool, isIsolated: Bool) -> Data {
        let head = """
            ((scope) => {
            "use strict";
            const documentID = \(JSONText.string(id)), isShared = \(isShared), isIsolated = \(isIsolated);

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
        let runtime = "\(Addresses.scheme)://\(Addresses.authority(of: url))\(runtimePath)?f=\(id)"
        let head = Data(start.head(runtime: runtime, isModule: isModule).utf8)
        var changes = ["Cache-Control": "no-store"]
        if let length = resource.response.value(forHTTPHeaderField: "Content-Length").flatMap(Int.init) {
            changes["Content-Length"] = String(length + head.count)
        }
        return try resource.with(body: start.rest(of: body, after: head), changing: changes, url: url)
    }
}

extension LoadedResource {
    fileprivate func with(body: ResourceBody, changing changes: [String: String], url: URL) throws -> LoadedResource {
        let names = Set(changes.keys.map { $0.lowercased() })
        let fields = response.headerFields.filter { !names.contains($0.key.lowercased()) }
        return try LoadedResource(
            url: url, status: response.statusCode, headers: fields.merging(changes) { _, new in new }, body: body)
    }
}
