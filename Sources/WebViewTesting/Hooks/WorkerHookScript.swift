/// What runs first in the workers of a page under test: tells the runner about their consoles and errors.
///
/// It sends what ``HookScript`` posts to its message handler, by synchronous requests to the testing endpoint: what a worker
/// prints is known before the page hears of anything that the worker does next.
enum WorkerHookScript {
    static let source: String = {
        let parts = [
            PackageResources.base_js, PackageResources.format_js, PackageResources.worker_js,
            PackageResources.console_js,
        ]
        let body = parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
        return """
            ((window) => {
            'use strict';
            try {
            \(body)
            } catch {}
            })(self);

            """
    }()
}
