import SWWebView
import Simulator

/// The script that runs first in the workers of a page under test. It reports their console messages and errors to the runner.
///
/// The script sends the messages that ``HookScript`` posts to its message handler as synchronous requests to the testing
/// endpoint. So a worker's message arrives before the page receives anything that the worker does next.
enum WorkerHookScript {
    static let source = """
        ((window) => {
        'use strict';
        const ownHeader = '\(PathAccess.header)';
        try {
        \(EmbeddedFiles.worker_hooks_manifest)
        } catch {}
        })(self);

        """
}
