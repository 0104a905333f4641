import Foundation
import HTTPMessages
import Simulator
import URLInterception
import WebKit

extension NativeHalf {
    private static let largest = 16 << 20

    /// Responds to `GET native` with the handlers and calls, to `GET native?wait=NAME` with the next call, and to `POST native`
    /// with the result of a command, see ``command(_:)``.
    func respond(to request: URLRequest, _ url: URL, body: BodyStream) async throws -> LoadedResource {
        do {
            if request.httpMethod == "POST" {
                let command = try NativeValue(json: try await body.collect(upTo: Self.largest))
                return try .answer(url, try await self.command(command))
            }
            guard let handler = Query(url)["wait"] else { return try .answer(url, await stateWithWebApp) }
            return try .answer(url, try await command(["wait": handler.isEmpty ? .null : .string(handler)]))
        } catch let error as NativeCallError {
            return try .answer(url, ["error": .string(error.message)], status: 400)
        }
    }
}

extension LoadedResource {
    fileprivate static func answer(_ url: URL, _ value: NativeValue, status: Int = 200) throws -> LoadedResource {
        let bytes = try JSONText.encode(value)
        return try answer(url, status: status, type: "application/json", body: BodyStream(bytes))
    }
}
