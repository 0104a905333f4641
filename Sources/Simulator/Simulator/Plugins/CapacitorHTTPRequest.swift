import Foundation
import FoundationNetworking

/// The requests of `CapacitorHttp` and of `Filesystem.downloadFile`.
///
/// Sources: Capacitor 8.4.2, `ios/Capacitor/Capacitor/Plugins/{HttpRequestHandler,CapacitorUrlRequest}.swift`.
@MainActor
enum CapacitorHTTPRequest {
    /// Returns the request of a call's options.
    ///
    /// - Throws: ``NativeCallError`` for an invalid URL, method or body.
    static func request(_ options: NativeValue, method: String) throws(NativeCallError) -> URLRequest {
        guard var text = options["url"]?.string else { throw NativeCallError(URLError(.badURL).text) }
        if text == text.removingPercentEncoding {
            text = text.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? text
        }
        guard let plain = URL(string: text), let url = url(plain, options) else {
            throw NativeCallError(URLError(.badURL).text)
        }
        guard ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false else {
            throw NativeCallError(URLError(.unsupportedURL).text, code: "NSURLErrorDomain")
        }
        guard method.wholeMatch(of: /[A-Za-z]{1,20}/) != nil else { throw NativeCallError("invalid method: \(method)") }
        var request = URLRequest(url: url)
        request.httpMethod = method.uppercased()
        for (name, value) in (options["headers"]?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            let value = plainText(value)
            // A line break would begin another header.
            guard name.wholeMatch(of: /[!#$%&'*+\-.^_`|~0-9A-Za-z]+/) != nil, !value.contains(where: \.isNewline) else {
                throw NativeCallError("invalid header: \(name)")
            }
            request.setValue(value, forHTTPHeaderField: name)
        }
        let timeout = options["connectTimeout"]?.number ?? options["readTimeout"]?.number ?? 600_000
        request.timeoutInterval = timeout.isFinite ? min(max(timeout / 1000, 0.001), 86_400) : 600
        if let data = options["data"], data != .null, data != .undefined,
            let type = request.value(forHTTPHeaderField: "Content-Type")
        {
            request.httpBody = try body(data, type: type, dataType: options["dataType"]?.string, of: &request)
        }
        return request
    }

    private static func plainText(_ value: NativeValue) -> String { value.string ?? value.json }

    /// Returns the URL with the parameters of the options.
    private static func url(_ url: URL, _ options: NativeValue) -> URL? {
        guard let params = options["params"]?.object, !params.isEmpty else { return url }
        var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        let items = params.sorted { $0.key < $1.key }.flatMap { name, value in
            (value.array ?? [value]).map { (name, plainText($0)) }
        }
        if options["shouldEncodeUrlParams"]?.bool == false {
            let query = items.map { "\($0)=\($1)" }.joined(separator: "&")
            // `percentEncodedQuery` ends the process for a query that is not encoded.
            components?.query = query
        } else {
            let own = components?.queryItems ?? []
            components?.queryItems = own + items.map { URLQueryItem(name: $0, value: $1) }
        }
        return components?.url
    }

    // MARK: Bodies

    private static func body(
        _ data: NativeValue, type: String, dataType: String?, of request: inout URLRequest
    ) throws(NativeCallError) -> Data? {
        switch dataType {
        case "file":
            guard let bytes = data.string.flatMap({ Data(base64Encoded: $0) }) else {
                throw NativeCallError("[ data ] argument could not be parsed as string")
            }
            return bytes
        case "formData": return try formData(data, boundary: boundary(of: type, &request))
        default: break
        }
        if let text = data.string { return Data(text.utf8) }
        if type.contains("application/json") {
            guard data.object != nil || data.array != nil, let bytes = try? JSONEncoder().encode(data) else {
                throw NativeCallError(
                    "[ data ] argument for request of content-type [ application/json ] must be serializable to JSON")
            }
            return bytes
        }
        let isForm = type.contains("application/x-www-form-urlencoded")
        guard isForm || type.contains("multipart/form-data") else {
            throw NativeCallError("[ data ] argument could not be parsed for content type [ \(type) ]")
        }
        guard let members = data.object?.sorted(by: { $0.key < $1.key }) else {
            throw NativeCallError(
                "[ data ] argument for request with content-type [ \(type) ] may only be a plain javascript object")
        }
        if isForm {
            return Data(members.map { "\(encoded($0))=\(encoded($1.string ?? ""))" }.joined(separator: "&").utf8)
        }
        let boundary = boundary(of: type, &request)
        let parts = members.compactMap { name, value -> String? in
            guard let text = value.string else { return nil }
            return "\r\n--\(boundary)\r\nContent-Disposition: form-data; name=\"\(quoted(name))\"\r\n\r\n\(text)"
        }
        return Data((parts.joined() + "\r\n--\(boundary)--\r\n").utf8)
    }

    private static func encoded(_ text: String) -> String {
        let allowed = CharacterSet(charactersIn: "-._*").union(.alphanumerics)
        return (text.addingPercentEncoding(withAllowedCharacters: allowed) ?? text).replacing("%20", with: "+")
    }

    private static func quoted(_ text: String) -> String {
        text.replacing("\"", with: "%22").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    /// Returns the boundary of a content type. Adds a boundary to the request's content type where it is missing.
    private static func boundary(of type: String, _ request: inout URLRequest) -> String {
        if let found = type.firstMatch(of: /boundary="?([^";]+)"?/) { return String(found.1) }
        let boundary = UUID().uuidString
        request.setValue("multipart/form-data; boundary=\(boundary)", forHTTPHeaderField: "Content-Type")
        return boundary
    }

    private static func formData(_ data: NativeValue, boundary: String) throws(NativeCallError) -> Data {
        guard let list = data.array else { throw NativeCallError("Data must be an array for FormData") }
        var body = Data()
        for item in list {
            guard let name = item["key"]?.string, let value = item["value"]?.string else {
                throw NativeCallError("Data must be an array for FormData")
            }
            let isFile = item["type"] == "base64File"
            var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(quoted(name))\""
            if isFile {
                let type = (item["contentType"]?.string ?? "").filter { !$0.isNewline }
                head += "; filename=\"\(quoted(item["fileName"]?.string ?? ""))\"\r\nContent-Type: \(type)\r\n"
                head += "Content-Transfer-Encoding: binary"
            }
            guard let bytes = isFile ? Data(base64Encoded: value) : Data(value.utf8) else {
                throw NativeCallError("The file “\(item["fileName"]?.string ?? "")” is not Base64")
            }
            body += Data("\(head)\r\n\r\n".utf8) + bytes + Data("\r\n".utf8)
        }
        return body + Data("--\(boundary)--\r\n".utf8)
    }
}
