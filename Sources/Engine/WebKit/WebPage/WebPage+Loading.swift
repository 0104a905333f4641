// Each call returns the events of its navigation. A task that reads them and is cancelled stops the load; a sequence that nobody reads
// stops nothing.
extension WebPage {
    /// Loads a URL; nil throws ``NavigationError/invalidURL``. Apple API.
    @discardableResult
    public func load(_ url: URL?) -> some AsyncSequence<NavigationEvent, any Error> {
        guard let url else {
            return NavigationEvents.Stream { $0.finish(throwing: NavigationError.invalidURL) }
        }
        return follow { $0.load(URLRequest(url: url)) }
    }

    /// Loads what a request names. Apple API. See ``WKWebView/load(_:)`` for the requests that can be made.
    @discardableResult
    public func load(_ request: URLRequest) -> some AsyncSequence<NavigationEvent, any Error> {
        follow { $0.load(request) }
    }

    /// Shows bytes as a document of a type. Apple API.
    ///
    /// - Parameters:
    ///   - data: the bytes of the document.
    ///   - mimeType: the document's type, such as `text/html`.
    ///   - characterEncoding: the encoding of its text.
    ///   - baseURL: the document's address.
    @discardableResult
    public func load(
        _ data: Data, mimeType: String, characterEncoding: String.Encoding, baseURL: URL
    ) -> some AsyncSequence<NavigationEvent, any Error> {
        follow {
            $0.load(
                data, mimeType: mimeType, characterEncodingName: characterEncoding.label, baseURL: baseURL)
        }
    }

    /// Shows a page of HTML as the document at `baseURL`, which is `about:blank` unless given. Apple API.
    @discardableResult
    public func load(
        html: String, baseURL: URL? = URL(string: "about:blank")
    ) -> some AsyncSequence<NavigationEvent, any Error> {
        follow { $0.loadHTMLString(html, baseURL: baseURL?.absoluteString == "about:blank" ? nil : baseURL) }
    }

    /// Shows data as the response to a request, without a request to a server. Apple API.
    @discardableResult
    public func load(
        simulatedRequest request: URLRequest, response: URLResponse, responseData: Data
    ) -> some AsyncSequence<NavigationEvent, any Error> {
        follow { $0.loadSimulatedRequest(request, response: response, responseData: responseData) }
    }

    /// Shows HTML as the response to a request, without a request to a server. Apple API.
    @discardableResult
    public func load(
        simulatedRequest request: URLRequest, responseHTML htmlString: String
    ) -> some AsyncSequence<NavigationEvent, any Error> {
        follow { $0.loadSimulatedRequest(request, responseHTML: htmlString) }
    }

    /// Goes to an item of ``backForwardList``. Apple API. One that is not in the list, or is current, throws
    /// ``NavigationError/pageClosed``.
    @discardableResult
    public func load(_ item: BackForwardList.Item) -> some AsyncSequence<NavigationEvent, any Error> {
        follow { $0.go(to: item.wrapped) }
    }

    /// Loads the page again; without using caches where `fromOrigin` is true. Apple API.
    @discardableResult
    public func reload(fromOrigin: Bool = false) -> some AsyncSequence<NavigationEvent, any Error> {
        follow { fromOrigin ? $0.reloadFromOrigin() : $0.reload() }
    }

    /// Ends every load; one that shows nothing yet fails with `NSURLErrorCancelled`. Apple API.
    public func stopLoading() { view.stopLoading() }

    private func follow(_ load: (WKWebView) -> WKNavigation?) -> NavigationEvents.Stream {
        events.sequence(of: load(view)) { [weak self] in self?.stopLoading() }
    }
}

extension String.Encoding {
    /// The name that pages know the encoding by; `utf-8` for one without a name of its own.
    ///
    /// Source: https://encoding.spec.whatwg.org/#names-and-labels
    fileprivate var label: String {
        switch self {
        case .ascii, .windowsCP1252, .isoLatin1: "windows-1252"
        case .isoLatin2: "iso-8859-2"
        case .windowsCP1250: "windows-1250"
        case .windowsCP1251: "windows-1251"
        case .windowsCP1253: "windows-1253"
        case .windowsCP1254: "windows-1254"
        case .macOSRoman: "macintosh"
        case .japaneseEUC: "euc-jp"
        case .iso2022JP: "iso-2022-jp"
        case .shiftJIS: "shift_jis"
        case .utf16, .utf16LittleEndian: "utf-16le"
        case .utf16BigEndian: "utf-16be"
        default: "utf-8"
        }
    }
}
