// The state of the page. Each property can be observed.
extension WebPage {
    /// The URL of the page, or of the load that will replace it; nil before the first load. Apple API.
    public var url: URL? {
        access(keyPath: \.url)
        return view.url
    }

    /// The page's title; empty until it is known. Apple API.
    public var title: String {
        access(keyPath: \.title)
        return view.title ?? ""
    }

    /// The fraction of the load that is done, from 0 to 1; stays 1 afterwards. Apple API.
    public var estimatedProgress: Double {
        access(keyPath: \.estimatedProgress)
        return view.estimatedProgress
    }

    /// Whether a load is under way, from the call that starts it on. Apple API.
    public var isLoading: Bool {
        access(keyPath: \.isLoading)
        return view.isLoading
    }

    /// The certificates of the page's server; nil for a page without TLS. Apple API.
    public var serverTrust: SecTrust? {
        access(keyPath: \.serverTrust)
        return view.serverTrust
    }

    /// Whether the page and everything in it came over secure connections. Apple API.
    public var hasOnlySecureContent: Bool {
        access(keyPath: \.hasOnlySecureContent)
        return view.hasOnlySecureContent
    }

    /// The pages that this one has shown. Apple API.
    public var backForwardList: BackForwardList {
        access(keyPath: \.backForwardList)
        return BackForwardList(view.backForwardList)
    }

    /// The way of an element of the page to the full screen and back. Apple API.
    public var fullscreenState: FullscreenState {
        access(keyPath: \.fullscreenState)
        return view.fullscreenState
    }

    /// Whether the page records with a camera. Apple API.
    public var cameraCaptureState: WKMediaCaptureState {
        access(keyPath: \.cameraCaptureState)
        return view.cameraCaptureState
    }

    /// Whether the page records with a microphone. Apple API.
    public var microphoneCaptureState: WKMediaCaptureState {
        access(keyPath: \.microphoneCaptureState)
        return view.microphoneCaptureState
    }

    /// The way of an element of the page to the full screen and back. Apple API.
    public typealias FullscreenState = WKWebView.FullscreenState

    /// Tells observers that a property of the view has changed.
    func changed(_ property: ViewProperty) {
        switch property {
        case .url: note(\.url)
        case .title:
            note(\.title)
            note(\.backForwardList)
        case .isLoading: note(\.isLoading)
        case .progress: note(\.estimatedProgress)
        case .history: note(\.backForwardList)
        case .security:
            note(\.serverTrust)
            note(\.hasOnlySecureContent)
        case .fullscreen: note(\.fullscreenState)
        case .camera: note(\.cameraCaptureState)
        case .microphone: note(\.microphoneCaptureState)
        case .themeColor, .underPageBackgroundColor: break
        }
    }

    // The view tells of a change after it. An observer reads the value later, whenever it is told.
    private func note<Value>(_ property: KeyPath<WebPage, Value>) { withMutation(keyPath: property) {} }
}
