import Foundation
import ServiceWorker

/// The scripts that a worker runs before its own, and the page that holds it.
enum WorkerScript {
    /// The parts of the prelude, one after the other in a scope of their own.
    private static let parts: String = {
        let parts = [
            PackageResources.primordials_js, PackageResources.webidl_js, PackageResources.conversions_js,
            PackageResources.base64_js, PackageResources.worker_primordials_js,
            PackageResources.addresses_js, PackageResources.worker_addresses_js, PackageResources.worker_bridge_js,
            PackageResources.serialize_js, PackageResources.deserialize_js, PackageResources.ports_js,
            PackageResources.service_worker_js, PackageResources.registration_js, PackageResources.bodies_js,
            PackageResources.uploads_js, PackageResources.worker_requests_js, PackageResources.marks_js,
            PackageResources.responses_js, PackageResources.response_bodies_js, PackageResources.fetch_js,
            PackageResources.worker_listeners_js, PackageResources.worker_clients_js, PackageResources.worker_events_js,
            PackageResources.worker_messages_js, PackageResources.worker_answer_js, PackageResources.worker_preload_js,
            PackageResources.worker_fetch_event_js, PackageResources.worker_imports_js,
            PackageResources.worker_caches_js, PackageResources.cache_requests_js, PackageResources.cache_bodies_js,
            PackageResources.cache_responses_js, PackageResources.cache_js, PackageResources.cache_storage_js,
            PackageResources.worker_console_js, PackageResources.sockets_js, PackageResources.worker_online_js,
            PackageResources.scope_interface_js,
            PackageResources.worker_scope_js, PackageResources.worker_start_js,
        ]
        return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }()

    /// The page that holds workers.
    static let page: Data = {
        let script = String(decoding: PackageResources.worker_host_page_js, as: UTF8.self)
        let text = """
            <!doctype html><meta charset=utf-8><title>Service workers</title><script>\(RequestWatch.script)
            \(script)</script>
            """
        return Data(text.utf8)
    }()

    /// Returns the script that a worker's realm begins with.
    ///
    /// - Parameter realm: JSON text with the facts that the realm starts with.
    static func prelude(run: Int, worker: ServiceWorkerSnapshot, marker: String, realm: String) -> Data {
        let url = JSONText.string(worker.scriptURL.absoluteString)
        // Windows have these by themselves: the id that marks requests, and the base of relative addresses.
        let boot = """
            const documentID = "\(run)", document = {baseURI: \(url)};
            const workerBoot = {run: \(run), scriptURL: \(url), type: "\(worker.type.rawValue)", \
            marker: \(JSONText.string(marker)), ...\(realm)};
            """
        return Data("(() => {\n\"use strict\";\n\(boot)\n\(parts)\n})();".utf8)
    }

    /// Returns a module with its prelude before it, on the same line, and a call that reports its end after it.
    ///
    /// - Parameter address: the value of `import.meta.url`; nil to keep WebKit's own.
    static func module(_ source: Data, prelude: String, marker: String, address: String?) -> Data {
        var text = Data("import \(JSONText.string(prelude));".utf8)
        text.append(imported(source, address: address))
        text.append(Data("\n;self[\(JSONText.string(marker))]?.();".utf8))
        return text
    }

    /// Returns an imported module whose `import.meta.url` is set on its first line.
    static func imported(_ source: Data, address: String?) -> Data {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let source = source.starts(with: mark) ? source.dropFirst(3) : source
        guard let address, !source.starts(with: "#!".utf8) else { return source }
        return Data("import.meta.url=\(JSONText.string(address));".utf8) + source
    }
}
