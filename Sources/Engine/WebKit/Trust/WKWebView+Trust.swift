import CWebKitGTK

extension WKWebView {
    /// The certificates of the server that WebKit itself talked to, which is the interception where there is one.
    package var connectionTrust: SecTrust? {
        guard let handle else { return nil }
        var certificates: [SecCertificate] = []
        var errors: UInt32 = 0
        let isSecure = withUnsafeMutablePointer(to: &certificates) {
            cwk_view_certificates(
                handle, &errors,
                { bytes, length, context in
                    guard let bytes else { return }
                    context?.assumingMemoryBound(to: [SecCertificate].self).pointee.append(
                        SecCertificate(data: Data(bytes: bytes, count: length)))
                }, $0)
        }
        return isSecure ? SecTrust(certificates: certificates, isTrusted: errors == 0) : nil
    }

    /// Whether the interception stands between WebKit and the servers.
    var isIntercepted: Bool { liveConfiguration.websiteDataStore.networkInterception != nil }
}
