import Foundation
import HTTPMessages
import ServiceWorkers
import WebKit

/// The scripts that a worker runs before its own, and the page that holds it.
enum WorkerScript {
    /// The page that holds workers.
    static let page: Data = {
        let text = """
            <!doctype html><meta charset=utf-8><title>Service workers</title>\
            <script>\(RuntimeHops.ofDocuments)\(RuntimeScripts.workerHostPage.text)</script>
            """
        return Data(text.utf8)
    }()

    /// Returns the script that a worker's realm begins with.
    ///
    /// - Parameters:
    ///   - facts: JSON text with the facts that the realm starts with.
    ///   - changes: the scripts that run after the prelude.
    static func prelude(
        run: Int, worker: ServiceWorkerSnapshot, marker: String, facts: String,
        changes: EnvironmentPatches = EnvironmentPatches()
    ) -> Data {
        let url = JSONText.string(worker.scriptURL.absoluteString)
        // Windows have these by themselves: the id that marks requests, and the base of relative addresses.
        let boot = """
            const workerID = "\(run)", document = {baseURI: \(url)}, inlineLimit = \(BodyRegistry.inlineLimit), losesFiles = false; \
            \(changes.workerFunction)
            const workerBoot = {run: \(run), scriptURL: \(url), type: "\(worker.type.rawValue)", \
            marker: \(JSONText.string(marker)), ...\(facts)}; const webApp = workerBoot.webApp ?? {};
            """
        return Data(
            "(() => {\n\"use strict\";\(RuntimeHops.ofServiceWorkers)\n\(boot)\n\(RuntimeScripts.serviceworker.text)\n})();"
                .utf8)
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

    /// Returns an imported module whose `import.meta.url` is set on its first line, and whose `import()` is refused.
    static func imported(_ source: Data, address: String?) -> Data {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let source = ImportRefusal.refusing(in: source.starts(with: mark) ? Data(source.dropFirst(3)) : source)
        guard let address, !source.starts(with: "#!".utf8) else { return source }
        return Data("import.meta.url=\(JSONText.string(address));".utf8) + source
    }
}
