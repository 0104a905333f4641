import Foundation
import HTTPMessages
import ServiceWorkers
import URLInterception
import WebKit

// The requests of a hidden page and its workers.
extension WorkerPage {
    /// Answers a request, with all of its body.
    func answer(_ task: URLSchemeTask) async {
        if requestWatch.take(task) { return }
        guard let asked = task.request.url else { return task.didFailWithError(URLError(.badURL)) }
        let (url, mark) = asked.takingMark
        do {
            let resource = try await resource(for: task, url, mark)
            if task.isStopped { return }
            try await task.answer(with: resource.response, reasonPhrase: resource.reasonPhrase, resource.body)
        } catch {
            if !task.isStopped { task.didFailWithError(error) }
        }
    }

    private func resource(for task: URLSchemeTask, _ url: URL, _ mark: RequestMark?) async throws -> LoadedResource {
        let run = mark?.document.flatMap { Int($0) }
        let worker = run.flatMap { workers[$0] }
        // The thread of a worker that was stopped may have asked before it ended. Only keepalive requests outlive their worker.
        if run != nil, worker == nil, mark?.keepalive == false { throw URLError(.cancelled) }
        let isOwnOrigin = "\(Addresses.scheme)://\(Addresses.authority(of: url))" == origin
        if isOwnOrigin, url.path.hasPrefix(Self.path), mark?.destination != .script {
            return try ownResource(url)
        }
        if let worker {
            switch mark?.destination {
            case .serviceworker:
                hasMainScript(worker)
                try await worker.begun()
                return try script(worker.script, at: url)
            case .script: return try await imported(url, by: worker)
            default: break
            }
        } else if task.request.httpMethod == "GET" {
            if task.request.value(forHTTPHeaderField: "Referer") == nil {
                if let expected = expectedWorker(at: url) { return try mainScript(of: expected) }
                if isStopping(at: url) { throw URLError(.cancelled) }
            }
            if task.request.value(forHTTPHeaderField: "Accept") != "text/event-stream" {
                if let module = startingModule {
                    return try await module.loadImport { try await self.imported(url, by: module) }
                }
                if isModuleStopping { throw URLError(.cancelled) }
                // The requests of workers are marked. This one is of `import()`, which no service worker may call.
                // Source: https://html.spec.whatwg.org/multipage/webappapis.html#hostloadimportedmodule
                if mark == nil, url.path != RequestWatch.path { throw URLError(.unsupportedURL) }
            }
        }
        return try await loaded(task, url, mark, by: worker)
    }

    // MARK: Scripts

    /// Returns the first script of a worker: for a classic worker the prelude alone, which then asks for the script.
    private func mainScript(of worker: RunningWorker) throws -> LoadedResource {
        let url = worker.snapshot.scriptURL
        let policies = ["Content-Security-Policy", "Content-Security-Policy-Report-Only", "Referrer-Policy"]
        var headers = ["Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-store"]
        for name in policies { headers[name] = worker.script?.headers[name] }
        let body: Data
        switch worker.snapshot.type {
        case .classic:
            let policy = headers["Content-Security-Policy"].map { "\($0), " } ?? ""
            headers["Content-Security-Policy"] = policy + Self.noImports
            body = prelude(of: worker)
        case .module:
            guard let script = worker.script else { throw URLError(.fileDoesNotExist) }
            body = WorkerScript.module(
                script.body, prelude: "\(origin)\(Self.path)prelude.js?run=\(worker.run)", marker: worker.marker,
                address: moduleAddress(url))
        }
        return try LoadedResource(url: url, status: 200, headers: headers, body: BodyStream(body))
    }

    /// A policy that blocks `import()` of scripts that WebKit loads without a request. `importScripts` asks the host for them.
    private static let noImports = "script-src * \(Addresses.scheme): 'unsafe-inline' 'unsafe-eval'"

    private func prelude(of worker: RunningWorker) -> Data {
        WorkerScript.prelude(
            run: worker.run, worker: worker.snapshot, marker: worker.marker, facts: worker.facts,
            changes: worker.changes)
    }

    private func imported(_ url: URL, by worker: RunningWorker) async throws -> LoadedResource {
        guard let services else { throw WorkerRunnerError.gone }
        var target = url
        if url.path == Self.path + "import", let text = url.queryValue("url"), let other = URL(address: text) {
            target = other
        }
        let found = try await services.importScript(target, for: worker.snapshot.id)
        return try script(found, at: url, isModule: worker.snapshot.type == .module)
    }

    /// Returns the address for a module's `import.meta.url`, or nil to keep the one that WebKit gives it.
    private func moduleAddress(_ url: URL) -> String? {
        guard services?.workerAddresses == .https, url.scheme == Addresses.scheme else { return nil }
        return "https\(url.absoluteString.dropFirst(Addresses.scheme.count))"
    }

    private func script(_ script: ScriptResource?, at url: URL, isModule: Bool = false) throws -> LoadedResource {
        guard let script else { throw URLError(.fileDoesNotExist) }
        let type = script.headers["Content-Type"] ?? "text/javascript"
        var headers = ["Content-Type": type, "Cache-Control": "no-store"]
        // WebKit checks a module's import from another origin.
        headers["Access-Control-Allow-Origin"] = script.headers["Access-Control-Allow-Origin"]
        let isScript = type.lowercased().contains("javascript") || type.lowercased().contains("ecmascript")
        let body = isModule && isScript ? WorkerScript.imported(script.body, address: moduleAddress(url)) : script.body
        return try LoadedResource(url: url, status: 200, headers: headers, body: BodyStream(body))
    }

    // MARK: The page's own

    private func ownResource(_ url: URL) throws -> LoadedResource {
        switch url.path.dropFirst(Self.path.count) {
        case "host.html":
            return try LoadedResource(
                url: url, status: 200, headers: ["Content-Type": "text/html; charset=utf-8"],
                body: BodyStream(WorkerScript.page))
        case "prelude.js":
            guard let worker = startingModule, url.queryValue("run") == String(worker.run) else {
                throw URLError(.fileDoesNotExist)
            }
            return try LoadedResource(
                url: url, status: 200, headers: ["Content-Type": "text/javascript; charset=utf-8"],
                body: BodyStream(prelude(of: worker)))
        default: throw URLError(.fileDoesNotExist)
        }
    }
}
