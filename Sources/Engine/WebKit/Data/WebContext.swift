import CWebKitGTK
import ProcessFiles

/// A view as its context knows it: WebKit gives it what its pages begin.
@MainActor
protocol ContextView: AnyObject {
    /// Takes over a request of a custom scheme.
    func begin(schemeRequest: OpaquePointer)
    /// Takes over a download.
    func begin(download: OpaquePointer)
}

/// A WebKitGTK web context: a data store's session, its schemes, and the way from a request to the view that made it.
@MainActor
final class WebContext {
    let handle: OpaquePointer
    private var schemes: Set<String> = []

    /// - Parameter timeZone: an identifier of the time zone database; nil for this machine's.
    init(dataFolder: URL?, timeZone: String?) {
        WebKitEnvironment.contextCount += 1
        if let dataFolder {
            let folders = ["data", "cache"].map { dataFolder.appendingPathComponent($0) }
            // WebKit would make them with the modes of the process's umask.
            for folder in folders { try? PrivateFiles.makeFolder(folder) }
            handle = cwk_context_new(folders[0].path, folders[1].path, timeZone)
        } else {
            handle = cwk_context_new(nil, nil, timeZone)
        }
        let languages = WebKitEnvironment.preferredLanguages
        CStrings.withCStrings(languages) { cwk_context_set_languages(handle, $0, languages.count) }
        watchDownloads()
    }

    isolated deinit {
        WebKitEnvironment.contextCount -= 1
        cwk_context_release(handle)
    }

    private func watchDownloads() {
        cwk_context_watch_downloads(
            handle,
            { download, view, _ in
                guard let download else { return }
                MainActor.assumeIsolated {
                    if let asker = WebContext.asker(view) { return asker.begin(download: download) }
                    cwk_download_cancel(download)
                    cwk_download_release(download)
                }
            }, nil)
    }

    /// Returns the view of a request; nil where the view is gone.
    private static func asker(_ view: OpaquePointer?) -> (any ContextView)? {
        view.flatMap { cwk_view_callback_context($0) }.map {
            Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue()
        } as? any ContextView
    }

    /// Makes `scheme` known; a second time does nothing. The name is canonical and not one of WebKit's own.
    func register(scheme: String) {
        guard schemes.insert(scheme).inserted else { return }
        cwk_context_register_scheme(
            handle, scheme,
            { request, view, _ in
                guard let request else { return }
                MainActor.assumeIsolated {
                    if let asker = WebContext.asker(view) { return asker.begin(schemeRequest: request) }
                    // The request fails with that.
                    cwk_scheme_request_release(request)
                }
            }, nil)
    }

    /// Keeps the context until the main queue's next turn, for callbacks of WebKit's: WebKit never ends a call that drops the last
    /// reference to the session it belongs to.
    func outliveCallback() { DispatchQueue.main.async { withExtendedLifetime(self) {} } }

    /// Has the web processes forget the resources that they hold in memory.
    func clearMemoryCache() { cwk_context_clear_memory_cache(handle) }

    /// Has web processes that start from now on load the library in `folder`; `scheme` is the bridge's, and `channel` where
    /// the host listens. The library marks requests for paths that begin with one of `internalPaths`.
    func useExtension(in folder: URL, scheme: String, channel: String, internalPaths: [String]) {
        CStrings.withCStrings(internalPaths) {
            cwk_context_use_extension(handle, folder.path, scheme, channel, $0, internalPaths.count)
        }
    }

    /// Tells the extension, which is in use, whose http(s) addresses go to the bridge's scheme.
    func setExtensionHosts(_ hosts: [String]) {
        CStrings.withCStrings(hosts) { cwk_context_set_extension_hosts(handle, $0, hosts.count) }
    }
}
