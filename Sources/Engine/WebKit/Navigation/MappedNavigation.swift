import HTTPMessages

// Copies of the objects that a delegate decides about, with other addresses: for a view that loads under a scheme of its own.

extension WKNavigationAction {
    /// A copy whose addresses went through `transform`.
    package func mappingAddresses(_ transform: (URL) -> URL) -> WKNavigationAction {
        let copy = WKNavigationAction(
            request: request.mappingAddress(transform), navigationType: navigationType,
            targetFrame: targetFrame?.mappingAddresses(transform), sourceFrame: sourceFrame.mappingAddresses(transform))
        copy.shouldPerformDownload = shouldPerformDownload
        (copy.downloadName, copy.isUserInitiated) = (downloadName, isUserInitiated)
        (copy.isApplicationLoad, copy.referrerPolicy) = (isApplicationLoad, referrerPolicy)
        (copy.modifierFlags, copy.buttonNumber) = (modifierFlags, buttonNumber)
        return copy
    }
}

extension WKNavigationResponse {
    /// Returns a copy whose address is mapped by `transform`.
    package func mappingAddresses(_ transform: (URL) -> URL) -> WKNavigationResponse {
        WKNavigationResponse(
            response: response.mappingAddress(transform), isForMainFrame: isForMainFrame,
            canShowMIMEType: canShowMIMEType)
    }
}

extension URLResponse {
    /// Returns a copy whose address is mapped by `transform`.
    func mappingAddress(_ transform: (URL) -> URL) -> URLResponse {
        guard let url else { return self }
        guard let http = self as? HTTPURLResponse else {
            return URLResponse(
                url: transform(url), mimeType: mimeType, expectedContentLength: Int(expectedContentLength),
                textEncodingName: textEncodingName)
        }
        return HTTPURLResponse(
            url: transform(url), statusCode: http.statusCode, httpVersion: "HTTP/1.1", headerFields: http.headerFields)
            ?? self
    }

    /// Makes a response from the values that WebKit reports. Without a status, the result is no `HTTPURLResponse`.
    static func make(
        url: URL, status: Int, fields: [(String, String)], mimeType: String?, length: Int
    ) -> URLResponse {
        var headers = Dictionary(fields, uniquingKeysWith: { "\($0), \($1)" })
        // WebKit gives the type of a Blob without a header.
        if url.scheme == "blob", let mimeType, !mimeType.isEmpty { headers["Content-Type"] = mimeType }
        if status > 0,
            let http = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
        {
            return http
        }
        return URLResponse(url: url, mimeType: mimeType, expectedContentLength: length, textEncodingName: nil)
    }
}

extension WKFrameInfo {
    /// A copy whose address and origin went through `transform`. An opaque origin stays opaque.
    package func mappingAddresses(_ transform: (URL) -> URL) -> WKFrameInfo {
        WKFrameInfo(
            isMainFrame: isMainFrame, request: request.mappingAddress(transform),
            securityOrigin: WKSecurityOrigin(url: URL(string: securityOrigin.text).map(transform)), webView: webView,
            frameID: frameID, engineOrigin: engineOrigin)
    }
}

extension URLRequest {
    func mappingAddress(_ transform: (URL) -> URL) -> URLRequest {
        // Foundation cannot change a request that has no URL.
        guard let url else { return self }
        var copy = self
        copy.url = transform(url)
        copy.mainDocumentURL = mainDocumentURL.map(transform)
        return copy
    }
}
