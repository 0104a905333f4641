extension NSObjectProtocol where Self: WKWebView {
    /// Calls `changeHandler` when a property takes another value. Foundation API.
    ///
    /// Observed are `title`, `url`, `isLoading`, `estimatedProgress`, `canGoBack`, `canGoForward`, `hasOnlySecureContent`,
    /// `serverTrust`, `themeColor`, `underPageBackgroundColor`, `fullscreenState`, `cameraCaptureState` and
    /// `microphoneCaptureState`, as on iOS; another key path is misuse, see ``WKException``.
    /// The view does not keep the observation: it ends when it is dropped.
    @preconcurrency @MainActor
    public func observe<Value: Equatable>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @MainActor (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        guard let property = Self.property(of: keyPath) else {
            WKException.raise(.undefinedKeyException, "This property of a web view cannot be observed")
            return NSKeyValueObservation {}
        }
        return NSKeyValueObservation.begin(
            keyPath, of: self, as: property, options: options, add: { propertyChanges.add($0) },
            remove: { [weak self] in self?.propertyChanges.remove($0) }, changeHandler: changeHandler)
    }

    private static func property(of keyPath: AnyKeyPath) -> ViewProperty? {
        switch keyPath {
        case \Self.title: .title
        case \Self.url: .url
        case \Self.isLoading: .isLoading
        case \Self.estimatedProgress: .progress
        case \Self.canGoBack, \Self.canGoForward: .history
        case \Self.hasOnlySecureContent, \Self.serverTrust: .security
        case \Self.themeColor: .themeColor
        case \Self.underPageBackgroundColor: .underPageBackgroundColor
        case \Self.fullscreenState: .fullscreen
        case \Self.cameraCaptureState: .camera
        case \Self.microphoneCaptureState: .microphone
        default: nil
        }
    }
}
