public import Foundation
public import URLInterception
public import WebKit

/// Answers a scheme such as `assets:` from a folder: `assets://logo.png`, `assets://icons/logo.png`. Main actor only; files are
/// read off the main thread.
///
/// ```swift
/// let configuration = WKWebViewConfiguration()
/// configuration.setURLSchemeHandler(
///     try AssetsSchemeHandler(folder: Bundle.main.bundleURL.appending(path: "assets")), forURLScheme: "assets")
/// ```
///
/// Files are streamed, with their type by ``UTType``, single ranges, `ETag` and `Last-Modified`. A missing file is a 404, a link
/// out of the folder is a 403, and an address with `..` in it is a 400, each with a sentence. Names are those of the file system:
/// letter case counts. A folder shows its `index.html`.
///
/// The first folder or file stands where other addresses have a host, so `..` and `/` in relative addresses do not get above it.
/// Addresses that begin with `assets:///` avoid that.
public final class AssetsSchemeHandler: NSObject, StreamingURLSchemeHandler {
    private let answers: SchemeAnswers

    /// Makes a handler of a folder that exists. Files are looked up anew for each request.
    ///
    /// - Parameters:
    ///   - folder: the folder; nothing outside it is served.
    ///   - origins: the pages that get answers.
    /// - Throws: `DirectoryLoaderError` when there is no such folder.
    public init(folder: URL, origins: PageOrigins = .applications) throws(DirectoryLoaderError) {
        answers = SchemeAnswers(
            AssetsLoader(try DirectoryLoader(folder: folder)), origins: origins, methods: ResourceRequest.readMethods,
            largestBody: 0)
        super.init()
    }

    /// Begins the answer. Apple API.
    public func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
        answers.start(urlSchemeTask, of: webView)
    }

    /// Stops the answer. Apple API.
    public func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) { answers.stop(urlSchemeTask) }
}
