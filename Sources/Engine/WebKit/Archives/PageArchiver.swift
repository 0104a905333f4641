import CWebKitGTK

/// Makes the archive of a view's page. Scripts in a world of their own write the documents; the bytes of resources are those that the page
/// has loaded.
@MainActor
struct PageArchiver {
    /// A document of the page, as it describes itself.
    private struct Document {
        let url: String
        let html: String
        let frameName: String
        /// The indices of the frames on the way from the main frame.
        let path: [Int]
        let resources: [String]

        init?(_ value: Any) {
            guard let members = value as? [String: Any], let url = members["url"] as? String,
                let html = members["html"] as? String, let path = members["path"] as? [NSNumber]
            else { return nil }
            (self.url, self.html, self.path) = (url, html, path.map(\.intValue))
            frameName = members["name"] as? String ?? ""
            resources = members["resources"] as? [String] ?? []
        }
    }

    let webView: WKWebView

    func archive() async throws -> Data {
        let terminations = webView.terminations
        let found = await withCheckedContinuation { (continuation: CheckedContinuation<[Document], Never>) in
            webView.evaluateInAllFrames(Self.script, in: Self.world) { values in
                continuation.resume(returning: values.compactMap { Document($0) })
            }
        }
        guard webView.terminations == terminations else { throw WKError(.webContentProcessTerminated) }
        guard let main = found.first(where: { $0.path.isEmpty }) else { throw WKError(.unknown) }
        return try await archive(of: main, among: found).data()
    }

    private func archive(of document: Document, among documents: [Document]) async -> WebArchive {
        let address = shown(document.url)
        var archive = WebArchive(
            main: WebArchive.Resource(
                url: address, mimeType: "text/html", data: Data(document.html.utf8), textEncoding: "UTF-8",
                frameName: document.frameName))
        for url in document.resources where url != document.url {
            if let resource = await resource(url) { archive.subresources.append(resource) }
        }
        let children = documents.filter {
            $0.path.count == document.path.count + 1 && $0.path.starts(with: document.path)
        }
        for child in children.sorted(by: { $0.path.lexicographicallyPrecedes($1.path) }) {
            archive.subframes.append(await self.archive(of: child, among: documents))
        }
        return archive
    }

    private func resource(_ url: String) async -> WebArchive.Resource? {
        guard let handle = webView.handle else { return nil }
        typealias Found = (mimeType: String?, data: Data?)
        let found = await withCheckedContinuation { (continuation: CheckedContinuation<Found, Never>) in
            let context = Unmanaged.passRetained(Box(continuation)).toOpaque()
            cwk_view_resource_data(
                handle, url,
                { mimeType, bytes, length, context in
                    let found: Found = (
                        mimeType.map { String(cString: $0) }, bytes.map { Data(bytes: $0, count: length) }
                    )
                    ShimCallback.retained(context, Box<CheckedContinuation<Found, Never>>.self) {
                        $0.value.resume(returning: found)
                    }
                }, context)
        }
        return found.data.map {
            WebArchive.Resource(url: shown(url), mimeType: found.mimeType ?? "application/octet-stream", data: $0)
        }
    }

    private func shown(_ address: String) -> String {
        guard let map = webView.hooks.shownAddress, let url = URL(string: address) else { return address }
        return map(url).absoluteString
    }

    private static let world = WKContentWorld.world(name: "SWWebView/archive")

    private static let script = """
        (async () => {
            const path = [];
            for (let frame = window; frame !== frame.parent; frame = frame.parent)
                for (let i = 0; i < frame.parent.length; i++) if (frame.parent[i] === frame) path.unshift(i);
            const resources = new Set();
            const add = (address) => {
                try {
                    const url = new URL(address, document.baseURI);
                    url.hash = "";
                    if (!/^(data|javascript|about|mailto|tel):/.test(url.protocol)) resources.add(url.href);
                } catch {}
            };
            for (const name of ["src", "poster", "data", "background"])
                for (const element of document.querySelectorAll(`[${name}]`))
                    if (!element.matches("iframe, frame")) add(element.getAttribute(name));
            for (const element of document.querySelectorAll("link[href], image[href]")) add(element.getAttribute("href"));
            for (const { currentSrc } of document.querySelectorAll("img, audio, video")) if (currentSrc) add(currentSrc);
            for (const { name, initiatorType } of performance.getEntriesByType("resource"))
                if (!["fetch", "xmlhttprequest", "beacon", "iframe", "frame", "eventsource"].includes(initiatorType)) add(name);
            const type = document.doctype ? new XMLSerializer().serializeToString(document.doctype) : "";
            return {
                url: document.URL, html: type + (document.documentElement?.outerHTML ?? ""), name: window.name, path,
                resources: [...resources],
            };
        })()
        """
}

extension WKWebView {
    /// Writes the page as a web archive of Safari's: the document as it is now, its frames, and the resources that it has loaded. Apple
    /// API.
    ///
    /// The handler is called later, on the main actor, with a ``WKError`` where there is no page.
    public func createWebArchiveData(completionHandler: @escaping @MainActor (Result<Data, any Error>) -> Void) {
        Task { @MainActor in
            do {
                completionHandler(.success(try await PageArchiver(webView: self).archive()))
            } catch {
                completionHandler(.failure(error))
            }
        }
    }
}
