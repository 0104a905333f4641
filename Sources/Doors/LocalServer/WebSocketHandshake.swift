import Foundation

extension RequestHead {
    /// The value that accepts a web socket; nil for a request that asks for none.
    ///
    /// Source: The WebSocket Protocol, https://www.rfc-editor.org/rfc/rfc6455#section-4.2
    var webSocketAccept: String? {
        guard case .counted(0) = body, isKeptAlive, request.method == "GET", request.lists("websocket", in: "upgrade"),
            request.lists("upgrade", in: "connection"), request.headers["sec-websocket-version"] == "13",
            let key = request.headers["sec-websocket-key"], !key.contains(",")
        else { return nil }
        return SHA1.digest(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)).base64EncodedString()
    }
}

/// Source: US Secure Hash Algorithm 1, https://www.rfc-editor.org/rfc/rfc3174. Nothing here depends on its secrecy.
enum SHA1 {
    static func digest(_ message: [UInt8]) -> Data {
        var bytes = message + [0x80]
        bytes += [UInt8](repeating: 0, count: (120 - bytes.count % 64) % 64)
        bytes += withUnsafeBytes(of: UInt64(message.count * 8).bigEndian, Array.init)
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        for start in stride(from: 0, to: bytes.count, by: 64) { add(bytes[start..<start + 64], to: &state) }
        return Data(state.flatMap { withUnsafeBytes(of: $0.bigEndian, Array.init) })
    }

    private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map {
            block[$0..<$0 + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<80 {
            words.append(rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1))
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for (index, word) in words.enumerated() {
            let (function, constant): (UInt32, UInt32) =
                switch index {
                case ..<20: (b & c | ~b & d, 0x5A82_7999)
                case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
                default: (b ^ c ^ d, 0xCA62_C1D6)
                }
            let next = rotated(a, by: 5) &+ function &+ e &+ word &+ constant
            (a, b, c, d, e) = (next, a, rotated(b, by: 30), c, d)
        }
        for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
    }

    private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
}
