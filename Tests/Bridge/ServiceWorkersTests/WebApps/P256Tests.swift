import Foundation
import Testing

@testable import ServiceWorkers

struct P256Tests {
    private static func bytes(_ hex: String) -> Data {
        Data(
            stride(from: 0, to: hex.count, by: 2).compactMap { start in
                let digits = hex.dropFirst(start).prefix(2)
                return UInt8(digits, radix: 16)
            })
    }

    private static func bytes(base64URL text: String) -> Data? {
        let text = text.replacing("-", with: "+").replacing("_", with: "/")
        return Data(base64Encoded: text + String(repeating: "=", count: -text.count & 3))
    }

    /// Sources: RFC 6979, A.2.5, https://www.rfc-editor.org/rfc/rfc6979; RFC 8291, 5, https://www.rfc-editor.org/rfc/rfc8291; the base point.
    @Test func `a private key has the public key of the published examples`() throws {
        let first = P256.KeyPair(
            privateKey: Self.bytes("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"))
        #expect(
            first?.publicKey
                == Self.bytes(
                    "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
                        + "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"))
        let key = try #require(Self.bytes(base64URL: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
        #expect(
            P256.KeyPair(privateKey: key)?.publicKey
                == Self.bytes(
                    base64URL: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
                ))
    }

    @Test func `the scalars 1 and -1 have the base point and its mirror image`() throws {
        let order = Self.bytes("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
        var (one, last) = (Data(count: 32), order)
        one[31] = 1
        last[31] -= 1
        let x = Self.bytes("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296")
        let base = try #require(P256.KeyPair(privateKey: one)).publicKey
        let mirrored = try #require(P256.KeyPair(privateKey: last)).publicKey
        #expect(base.dropFirst().prefix(32) == x && mirrored.dropFirst().prefix(32) == x)
        #expect(base != mirrored && P256.isPoint(mirrored))
        #expect(P256.KeyPair(privateKey: Data(count: 32)) == nil)
        #expect(P256.KeyPair(privateKey: order) == nil)
        #expect(P256.KeyPair(privateKey: Data(repeating: 255, count: 32)) == nil)
        #expect(P256.KeyPair(privateKey: one.dropFirst()) == nil)
    }

    @Test func `random keys are points of the curve, and other bytes are none`() {
        let key = P256.KeyPair().publicKey
        #expect(P256.isPoint(key))
        #expect(P256.KeyPair().publicKey != key)
        var other = key
        other[64] ^= 1
        #expect(!P256.isPoint(other))
        #expect(!P256.isPoint(key.dropLast()))
        #expect(!P256.isPoint(Data([4]) + Data(repeating: 255, count: 64)))
        #expect(!P256.isPoint(Data([2]) + key.dropFirst()))
        #expect(!P256.isPoint(Data([4]) + Data(count: 64)))
    }
}
