import Foundation
import HTTPMessages
import HostProfiles
import NativeHosts
import URLInterception
import WebKit

/// The endpoints below `/___testing___/host/`, by which a page's test sees and steers the native half: what the app calls, and what
/// happens to the phone.
@MainActor
enum HostAnswers {
    static func respond(to request: URLRequest, _ url: URL, _ path: Substring, body: BodyStream, host: ProfileHost?)
        async throws -> LoadedResource
    {
        guard let host else {
            return try .json(url, ["error": "the page has no native half: choose one by --host"], status: 404)
        }
        switch path {
        case "calls":
            return try answer(url, .array(host.calls.map { $0.record }))
        case "phone":
            do {
                let order = try NativeValue(json: try await body.collect(upTo: 1 << 20))
                try PhoneOrders.carryOut(order, on: host.phone)
            } catch let error as NativeCallError {
                return try .json(url, ["error": error.message], status: 400)
            }
            return try answer(url, [:])
        default: return try .json(url, ["error": "there is no such endpoint of the host"], status: 404)
        }
    }

    private static func answer(_ url: URL, _ value: NativeValue) throws -> LoadedResource {
        try .answer(url, type: "application/json", body: BodyStream(Data(value.json.utf8)))
    }
}

extension PluginCall {
    /// The call as a test reads it.
    fileprivate var record: NativeValue {
        var members: [String: NativeValue] = [
            "plugin": .string(plugin), "method": .string(method), "arguments": arguments,
            "origin": .string(frame.origin),
        ]
        switch answer {
        case .success(let value): members["answer"] = value
        case .failure(let error): members["error"] = .string(error.message)
        case nil: break
        }
        return .object(members)
    }
}
