import HTTPMessages

// Copies of the objects that a delegate decides about, with other addresses: for a view that loads under a scheme of its own.

extension WKNavigationAction {
    /// A copy whose addresses went through `transform`.
    package func mappingAddresses(_ transform: (URL) -> URL) -> WKNavigationAction {
        let copy = WKNavigationAction(
            request: request.mappingAddress(transform), navigationType: navigationType,
            targetFrame: targetFrame?.mappingAddresses(transform), sourceFrame: sourceFrame.mappingAddresses(transform),
            buttonNumber: buttonNumber)
        copy.shouldPerformDownload = shouldPerformDownload
        return copy
    }
}

extension WKNavigationResponse {
    /// A copy whose address went through `transform`.
    package func mappingAddresses(_ transform: (URL) -> URL) -> WKNavigationResponse {
        guard let url = response.url else { return self }
        let mapped: URLResponse
        if let http = response as? HTTPURLResponse {
            guard
                let copy = HTTPURLResponse(
                    url: transform(url), statusCode: http.statusCode, httpVersion: "HTTP/1.1",
                    headerFields: http.headerFields
                )
            else { return self }
            mapped = copy
        } else {
            mapped = URLResponse(
                url: transform(url), mimeType: response.mimeType,
                expectedContentLength: Int(response.expectedContentLength),
                textEncodingName: response.textEncodingName)
        }
        return WKNavigationResponse(
            response: mapped, isForMainFrame: isForMainFrame, canShowMIMEType: canShowMIMEType)
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
        return copy
    }
}
