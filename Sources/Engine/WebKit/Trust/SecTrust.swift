// Linux has no Security framework. These types stand in for what applications read of a page's server.

/// The certificates of a server, and whether they are trusted. Security API, as far as a page's server needs it.
///
/// ```swift
/// if let trust = webView.serverTrust, let certificate = SecTrustCopyCertificateChain(trust)?.first {
///     show(SecCertificateCopyData(certificate))
/// }
/// ```
public final class SecTrust: NSObject, Sendable {
    let certificates: [SecCertificate]
    let isTrusted: Bool

    init(certificates: [SecCertificate], isTrusted: Bool) {
        (self.certificates, self.isTrusted) = (certificates, isTrusted)
        super.init()
    }

    /// Returns whether `object` has the same certificates and the same trust.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SecTrust else { return false }
        return certificates == other.certificates && isTrusted == other.isTrusted
    }

    /// The same for equal trusts.
    public override var hash: Int { certificates.hashValue }
}

/// A certificate. Security API.
public final class SecCertificate: NSObject, Sendable {
    let data: Data

    init(data: Data) {
        self.data = data
        super.init()
    }

    /// Returns whether `object` is a certificate of the same bytes.
    public override func isEqual(_ object: Any?) -> Bool { (object as? SecCertificate)?.data == data }

    /// The same for equal certificates.
    public override var hash: Int { data.hashValue }
}

/// Returns the certificates, the server's own first. Security API, there of type `CFArray?`.
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> [SecCertificate]? { trust.certificates }

/// Returns the number of certificates. Security API.
public func SecTrustGetCertificateCount(_ trust: SecTrust) -> Int { trust.certificates.count }

/// Returns whether WebKit had no doubt about the certificates when the page came; `error` gets the doubt. Security API.
public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<NSError?>?) -> Bool {
    if !trust.isTrusted {
        error?.pointee = NSError(domain: NSURLErrorDomain, code: NSURLErrorServerCertificateUntrusted)
    }
    return trust.isTrusted
}

/// Returns the certificate in DER form. Security API, there of type `CFData`.
public func SecCertificateCopyData(_ certificate: SecCertificate) -> Data { certificate.data }
