import CPlatform
import Foundation
import FoundationNetworking
import HTTPMessages

/// A thread that makes requests with libcurl: URLSession on Linux hides the status line, joins headers of one name and refuses lines
/// without a carriage return. Requests under way go on to their end.
///
/// `@unchecked Sendable`: the pointer does not change, and its functions may be called on any thread.
final class HTTPClient: @unchecked Sendable {
    private let client: OpaquePointer

    /// - Throws: `URLError` where the system has no more threads.
    init() throws(URLError) {
        guard let client = chc_client_new() else { throw URLError(.cannotCreateFile) }
        self.client = client
    }

    deinit { chc_client_release(client) }

    /// A request that was started. Its functions may be called on any thread, as long as the client lives.
    struct Request: @unchecked Sendable {
        fileprivate let pointer: OpaquePointer

        /// Stops the request, which ends with an error. Does nothing after the end.
        func cancel() { chc_cancel(pointer) }

        /// Gives the request up, as the last call.
        func release() { chc_release(pointer) }
    }

    /// Starts a request.
    ///
    /// - Parameters:
    ///   - body: the body, which the transfer keeps; nil for none.
    ///   - keepsCookies: whether the client's cookies go along, and those of the response are kept.
    func start(
        _ request: URLRequest, body: NSData?, keepsCookies: Bool, for transfer: Transfer
    ) -> Request? {
        let lines = Self.lines(of: request, hasBody: body != nil).map { strdup($0) }
        defer { for line in lines { free(line) } }
        let pointers = lines.map { UnsafePointer($0) }
        let address = request.url?.absoluteString ?? ""
        return address.withCString { url in
            (request.httpMethod ?? "GET").withCString { method in
                var start = CHCRequest()
                (start.url, start.method, start.header_count) = (url, method, lines.count)
                (start.has_body, start.body, start.body_length) = (body != nil, body?.bytes, body?.length ?? 0)
                (start.keeps_cookies, start.patience) = (keepsCookies, Int(request.timeoutInterval.rounded(.up)))
                return pointers.withUnsafeBufferPointer { headers in
                    start.headers = headers.baseAddress
                    return chc_start(client, &start, Self.events(of: transfer)).map { Request(pointer: $0) }
                }
            }
        }
    }

    /// Returns the headers as libcurl wants them. Those that it would add by itself are left out.
    private static func lines(of request: URLRequest, hasBody: Bool) -> [String] {
        let fields = request.allHTTPHeaderFields ?? [:]
        let names = Set(fields.keys.map { $0.lowercased() })
        var lines = fields.map { $0.value.isEmpty ? "\($0.key);" : "\($0.key): \($0.value)" }
        // A header with a line break would be several.
        lines.removeAll { $0.unicodeScalars.contains { $0 == "\r" || $0 == "\n" || $0 == "\0" } }
        if !names.contains("user-agent") { lines.append("User-Agent: \(ProcessInfo.processInfo.processName)") }
        if hasBody {
            lines.append("Expect:")
            if !names.contains("content-type") { lines.append("Content-Type:") }
        }
        return lines
    }

    private static func events(of transfer: Transfer) -> CHCEvents {
        CHCEvents(
            line: { context, bytes, count in
                HTTPClient.transfer(context).receive(line: UnsafeRawBufferPointer(start: bytes, count: count))
            },
            body: { context, bytes, count in
                if let bytes { HTTPClient.transfer(context).receive(Data(bytes: bytes, count: count)) }
            },
            ended: { context, code, message in
                let transfer = HTTPClient.transfer(context)
                transfer.complete(code == 0 ? nil : HTTPClient.error(code, message.map { String(cString: $0) } ?? ""))
                if let context { Unmanaged<Transfer>.fromOpaque(context).release() }
            }, context: Unmanaged.passRetained(transfer).toOpaque())
    }

    private static func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer {
        guard let context else { preconditionFailure("libcurl has lost the context of a request") }
        return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }

    /// The codes of errors, by [libcurl's](https://curl.se/libcurl/c/libcurl-errors.html).
    private static let codes: [Int32: URLError.Code] = [
        1: .unsupportedURL, 3: .badURL, 5: .cannotFindHost, 6: .cannotFindHost, 7: .cannotConnectToHost,
        8: .badServerResponse, 16: .networkConnectionLost, 18: .networkConnectionLost, 28: .timedOut,
        35: .secureConnectionFailed, 42: .cancelled, 52: .networkConnectionLost, 53: .secureConnectionFailed,
        55: .networkConnectionLost, 56: .networkConnectionLost, 58: .clientCertificateRejected,
        60: .serverCertificateUntrusted, 61: .cannotDecodeContentData, 77: .secureConnectionFailed,
        83: .serverCertificateUntrusted, 92: .networkConnectionLost,
    ]

    private static func error(_ code: Int32, _ message: String) -> URLError {
        URLError(codes[code] ?? .unknown, userInfo: [NSLocalizedDescriptionKey: message])
    }
}
