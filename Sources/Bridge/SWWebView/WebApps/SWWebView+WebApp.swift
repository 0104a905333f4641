extension SWWebView {
    /// The app on the home screen that pages of the view's data store belong to, with its push messages, notifications and background sync.
    /// Main actor only.
    ///
    /// Pages have none of these APIs unless ``WebApp/features`` are set, as pages of a `WKWebView` on iOS.
    public var webApp: WebApp { services.webApp }
}
