import Foundation
import WebKit

/// Answers the application's scheme from a folder of files, with ranges for media and the index page for routes.
final class AssetHandler: NSObject, WKURLSchemeHandler {
    private let root: URL

    init(root: URL) {
        self.root = root
        super.init()
    }

    func webView(_ webView: WKWebView, start urlSchemeTask: WKURLSchemeTask) {
        guard let url = urlSchemeTask.request.url else { return }
        let path = url.path.isEmpty || url.pathExtension.isEmpty ? "/index.html" : url.path
        let file = root.appendingPathComponent(path)
        do {
            let data = try Data(contentsOf: file)
            if let range = urlSchemeTask.request.value(forHTTPHeaderField: "Range"),
                let start = Int(range.dropFirst("bytes=".count).prefix { $0 != "-" })
            {
                let part = data.subdata(in: start..<data.count)
                let headers = [
                    "Content-Type": mimeType(of: file), "Content-Length": String(part.count),
                    "Accept-Ranges": "bytes", "Content-Range": "bytes \(start)-\(data.count - 1)/\(data.count)",
                ]
                let response = HTTPURLResponse(
                    url: url, statusCode: 206, httpVersion: nil, headerFields: headers)
                if let response = response { urlSchemeTask.didReceive(response) }
                urlSchemeTask.didReceive(part)
            } else {
                let response = URLResponse(
                    url: url, mimeType: mimeType(of: file), expectedContentLength: data.count, textEncodingName: nil)
                urlSchemeTask.didReceive(response)
                urlSchemeTask.didReceive(data)
            }
            urlSchemeTask.didFinish()
        } catch {
            urlSchemeTask.didFailWithError(error)
        }
    }

    func webView(_ webView: WKWebView, stop urlSchemeTask: WKURLSchemeTask) {}

    private func mimeType(of file: URL) -> String {
        switch file.pathExtension {
        case "html": return "text/html"
        case "js": return "application/javascript"
        case "css": return "text/css"
        case "json": return "application/json"
        default: return "application/octet-stream"
        }
    }
}
