public import Foundation
import HTTPMessages
import Simulator
public import WebKit

/// A request, and the whole of a scheme handler's answer to it.
public struct RecordedExchange: Sendable {
    /// The request that the handler received.
    public let request: URLRequest
    /// The head of the answer.
    public let response: URLResponse
    /// The body of the answer.
    public let data: Data

    /// The status; nil where the answer is not HTTP's.
    public var statusCode: Int? { (response as? HTTPURLResponse)?.statusCode }

    /// The body as UTF-8.
    public var text: String { String(decoding: data, as: UTF8.self) }

    /// A header field of the answer.
    public func header(_ name: String) -> String? {
        (response as? HTTPURLResponse)?.value(forHTTPHeaderField: name)
    }

    /// The body, which is JSON.
    ///
    /// - Throws: `DecodingError`.
    public func json<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try JSONText.decode(type, from: data)
    }
}

/// An error that says why there is no whole answer.
public struct RecordedExchangeError: Error, CustomStringConvertible {
    /// A message that says what happened and what to do.
    public let description: String
}

extension WKURLSchemeHandler {
    /// Asks the handler, without a view, and waits for the whole answer.
    ///
    /// - Parameter timeout: seconds to wait for its end.
    /// - Throws: what the handler failed with, or ``RecordedExchangeError`` where it did what would end an app on iOS, or never ended.
    @MainActor
    public func exchange(_ request: URLRequest, timeout: Double = 30) async throws -> RecordedExchange {
        let address = request.url?.absoluteString ?? ""
        let task = RecordingSchemeTask(request)
        task.start(on: self)
        let hasEnded = await withTaskCancellationHandler {
            await withTimeLimit(seconds: timeout) { await task.ended() } != nil
        } onCancel: {
            Task { @MainActor in task.stop() }
        }
        if !hasEnded {
            task.stop()
            throw RecordedExchangeError(
                description:
                    "\(address) was not answered to the end within \(timeout.formatted()) s. For an answer that "
                    + "never ends, read the pieces of a RecordingSchemeTask.")
        }
        try Task.checkCancellation()
        if let misuse = task.misuses.first {
            throw RecordedExchangeError(description: "\(address): the handler misused its task: \(misuse).")
        }
        if let failure = task.failure { throw failure }
        guard let response = task.response else {
            throw RecordedExchangeError(description: "\(address) was answered without a response.")
        }
        return RecordedExchange(request: request, response: response, data: task.data)
    }
}

extension URLRequest {
    /// A GET of an address.
    public static func get(_ address: String, headers: [String: String] = [:]) -> URLRequest {
        request("GET", address, headers, nil)
    }

    /// A POST of a JSON text to an address.
    public static func post(_ address: String, json: String, headers: [String: String] = [:]) -> URLRequest {
        request("POST", address, headers, json)
    }

    /// A PATCH of an address with a JSON text.
    public static func patch(_ address: String, json: String, headers: [String: String] = [:]) -> URLRequest {
        request("PATCH", address, headers, json)
    }

    /// A DELETE of an address.
    public static func delete(_ address: String, headers: [String: String] = [:]) -> URLRequest {
        request("DELETE", address, headers, nil)
    }

    private static func request(
        _ method: String, _ address: String, _ headers: [String: String], _ json: String?
    ) -> URLRequest {
        guard let url = URL(string: address) else { preconditionFailure("\(address) is no address") }
        var request = URLRequest(url: url)
        request.httpMethod = method
        if let json {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(json.utf8)
        }
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }
}
