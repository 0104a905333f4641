import CPlatform
public import Foundation
import ProcessFiles
import Synchronization

/// Certificates that this process trusts beside the system's: of a development server, of mkcert, of a company's proxy.
///
/// ```swift
/// try TrustedCertificates.trust(URL(fileURLWithPath: "rootCA.pem"))
/// ```
///
/// They count for all that the process loads over https: by ``NetworkLoader``, by any other URLSession, and by views that are
/// made afterwards, whose data store then goes through the host as with `WKWebViewConfiguration.interceptsNetwork`. A
/// certificate that signs itself is trusted for the hosts that it names.
public enum TrustedCertificates {
    private static let named = Mutex<URL?>(nil)

    /// The paths at which Linux distributions keep the certificates that are trusted anyway.
    private static let systemFiles = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"]

    /// The path of the certificates that are trusted anyway; `nil` where none are installed.
    package static var systemFile: String? { systemFiles.first { FileManager.default.isReadableFile(atPath: $0) } }

    /// The file of trusted certificates; `nil` where there are only the system's.
    public static var file: URL? { named.withLock { $0 } }

    /// Trusts the certificates of a file, PEM, from now on, in place of those of an earlier file. Any thread.
    ///
    /// - Throws: ``TrustedCertificatesError`` for a file that cannot be read or holds no certificate.
    public static func trust(_ file: URL) throws(TrustedCertificatesError) {
        let bytes: Data
        do { bytes = try Data(contentsOf: file) } catch { throw .unreadable(file.path, error.fileReason) }
        guard isPEM(String(decoding: bytes, as: UTF8.self)) else { throw .noCertificate(file.path) }
        let system = systemFile.flatMap { FileManager.default.contents(atPath: $0) } ?? Data()
        let whole = system + Data("\n".utf8) + bytes
        let isTrusted = whole.withUnsafeBytes { ctc_trust($0.baseAddress, $0.count) }
        guard isTrusted else { throw .unsupported }
        named.withLock { $0 = file.absoluteURL }
    }

    /// Returns whether a text holds certificates, each of Base64 between its marks.
    private static func isPEM(_ text: String) -> Bool {
        let begin = "-----BEGIN CERTIFICATE-----"
        let blocks = text.components(separatedBy: begin).dropFirst()
        return !blocks.isEmpty
            && blocks.allSatisfy { block in
                guard let end = block.range(of: "-----END CERTIFICATE-----") else { return false }
                let bytes = Data(base64Encoded: String(block[..<end.lowerBound]), options: .ignoreUnknownCharacters)
                return bytes.map { !$0.isEmpty } ?? false
            }
    }
}

/// Why certificates cannot be trusted.
public struct TrustedCertificatesError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of failure, stable names for tests.
    public enum Code: String, Sendable {
        /// The file cannot be read.
        case unreadable
        /// The file holds no certificate, or one that is damaged.
        case noCertificate
        /// URLSession is not made of libcurl in this process.
        case unsupported
    }

    /// The kind of failure.
    public let code: Code
    /// A message that says what is wrong and what to do, in one or two sentences.
    public let message: String

    /// The message.
    public var description: String { message }

    static func unreadable(_ path: String, _ reason: String) -> TrustedCertificatesError {
        TrustedCertificatesError(
            code: .unreadable, message: "\(path) cannot be read: \(reason). Name a file of certificates (PEM).")
    }

    static func noCertificate(_ path: String) -> TrustedCertificatesError {
        TrustedCertificatesError(
            code: .noCertificate,
            message: "\(path) holds no whole certificate. Name a PEM file, such as the rootCA.pem of mkcert.")
    }

    static let unsupported = TrustedCertificatesError(
        code: .unsupported,
        message: "This program's URLSession is not libcurl's. Add the certificates to the system's instead.")
}
