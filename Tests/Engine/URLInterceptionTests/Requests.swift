import Foundation
import FoundationNetworking

@testable import URLInterception

// swift-format-ignore: NeverForceUnwrap
func request(_ address: String, method: String = "GET", headers: [String: String] = [:]) -> URLRequest {
    var request = URLRequest(url: URL(string: address)!)
    request.httpMethod = method
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    return request
}

extension LoadedResource {
    func text() async throws -> String {
        String(decoding: try await body.collect(upTo: 1 << 26), as: UTF8.self)
    }

    subscript(header: String) -> String? { response.value(forHTTPHeaderField: header) }
}

/// Bytes in which every position is recognisable.
func patterned(_ count: Int) -> Data {
    var state: UInt32 = 12345
    return Data(
        (0..<count).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(truncatingIfNeeded: state >> 24)
        })
}
