import Foundation

/// Media for tests.
enum SampleMedia {
    /// A sound of 16 bits a sample, mono.
    static func sound(seconds: Int, rate: Int = 44_100) -> Data {
        let count = seconds * rate * 2
        func bytes(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
        var file = Data("RIFF".utf8) + bytes(36 + count, 4) + Data("WAVEfmt ".utf8)
        file +=
            bytes(16, 4) + bytes(1, 2) + bytes(1, 2) + bytes(rate, 4) + bytes(2 * rate, 4) + bytes(2, 2) + bytes(16, 2)
        file += Data("data".utf8) + bytes(count, 4)
        // A square wave of a hundred samples.
        let period = Data((0..<100).flatMap { bytes($0 < 50 ? 8000 : 65536 - 8000, 2) })
        for _ in 0..<(seconds * rate / 100) { file += period }
        return file
    }

    /// Two seconds of an orange video in VP8, 32 pixels wide.
    static let video =
        Data(
            base64Encoded: """
                GkXfowEAAAAAAAAQQoKFd2VibQBCh4ECQoWBAhhTgGcBAAAAAAADnBFNm3QBAAAAAAAAjE27AQAAAAAAABJTq4QVSalmU6yIAAAA\
                AAAAAJhNuwEAAAAAAAASU6uEFlSua1OsiAAAAAAAAAEF7JoBAAAAAAAAElOrhBBDp3BTrIj//////////027AQAAAAAAABJTq4Qc\
                U7trU6yIAAAAAAAAA3TsmgEAAAAAAAASU6uEElTDZ1OsiP//////////FUmpZgEAAAAAAABhKtexgw9CQESJiECfQAAAAAAATYCl\
                R1N0cmVhbWVyIG1hdHJvc2thbXV4IHZlcnNpb24gMS4yMi4wAFdBmUdTdHJlYW1lciBNYXRyb3NrYSBtdXhlcgBEYYgLWPDfSiMf\
                MBZUrmsBAAAAAAAAX64BAAAAAAAAVteBAYOBAXPFiJz4MVnWGLpkI+ODhAX14QBTboZWaWRlbwDgAQAAAAAAACOwgSC6gSCagQJV\
                sAEAAAAAAAAQVbmBAVWxgQZVuoEGVbuBBoaGVl9WUDgAH0O2dQEAAAAAAAH454EAo76BAACAEAMAnQEqIAAgAABHCIWFiIWEiAIC\
                AnWqA/gD+gIIWQy9AP7yiH//KD8IxBt/8oQ//fVKjRIL/++bAKOVgQBkALEBAAEQEAAYABhYL/QACHAAo5WBAMgAsQEAARAQABgA\
                GFgv9AAIcACjlYEBLACxAQABEBAAGAAYWC/0AAhwAKOVgQGQALEBAAEQEAAYABhYL/QACHAAo5WBAfQAsQEAARAQABgAGFgv9AAI\
                cACjlYECWACxAQABEBAAGAAYWC/0AAhwAKOVgQK8ALEBAAEQEBRgAGFgv9AAIcAAo5WBAyAAsQEAARAQABgAGFgv9AAIcACjlYED\
                hACxAQABEBAAGAAYWC/0AAhwAKOVgQPoALEBAAEQEAAYABhYL/QACHAAo5WBBEwAsQEAARAQABgAGFgv9AAIcACjlYEEsACxAQAB\
                EBAAGAAYWC/0AAhwAKOVgQUUALEBAAEQEAAYABhYL/QACHAAo5WBBXgAsQEAARAQABgAGFgv9AAIcACjlYEF3ACxAQABEBAAGAAY\
                WC/0AAhwAKOVgQZAALEBAAEQEAAYABhYL/QACHAAo5WBBqQAsQEAARAQABgAGFgv9AAIcACjlYEHCACxAQABEBAUYABhYL/QACHA\
                AKOVgQdsALEBAAEQEAAYABhYL/QACHAAHFO7awEAAAAAAAAcuwEAAAAAAAATs4EAtwEAAAAAAAAH94EB8YIBcA==
                """) ?? Data()
}
