import CWebKitGTK

/// The resources of a web archive that a view shows: the handler of the addresses to which the extension sends the page's requests for
/// them. Main actor only.
///
/// WebKitGTK reads no web archives. The main document is loaded as HTML at its address. A resource at `https://host/a.css` is asked for
/// at `swwebview-archive-https://host/a.css`, where the relative addresses of a style sheet lead to further resources.
@MainActor
final class ArchivedPage: NSObject, WKURLSchemeHandler {
    /// The start of the schemes at which resources are served.
    static let prefix = "swwebview-archive-"

    let main: WebArchive.Resource
    private var resources: [String: WebArchive.Resource] = [:]

    init(_ archive: WebArchive) {
        main = archive.main
        super.init()
        collect(archive)
    }

    private func collect(_ archive: WebArchive) {
        for resource in archive.subresources { resources[resource.url] = resource }
        for frame in archive.subframes {
            resources[frame.main.url] = frame.main
            collect(frame)
        }
    }

    /// The addresses of the resources.
    var addresses: [String] { Array(resources.keys) }

    /// The schemes at which the resources are served.
    var schemes: Set<String> {
        Set(addresses.compactMap { NativeSchemes.canonical(Self.prefix + $0.prefix { $0 != ":" }) })
    }

    func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
        guard let url = urlSchemeTask.request.url,
            let resource = resources[String(url.absoluteString.dropFirst(Self.prefix.count).prefix { $0 != "#" })]
        else { return urlSchemeTask.didFailWithError(URLError(.resourceUnavailable)) }
        let encoding = resource.textEncoding.map { "; charset=\($0)" } ?? ""
        let fields = [
            "Content-Type": resource.mimeType + encoding, "Content-Length": "\(resource.data.count)",
            // A script or a font of the page's own host comes from another origin here.
            "Access-Control-Allow-Origin": "*",
            // WebKit's memory cache would give the resource to other pages, too.
            "Cache-Control": "no-store",
        ]
        let answer = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: fields)
        guard let answer else { return urlSchemeTask.didFailWithError(URLError(.cannotParseResponse)) }
        urlSchemeTask.didReceive(answer)
        urlSchemeTask.didReceive(resource.data)
        urlSchemeTask.didFinish()
    }

    func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {}
}

extension WKWebView {
    /// The MIME type of web archives.
    static let archiveType = "application/x-webarchive"

    /// Shows an archive's page at the page's own address.
    func startLoad(_ archive: WebArchive) -> WKNavigation? {
        guard let handle, let url = URL(address: archive.main.url) else { return nil }
        let page = ArchivedPage(archive)
        archivedPage = page
        for scheme in page.schemes { liveConfiguration.websiteDataStore.context.register(scheme: scheme) }
        let addresses = page.addresses
        CStrings.withCStrings(addresses) {
            cwk_view_announce_archive(handle, url.absoluteString, $0, addresses.count, ArchivedPage.prefix)
        }
        return startLoad(
            page.main.data, mimeType: page.main.mimeType, encoding: page.main.textEncoding ?? "UTF-8", at: url)
    }

    /// Returns the handler that answers a scheme's requests.
    func handler(ofScheme scheme: String) -> (any WKURLSchemeHandler)? {
        schemeHandlers[scheme] ?? (scheme.hasPrefix(ArchivedPage.prefix) ? archivedPage : nil)
    }
}
