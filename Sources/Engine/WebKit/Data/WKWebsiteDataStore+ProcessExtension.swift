import CWebKitGTK

extension WKWebsiteDataStore {
    /// Has the store's web processes load the library that tells who asks for what, and which reaches requests that no script
    /// of the page makes. A second call does nothing.
    ///
    /// Call this before the store's first view, because a running web process does not load the library. A second call replaces
    /// `opened` and does nothing else. Each later document of the scheme has a random id in its window's
    /// property `CWK_WINDOW_DOCUMENT`, until a script removes the property. Each request of the scheme without a mark in its fragment
    /// has a mark in the header ``ProcessExtension/markHeader``. A document can also open a channel through its window's
    /// ``ProcessExtension/channelProperty``.
    /// - Parameters:
    ///   - internalPaths: the beginnings of the paths that the host answers itself. Requests for them, of any scheme but https, have a
    ///     mark with the origin that asks.
    ///   - opened: called on the main actor with each channel that a document opens.
    ///   - answer: called on the main actor with each question of a script that waits.
    package func useProcessExtension(
        _ library: ProcessExtension, scheme: String, internalPaths: [String] = [],
        opened: @escaping @MainActor (DocumentChannel) -> Void = { _ in },
        answer: @escaping DocumentAnswering = { $1("") }
    ) {
        guard !isBridged else {
            channels?.opened = opened
            channels?.answer = answer
            return
        }
        channels = DocumentChannels(opened: opened, answer: answer)
        context.useExtension(
            in: library.folder, scheme: scheme, channel: channels?.name ?? "", internalPaths: internalPaths)
        processExtension = library
        isBridged = true
    }

    /// Has the store's web processes load the library, without the bridge, so that it tells which frame posts a message.
    /// Does nothing for a store that has it. Without the library, no message names its frame.
    func useProcessExtension() {
        guard processExtension == nil, let library = try? ProcessExtension.find() else { return }
        context.useExtension(in: library.folder, scheme: "", channel: "", internalPaths: [])
        processExtension = library
    }

    /// Has the store's pages ask for each resource again that they load from now on.
    package func clearMemoryCache() { context.clearMemoryCache() }

    /// The hosts whose http(s) addresses the pages of the scheme are given under it: `app.example`, `app.example:8443`.
    ///
    /// Without ``useProcessExtension(_:scheme:internalPaths:opened:)`` it has no effect. A change reaches web processes before a load that is
    /// begun after it.
    package var rewrittenHosts: [String] {
        get { extensionHosts }
        set {
            guard isBridged, newValue != extensionHosts else { return }
            extensionHosts = newValue
            context.setExtensionHosts(newValue)
        }
    }
}
