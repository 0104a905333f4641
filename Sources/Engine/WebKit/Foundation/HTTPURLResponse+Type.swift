public import Foundation
public import FoundationNetworking

extension HTTPURLResponse {
    /// Makes a response with status 200 and the headers that the arguments stand for. Foundation on Linux lacks this form of
    /// Apple's initialiser; the last parameter keeps the two apart.
    ///
    /// - Parameters:
    ///   - length: the number of bytes of the body; negative where it is not known.
    ///   - name: the name of the body's encoding, such as `utf-8`.
    public convenience init(
        url: URL, mimeType MIMEType: String?, expectedContentLength length: Int, textEncodingName name: String?,
        statusCode: Int = 200
    ) {
        var fields: [String: String] = [:]
        if let MIMEType { fields["Content-Type"] = name.map { "\(MIMEType); charset=\($0)" } ?? MIMEType }
        if length >= 0 { fields["Content-Length"] = "\(length)" }
        // No status and no headers make Foundation's initialiser return nil.
        // swift-format-ignore: NeverForceUnwrap
        self.init(url: url, statusCode: statusCode, httpVersion: "HTTP/1.1", headerFields: fields)!
    }
}
