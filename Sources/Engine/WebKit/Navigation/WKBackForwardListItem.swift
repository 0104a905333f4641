/// A page that the view has visited. Apple API. Main actor only.
@preconcurrency @MainActor
open class WKBackForwardListItem: NSObject {
    /// The URL of the page. Apple API.
    open internal(set) var url: URL

    /// The title of the page; nil until it is known. Apple API.
    open internal(set) var title: String?

    /// The URL that was first asked for, before redirects. Apple API.
    open internal(set) var initialURL: URL

    /// The URLs as WebKit has them.
    let loadedURL: URL
    let loadedInitialURL: URL

    /// Makes an item. Unlike on iOS nothing but a view's list has any.
    ///
    /// - Parameter shown: the address that the item shows for WebKit's.
    init(url: URL, title: String?, initialURL: URL, shown: (@MainActor (URL) -> URL)? = nil) {
        (loadedURL, loadedInitialURL) = (url, initialURL)
        self.url = shown?(url) ?? url
        self.title = title
        self.initialURL = shown?(initialURL) ?? initialURL
        super.init()
    }
}
