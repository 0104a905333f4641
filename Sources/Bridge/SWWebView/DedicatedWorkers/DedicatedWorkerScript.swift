import Foundation
import HTTPMessages
import URLInterception
import WebKit

/// The scripts of dedicated workers, each with the runtime before it.
enum DedicatedWorkerScript {
    /// The path of every origin that a worker's runtime is served at.
    static let runtimePath = "/___runtime___"
    /// The path of every origin that a worker posts its commands to.
    static let commandPath = "/___command___"

    /// The texts around the runtime, which puts it into a function that the last part calls when the worker needs it.
    private static let (opening, closing) = ("const runtime = () => {\n", "};\n")
    private static let text = Data(
        "\(opening)\(RuntimeScripts.dedicated.text)\(closing)\(RuntimeScripts.dedicatedStart.text)})".utf8)

    /// Returns a worker's runtime. A classic script's own scope is `this`, whatever it declares.
    ///
    /// - Parameters:
    ///   - address: the address of a redirected script; nil where WebKit has the same.
    ///   - prelude: the script that runs before the runtime.
    ///   - changes: the scripts that run after the runtime.
    ///   - webApp: the APIs of the web app.
    ///   - hasSourceMap: whether the script ends with a source map, for the Web Inspector.
    static func runtime(
        id: String, isModule: Bool, isShared: Bool, isIsolated: Bool, address: String? = nil,
        after prelude: String, changes: EnvironmentPatches = EnvironmentPatches(), webApp: WebAppFacts = WebAppFacts(),
        hasSourceMap: Bool
    ) -> Data {
        let head = """
            \(prelude)((scope) => {
            "use strict";\(RuntimeHops.ofDedicatedWorkers)
            const workerID = \(JSONText.string(id)), isShared = \(isShared), isIsolated = \(isIsolated),
                inlineLimit = \(BodyRegistry.inlineLimit), losesFiles = \(changes.losesFiles), \
                startsAtOnce = \(!changes.workerScripts.isEmpty || webApp.push || webApp.sync), \
            scriptAddress = \(address.map { JSONText.string($0) } ?? "undefined"); \(webApp.declaration) \(changes.workerFunction)

            """
        let script = Data(head.utf8) + text + Data("(\(isModule ? "self" : "this"));".utf8)
        guard hasSourceMap else { return script }
        var map = RuntimeSourceMap()
        map.add(head + opening)
        map.add(RuntimeScripts.dedicated)
        map.add(closing)
        map.add(RuntimeScripts.dedicatedStart)
        return script + Data("\n\(map.comment)".utf8)
    }

    /// Returns the response of a worker's script with its runtime before the script, on the script's first line.
    ///
    /// A script that WebKit will not run stays as it is.
    ///
    /// - Parameter address: the value of a module's `import.meta.url`; nil to keep WebKit's own.
    static func withRuntime(
        _ resource: LoadedResource, at url: URL, id: String, isModule: Bool, address: String?
    ) async throws -> LoadedResource {
        guard (200..<300).contains(resource.response.statusCode) else { return resource }
        let body = resource.body
        let start = try await ScriptStart(of: body)
        guard !start.isWide else { return try resource.with(body: start.rest(of: body), changing: [:], url: url) }
        let head = Data(start.head(runtime: runtime(of: id, at: url), isModule: isModule, address: address).utf8)
        var changes = ["Cache-Control": "no-store"]
        if let length = resource.response.value(forHTTPHeaderField: "Content-Length").flatMap(Int.init) {
            changes["Content-Length"] = String(length + head.count)
        }
        return try resource.with(body: start.rest(of: body, after: head), changing: changes, url: url)
    }

    private static func runtime(of id: String, at url: URL) -> String {
        "\(Addresses.scheme)://\(Addresses.authority(of: url))\(runtimePath)?document=\(id)"
    }

    /// Returns a script that loads the runtime, and then the worker's script from another address.
    ///
    /// - Parameter resource: the response of the worker's script, whose headers count for the worker.
    static func loading(
        _ script: String, in resource: LoadedResource, at url: URL, id: String, isModule: Bool
    ) throws -> LoadedResource {
        let (runtime, script) = (JSONText.string(runtime(of: id, at: url)), JSONText.string(script))
        let text = Data(
            (isModule
                ? "import \(runtime);import \(script);"
                : "{const load=importScripts;try{load(\(runtime))}catch{};load(\(script))}").utf8)
        return try resource.with(
            body: BodyStream(text), changing: ["Cache-Control": "no-store", "Content-Length": String(text.count)],
            url: url)
    }

    /// Returns a redirected script as it is loaded from its own address. A mark in that address is not part of `import.meta.url`.
    static func atOwnAddress(_ resource: LoadedResource, _ url: URL, isModule: Bool) async throws -> LoadedResource {
        let body = resource.body
        let start = try await ScriptStart(of: body)
        let head = start.isWide || !isModule ? Data() : Data(start.head(address: url.absoluteString).utf8)
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
